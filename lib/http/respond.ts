import { type IdKind, isId } from '../domain/id.ts';
import { log } from '../observability/log.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import type { GatewayResult, HandlerResult, RequestContext } from './request-context.ts';

// By the kind of id: what the log calls it.
const RESOURCE_ID_FIELDS = {
  content: 'content_id',
  entry: 'schedule_id',
  endpoint: 'endpoint_id',
  event: 'event_id',
  delivery: 'delivery_id',
  key: 'key_id',
} as const satisfies Partial<Record<IdKind, string>>;

/** The ids of the things a request was about: of its path, and of what it made. */
function resourceIds({ params }: RequestContext, { body }: HandlerResult): Record<string, string> {
  const made = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const ids = [
    params.id,
    params.delivery_id,
    made.id,
    made.content_id,
    made.schedule_id,
    made.webhook_id,
  ].map(String);
  const kinds = Object.entries(RESOURCE_ID_FIELDS) as [IdKind, string][];
  return Object.fromEntries(
    kinds.flatMap(([kind, name]) => {
      const found = ids.find((id) => isId(kind, id));
      return found ? [[name, found]] : [];
    }),
  );
}

/** The gateway's answer: the reply with the headers every response carries, and one line in the log. */
export function respond(call: RequestContext, reply: HandlerResult): GatewayResult {
  log.info('request', {
    operation: call.operation,
    status: reply.status,
    request_id: call.requestId,
    gateway_request_id: call.event.requestContext.requestId,
    workspace_id: call.caller?.workspace.id,
    client_id: call.caller?.clientId,
    ...resourceIds(call, reply),
    duration_ms: Date.now() - call.nowMs,
  });
  return {
    statusCode: reply.status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': call.requestId,
      ...(call.rate ? rateLimitHeaders(call.rate, call.nowMs) : {}),
      ...reply.headers,
    },
    ...bodyOf(reply),
  };
}

/** JSON, but for bytes, which the gateway takes in base64, and for text: a page, or a replayed answer as it was. */
function bodyOf({ body }: HandlerResult): { body: string; isBase64Encoded?: true } {
  if (body instanceof Uint8Array)
    return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  return { body: typeof body === 'string' ? body : JSON.stringify(body) };
}
