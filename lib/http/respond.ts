import { log } from '../log.ts';
import { rateHeaders } from './admit.ts';
import type { Call, GatewayResult, Reply } from './call.ts';

/** The gateway's answer: the reply with the headers every response carries, and one line in the log. */
export function respond(call: Call, reply: Reply): GatewayResult {
  log.info('request', {
    operation: call.operation,
    status: reply.status,
    request_id: call.requestId,
    workspace_id: call.caller?.workspace.id,
    client_id: call.caller?.clientId,
    duration_ms: Date.now() - call.nowMs,
  });
  return {
    statusCode: reply.status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': call.requestId,
      ...(call.rate ? rateHeaders(call.rate) : {}),
      ...reply.headers,
    },
    // A replayed answer is the very text that was stored.
    body: typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body),
  };
}
