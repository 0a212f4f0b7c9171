import { gunzipSync } from 'node:zlib';
import { deployedFile } from '../lib/app/site/deployed-file.ts';
import { allowedMethods, type RouteEntry } from '../lib/core/api/allowed-methods.ts';
import { ApiError } from '../lib/core/problems/api-error.ts';
import {
  createRequestContext,
  type GatewayEvent,
  type GatewayResult,
} from '../lib/identity/pipeline/request-context.ts';
import { respondWithProblem } from '../lib/identity/pipeline/respond.ts';

const ROUTES = deployedFile('routes.json');

/**
 * Respond to requests that match no route. The 404 of API Gateway is not a problem+json, and API Gateway has no 405.
 * Returns 405 with `Allow` for a known path with another method, and 404 otherwise.
 */
export async function handler(event: GatewayEvent): Promise<GatewayResult> {
  const context = createRequestContext(null, event);
  const routes = JSON.parse(gunzipSync(ROUTES().gzip).toString()) as RouteEntry[];
  const allowed = allowedMethods(routes, event.rawPath);
  const error =
    allowed.length === 0
      ? new ApiError('not_found', 'This path does not exist.')
      : new ApiError('method_not_allowed', `This path only supports ${allowed.join(', ')}.`, {
          headers: { allow: allowed.join(', ') },
        });
  return respondWithProblem(context, error);
}
