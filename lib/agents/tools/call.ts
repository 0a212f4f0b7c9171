import { createHash } from 'node:crypto';
import { CALLED_BY, type GatewayEvent, type GatewayResult } from '../../identity/pipeline/request-context.ts';
import type { Json } from '../mcp/rpc-message.ts';
import { type Answers, CALLED_OPERATIONS, type CalledOperation } from './called-operations.ts';

/** A request to an endpoint. Undefined values are left out. `requestId` makes it one intent, however often it is sent. */
interface CallRequest {
  params?: { id: string };
  query?: Record<string, string | number | undefined>;
  body?: Json;
  requestId?: string;
}

/** Request an endpoint as the caller. Rejects with a `RejectedCall` for a problem. */
export type Call = <Operation extends CalledOperation>(
  operation: Operation,
  request?: CallRequest,
) => Promise<Answers[Operation]>;

/** The handlers of the called endpoints. */
export type Handlers = Record<CalledOperation, (event: GatewayEvent) => Promise<GatewayResult>>;

/** The problem of a request that an endpoint has rejected. */
export class RejectedCall extends Error {
  readonly problem: Json;
  readonly retryAfterSeconds: number | null;

  constructor(problem: Json, retryAfter: string | undefined) {
    super(String(problem.code));
    this.name = 'RejectedCall';
    this.problem = problem;
    this.retryAfterSeconds = retryAfter === undefined ? null : Number(retryAfter);
  }
}

/**
 * Create the function for a tool to request endpoints in this process: the same handler with the token, the address
 * and the request id of the MCP request, so each rule, budget and audit entry is that of the API. `source` is the tool or
 * the resource: two tools may receive the same id of an intent.
 */
export function createCall(event: GatewayEvent, handlers: Handlers, source: string): Call {
  return async (operation, request = {}) => {
    const result = await handlers[operation](toEvent(event, operation, request, source));
    const body = JSON.parse(result.body || '{}') as Json;
    const { statusCode = 500, headers } = result;
    if (statusCode >= 400) throw new RejectedCall(body, headers?.['retry-after']?.toString());
    return body as never;
  };
}

function toEvent(
  outer: GatewayEvent,
  operation: CalledOperation,
  { params, query = {}, body, requestId }: CallRequest,
  source: string,
): GatewayEvent {
  const [method = '', path = ''] = CALLED_OPERATIONS[operation].split(' ');
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const { queryStringParameters: _, ...event } = outer;
  const rawPath = path.replace('{id}', encodeURIComponent(params?.id ?? ''));
  const { 'content-type': _type, 'idempotency-key': _key, 'if-match': _match, ...headers } = outer.headers;
  return {
    ...event,
    [CALLED_BY]: 'mcp',
    routeKey: `${method} ${path}`,
    rawPath,
    rawQueryString: new URLSearchParams(given).toString(),
    ...(given.length > 0 ? { queryStringParameters: Object.fromEntries(given) } : {}),
    ...(params ? { pathParameters: params } : {}),
    headers: {
      ...headers,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(requestId === undefined ? {} : { 'idempotency-key': intentKey(source, requestId) }),
    },
    requestContext: { ...outer.requestContext, http: { ...outer.requestContext.http, method, path: rawPath } },
    body: body && JSON.stringify(body),
    isBase64Encoded: false,
  } as unknown as GatewayEvent;
}

// A hash, because a request id may have characters that no header can have. The pipeline keeps those of agent keys apart.
function intentKey(source: string, requestId: string): string {
  return `mcp-${createHash('sha256')
    .update(JSON.stringify([source, requestId]))
    .digest('base64url')}`;
}
