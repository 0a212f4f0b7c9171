import { methodsAt } from '../lib/api/routes.ts';
import { ApiError } from '../lib/domain/api-error.ts';
import { problemResponse } from '../lib/http/problem.ts';
import { createRequestContext, type GatewayEvent, type GatewayResult } from '../lib/http/request-context.ts';
import { respond } from '../lib/http/respond.ts';

/**
 * Answers what no route of the table matches: the gateway's own 404 is no problem+json, and it has no 405.
 * A known path with another method is 405 with `Allow`; anything else is 404.
 */
export async function handler(event: GatewayEvent): Promise<GatewayResult> {
  const call = createRequestContext('unmatched', event);
  const allowed = methodsAt(event.rawPath);
  const refusal =
    allowed.length === 0
      ? new ApiError('not_found', 'There is no such path in this API.')
      : new ApiError('method_not_allowed', `This path takes ${allowed.join(', ')}.`, {
          headers: { allow: allowed.join(', ') },
        });
  return respond(call, problemResponse(refusal, call));
}
