import { log } from '../../core/observability/log.ts';
import { type IdKind, isId } from '../../core/values/id.ts';
import { ID_PREFIXES } from '../../core/values/id-prefixes.ts';
import { problemResponse } from './problem.ts';
import { ensureCounted, rateLimitError } from './rate-limit.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import type { GatewayResult, HandlerResult, RequestContext } from './request-context.ts';

// The log field of an id, by its prefix.
const RESOURCE_ID_FIELDS = new Map<string, [IdKind, string]>(
  (
    [
      ['content', 'content_id'],
      ['entry', 'schedule_id'],
      ['endpoint', 'endpoint_id'],
      ['event', 'event_id'],
      ['delivery', 'delivery_id'],
      ['key', 'key_id'],
    ] as const
  ).map(([kind, name]) => [ID_PREFIXES[kind], [kind, name]]),
);

/** Collect the ids of the resources that a request named in its path or created. */
function resourceIds({ params }: RequestContext, { body }: HandlerResult): Record<string, string> {
  const created = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const found: Record<string, string> = {};
  for (const id of [
    params.id,
    params.delivery_id,
    created.id,
    created.content_id,
    created.schedule_id,
    created.webhook_id,
  ]) {
    if (typeof id !== 'string') continue;
    const [kind, name] = RESOURCE_ID_FIELDS.get(id.slice(0, id.indexOf('_'))) ?? [];
    if (kind && name && !found[name] && isId(kind, id)) found[name] = id;
  }
  return found;
}

// Of token requests, sign-ins and rejected requests only: an investigation of abuse needs no other address.
function isSourceLogged({ endpoint }: RequestContext, { status }: HandlerResult): boolean {
  return endpoint?.logsSourceAddress === true || (status >= 400 && status < 500);
}

/** Build the problem response of an error, or of the exceeded rate limit, which comes before every other error. */
export async function respondWithProblem(context: RequestContext, error: unknown): Promise<GatewayResult> {
  const first = (await rateLimitError(context)) ?? error;
  await ensureCounted(context);
  return respond(context, problemResponse(first, context));
}

/** Build the gateway response with the headers common to all responses, and log the request. */
export function respond(context: RequestContext, result: HandlerResult): GatewayResult {
  log.info('request', {
    operation: context.operation,
    status: result.status,
    request_id: context.requestId,
    gateway_request_id: context.event.requestContext.requestId,
    workspace_id: context.caller?.workspace.id,
    client_id: context.clientId ?? undefined,
    source_ip: isSourceLogged(context, result) ? context.sourceAddress : undefined,
    ...resourceIds(context, result),
    duration_ms: Date.now() - context.nowMs,
  });
  return {
    statusCode: result.status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': context.requestId,
      ...(context.rate ? rateLimitHeaders(context.rate, context.nowMs) : {}),
      ...result.headers,
    },
    ...bodyOf(result),
  };
}

/**
 * Encode the body as JSON. Bytes become base64, as the gateway requires, and text stays as it is: it is a page or the
 * stored JSON of a replay.
 */
function bodyOf({ body }: HandlerResult): { body: string; isBase64Encoded?: true } {
  if (body instanceof Uint8Array) return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  return { body: typeof body === 'string' ? body : JSON.stringify(body) };
}
