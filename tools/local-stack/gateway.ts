import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isEndpointDisabled } from './api-definition.ts';
import { type Functions, type LocalFunction, THROTTLED } from './functions.ts';
import { readBody } from './http.ts';
import { buildEvent, JSON_TYPE, writeReply } from './http-event.ts';
import { createRouteThrottles } from './route-throttles.ts';
import type { Template } from './template.ts';
import type { Outcome } from './thread-pool.ts';

/** Limits of an API Gateway HTTP API. */
const BODY_LIMIT = 10 * 1024 * 1024;
const HEAD_LIMIT = 10_240;
const INTEGRATION_TIMEOUT_MS = 30_000;

type Route = { routeKey: string; method: string; segments: string[]; fn: LocalFunction; timeoutMs: number };
type Match = { route: Route; parameters: Record<string, string> };

/**
 * The HTTP API of the template as a request listener: finds the route, builds the version 2.0 event, invokes the
 * function and writes its answer. What the gateway itself rejects has the gateway's own `{"message"}` body. `domainName` is
 * the domain of the API. With `renamesChallenges`, `WWW-Authenticate` has the name that API Gateway gives it for some
 * integrations.
 */
export function createGateway(
  template: Template,
  functions: Functions,
  {
    log,
    domainName,
    renamesChallenges,
  }: { log: (line: string) => void; domainName: string; renamesChallenges: boolean },
) {
  const routes = readRoutes(template, functions);
  const takeRequest = createRouteThrottles(template);
  const [stage] = template.ofType('AWS::ApiGatewayV2::Stage');
  const stageVariables = (stage?.properties.StageVariables ?? {}) as Record<string, string>;
  const isDisabled = template.ofType('AWS::ApiGatewayV2::Api').some(isEndpointDisabled);

  return async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    const fail = (status: number, message: string): void => {
      writeReply(response, requestId, { statusCode: status, body: JSON.stringify({ message }) }, JSON_TYPE);
    };
    // This server has the execute-api URL of the API.
    if (isDisabled) return fail(404, 'Not Found');
    try {
      const headLength = request.rawHeaders.reduce((total, text) => total + text.length + 2, 0);
      if (headLength + (request.url ?? '').length > HEAD_LIMIT) {
        return fail(431, 'Request Header Fields Too Large');
      }
      const body = await readBody(request, BODY_LIMIT);
      if (!body) return fail(413, 'Request Entity Too Large');
      const [path = '/', query = ''] = split(request.url ?? '/');
      const match = findRoute(routes, request.method ?? 'GET', path);
      if (match === 'malformed') return fail(400, 'Bad Request');
      if (!match) return fail(404, 'Not Found');
      const { routeKey } = match.route;
      if (!takeRequest(routeKey)) return fail(429, 'Too Many Requests');
      const { parameters } = match;
      const event = buildEvent({
        ...{ request, body, path, query, routeKey, parameters, requestId, stageVariables, domainName },
      });
      const { fn, timeoutMs } = match.route;
      const waiting = new AbortController();
      const outcome = await withTimeout(fn.invoke(event, { signal: waiting.signal }), timeoutMs);
      if (!outcome) {
        waiting.abort();
        log(`${fn.label} has not responded within ${timeoutMs} ms`);
        return fail(503, 'Service Unavailable');
      }
      if (outcome.error === THROTTLED) return fail(503, 'Service Unavailable');
      if (outcome.error) {
        // The message may hold what a terminal should not show; the function's log file has it.
        log(`${fn.label} failed with ${outcome.error.errorType}, see its log`);
        return fail(500, 'Internal Server Error');
      }
      const payload = renamesChallenges ? renameChallenge(outcome.payload) : outcome.payload;
      if (!writeReply(response, requestId, payload)) fail(500, 'Internal Server Error');
    } catch (error) {
      if (!request.errored) log(`gateway: ${error instanceof Error ? error.stack : error}`);
      if (!response.headersSent) fail(500, 'Internal Server Error');
    }
  };
}

