import { methodsAt } from '../lib/api/routes.ts';
import { ApiError } from '../lib/domain/api-error.ts';
import { problemResponse } from '../lib/http/problem.ts';
import { createRequestContext, type GatewayEvent, type GatewayResult } from '../lib/http/request-context.ts';
import { respond } from '../lib/http/respond.ts';

/**
 * Responds to requests that match no route, because the 404 of API Gateway is not a problem+json and it has no
 * 405. Returns 405 with `Allow` for a known path with another method, and 404 otherwise.
 */
export async function handler(event: GatewayEvent): Promise<GatewayResult> {
  const call = createRequestContext('unmatched', event);
  const allowed = methodsAt(event.rawPath);
  const refusal =
    allowed.length === 0
      ? new ApiError('not_found', 'This path does not exist.')
      : new ApiError('method_not_allowed', `This path only supports ${allowed.join(', ')}.`, {
          headers: { allow: allowed.join(', ') },
        });
  return respond(call, problemResponse(refusal, call));
}
