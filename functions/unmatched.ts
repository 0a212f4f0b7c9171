import { methodsAt } from '../lib/contract/routes.ts';
import { Refusal } from '../lib/domain/refusal.ts';
import { type GatewayEvent, type GatewayResult, newCall } from '../lib/http/call.ts';
import { problemReply } from '../lib/http/problem.ts';
import { respond } from '../lib/http/respond.ts';

/**
 * Answers what no route of the table matches: the gateway's own 404 is no problem+json, and it has no 405.
 * A known path with another method is 405 with `Allow`; anything else is 404.
 */
export async function handler(event: GatewayEvent): Promise<GatewayResult> {
  const call = newCall('unmatched', event);
  const allowed = methodsAt(event.rawPath);
  const refusal =
    allowed.length === 0
      ? new Refusal('not_found', 'There is no such path in this API.')
      : new Refusal('method_not_allowed', `This path takes ${allowed.join(', ')}.`, {
          headers: { allow: allowed.join(', ') },
        });
  return respond(call, problemReply(refusal, call));
}