/** Rename the challenge of a response ("Amazon API Gateway important notes"). */
function renameChallenge(payload: unknown): unknown {
  const { headers = {}, ...reply } = payload as { headers?: Record<string, string> };
  const { 'www-authenticate': challenge, ...others } = headers;
  return challenge === undefined
    ? payload
    : { ...reply, headers: { ...others, 'x-amzn-remapped-www-authenticate': challenge } };
}

function readRoutes(template: Template, functions: Functions): Route[] {
  const integrations = new Map(template.ofType('AWS::ApiGatewayV2::Integration').map((i) => [i.name, i]));
  return template
    .ofType('AWS::ApiGatewayV2::Route')
    .map(({ id, properties }): Route => {
      if ((properties.AuthorizationType ?? 'NONE') !== 'NONE') {
        throw new Error(`${id}.AuthorizationType: ${properties.AuthorizationType} is not known here`);
      }
      const integration = integrations.get(String(properties.Target).replace('integrations/', ''));
      if (!integration) throw new Error(`${id}.Target: no such integration`);
      const { IntegrationType, PayloadFormatVersion, IntegrationUri, TimeoutInMillis } = integration.properties;
      if (IntegrationType !== 'AWS_PROXY' || PayloadFormatVersion !== '2.0') {
        throw new Error(`${integration.id}: only AWS_PROXY with PayloadFormatVersion 2.0 is known here`);
      }
      const fn = functions.find(/arn:aws:lambda:[\w:-]+/.exec(String(IntegrationUri))?.[0] ?? '');
      if (!fn) throw new Error(`${integration.id}.IntegrationUri: ${IntegrationUri} is not a function`);
      const routeKey = String(properties.RouteKey);
      const [method = '', path = ''] = routeKey.split(' ');
      const timeoutMs = Number(TimeoutInMillis ?? INTEGRATION_TIMEOUT_MS);
      return { routeKey, method, segments: path.split('/'), fn, timeoutMs };
    })
    .sort((a, b) => compare(precedence(a), precedence(b)));
}

/** Sort the most specific route first: literal before `{name}` before `{name+}`, a method before ANY. */
function precedence({ routeKey, segments, method }: Route): string {
  if (routeKey === '$default') return '~';
  const rank = (segment: string) => (/^\{.+\+\}$/.test(segment) ? '3' : /^\{.+\}$/.test(segment) ? '2' : '1');
  return segments.map(rank).join('') + (method === 'ANY' ? '1' : '0');
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function findRoute(routes: Route[], method: string, path: string): Match | 'malformed' | undefined {
  const actual = path.split('/');
  const route = routes.find(
    (candidate) =>
      candidate.routeKey === '$default' ||
      ((candidate.method === 'ANY' || candidate.method === method) && fits(candidate.segments, actual)),
  );
  if (!route) return undefined;
  const parameters: Record<string, string> = {};
  if (route.routeKey === '$default') return { route, parameters };
  try {
    route.segments.forEach((segment, index) => {
      const [, name, greedy] = /^\{([^+}]+)(\+?)\}$/.exec(segment) ?? [];
      if (!name) return;
      parameters[name] = decodeURIComponent(greedy ? actual.slice(index).join('/') : actual[index]!);
    });
  } catch {
    return 'malformed';
  }
  return { route, parameters };
}

function fits(pattern: string[], actual: string[]): boolean {
  const greedy = pattern.at(-1)?.endsWith('+}') ?? false;
  if (greedy ? actual.length < pattern.length : actual.length !== pattern.length) return false;
  return pattern.every((segment, i) => (segment.startsWith('{') ? actual[i] !== '' : segment === actual[i]));
}

function split(url: string): [string, string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

async function withTimeout(work: Promise<Outcome>, ms: number): Promise<Outcome | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<undefined>((resume) => {
    timer = setTimeout(() => resume(undefined), ms);
  });
  return Promise.race([work, expired]).finally(() => clearTimeout(timer));
}
