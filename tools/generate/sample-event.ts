import { isForStageKeys, type Operation } from '../../lib/core/api/define-operation.ts';
import { SAMPLE_STAGE_TOKEN, SAMPLE_TOKEN } from '../local-stack/sample-token.ts';

const SOURCE = { host: '127.0.0.1', 'user-agent': 'sample', accept: '*/*', 'x-request-id': 'sample-request' };
const STAGE_VARIABLES = { dashboardDomain: '127.0.0.1' };
const FORM = 'application/x-www-form-urlencoded';

/** Build the API Gateway event (payload format 2.0) of the example of an endpoint, with this access token. */
export function sampleEvent(
  operation: Pick<Operation, 'method' | 'path' | 'permissions' | 'stage' | 'example'>,
  token = isForStageKeys(operation) ? SAMPLE_STAGE_TOKEN : SAMPLE_TOKEN,
): object {
  const { method, path, permissions, example = {} } = operation;
  const { params = {}, query = {}, headers: given = {}, body } = example;
  const { cookie, ...headers } = given;
  const rawPath = path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const routeKey = `${method} ${path}`;
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      ...SOURCE,
      ...(permissions === 'none' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(cookie === undefined ? {} : { cookies: [cookie] }),
    ...(example.query ? { queryStringParameters: query } : {}),
    ...(example.params ? { pathParameters: params } : {}),
    requestContext: requestContext(method, rawPath, routeKey),
    stageVariables: STAGE_VARIABLES,
    ...encodedBody(body, headers['content-type'] === FORM),
  };
}

/** Build the event of a request that matches no route. */
export function unmatchedEvent(): object {
  const rawPath = '/v1/nothing-here';
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString: '',
    headers: SOURCE,
    requestContext: requestContext('GET', rawPath, '$default'),
    stageVariables: STAGE_VARIABLES,
    isBase64Encoded: false,
  };
}

function requestContext(method: string, path: string, routeKey: string): object {
  return {
    accountId: '000000000000',
    apiId: 'sample',
    domainName: '127.0.0.1',
    http: { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'sample' },
    requestId: 'sample-request',
    routeKey,
    stage: '$default',
    time: '20/Nov/2026:09:30:00 +0000',
    timeEpoch: 1795167000000,
  };
}

/** The gateway passes JSON as text and forms in base64. */
function encodedBody(body: unknown, isForm: boolean): object {
  if (body === undefined) return { isBase64Encoded: false };
  if (!isForm) return { body: JSON.stringify(body), isBase64Encoded: false };
  const form = new URLSearchParams(body as Record<string, string>).toString();
  return { body: Buffer.from(form).toString('base64'), isBase64Encoded: true };
}
