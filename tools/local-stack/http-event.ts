import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ACCOUNT } from './template.ts';

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'cookie']);
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The event of payload format 2.0. Only these media types arrive as text; everything else is base64. */
export function buildEvent(input: {
  request: IncomingMessage;
  body: Buffer;
  path: string;
  query: string;
  routeKey: string;
  parameters: Record<string, string>;
  requestId: string;
  /** The domain of the API. As at API Gateway, no request can choose it. */
  domainName: string;
  stageVariables: Record<string, string>;
}) {
  const { request, body, path, query, routeKey, requestId, stageVariables } = input;
  const sourceIp = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  // Without a prototype, so that a header or parameter named __proto__ is data like any other.
  const headers: Record<string, string> = Object.create(null);
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (!HOP_BY_HOP.has(name)) headers[name] = values!.join(',');
  }
  headers['x-forwarded-for'] = [headers['x-forwarded-for'], sourceIp].filter(Boolean).join(', ');
  const now = new Date();
  headers['x-amzn-trace-id'] ??=
    `Root=1-${Math.floor(now.getTime() / 1000).toString(16)}-${randomBytes(12).toString('hex')}`;
  const cookies = request.headers.cookie?.split(/;\s*/).filter(Boolean);
  const parameters: Record<string, string> = Object.create(null);
  for (const [key, value] of new URLSearchParams(query)) {
    parameters[key] = Object.hasOwn(parameters, key) ? `${parameters[key]},${value}` : value;
  }
  const isText = /^(text\/|application\/(json|xml|javascript)\s*(;|$))/i.test(headers['content-type'] ?? '');
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = [now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()].map(two).join(':');
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookies?.length && { cookies }),
    headers,
    ...(query && { queryStringParameters: parameters }),
    requestContext: {
      accountId: ACCOUNT,
      apiId: 'local',
      domainName: input.domainName,
      domainPrefix: 'local',
      http: {
        method: request.method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey,
      stage: '$default',
      time: `${two(now.getUTCDate())}/${MONTHS[now.getUTCMonth()]}/${now.getUTCFullYear()}:${clock} +0000`,
      timeEpoch: now.getTime(),
    },
    ...(Object.keys(input.parameters).length > 0 && { pathParameters: input.parameters }),
    ...(Object.keys(stageVariables).length > 0 && { stageVariables }),
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

export const JSON_TYPE = 'application/json';

type Reply = {
  statusCode?: unknown;
  headers?: Record<string, unknown>;
  cookies?: string[];
  body?: unknown;
  isBase64Encoded?: boolean;
};

/**
 * Write the response of a function; false if invalid (500 of the gateway). A bare value is a 200 with JSON.
 */
export function writeReply(response: ServerResponse, requestId: string, payload: unknown, type?: string): boolean {
  const isReply = typeof payload === 'object' && payload !== null && 'statusCode' in payload;
  const reply: Reply = isReply ? payload : { statusCode: 200, body: JSON.stringify(payload) };
  const status = Number(reply.statusCode);
  if (!Number.isInteger(status) || status < 200 || status > 599) return false;
  response.statusCode = status;
  response.setHeader('content-type', type ?? (isReply ? 'text/plain;charset=UTF-8' : JSON_TYPE));
  response.setHeader('apigw-requestid', requestId);
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, String(value));
  if (reply.cookies) response.setHeader('set-cookie', reply.cookies);
  const text = String(reply.body ?? '');
  response.end(reply.isBase64Encoded ? Buffer.from(text, 'base64') : text);
  return true;
}
