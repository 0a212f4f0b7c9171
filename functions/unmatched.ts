import { gunzipSync } from 'node:zlib';
import { deployedFile } from '../lib/app/site/deployed-file.ts';
import { allowedMethods, type RouteEntry } from '../lib/core/api/allowed-methods.ts';
import type { ApiError } from '../lib/core/problems/define-problem.ts';
import { methodNotAllowed, notFound } from '../lib/core/problems/problems.ts';
import { oauthDocument } from '../lib/identity/pipeline/oauth-metadata.ts';
import { assertWithinRateLimit, ensureCounted, requestQuota } from '../lib/identity/pipeline/rate-limit.ts';
import {
  createRequestContext,
  type GatewayEvent,
  type GatewayResult,
} from '../lib/identity/pipeline/request-context.ts';
import { respond, respondWithProblem } from '../lib/identity/pipeline/respond.ts';

const ROUTES = deployedFile('routes.json');

/**
 * Respond to requests that match no route of an endpoint: for OAuth metadata and the authorization endpoint, which are at the
 * root of the host, with these; else with 405 and `Allow` for a known path with another method, and with 404 otherwise. The
 * 404 of API Gateway is not a problem+json, and API Gateway has no 405.
 */
export async function handler(event: GatewayEvent): Promise<GatewayResult> {
  const context = createRequestContext(null, event);
  try {
    const document = oauthDocument(context);
    if (!document) throw unmatchedError(event);
    requestQuota(context);
    await assertWithinRateLimit(context);
    await ensureCounted(context);
    return respond(context, document);
  } catch (error) {
    return respondWithProblem(context, error);
  }
}

function unmatchedError({ rawPath, requestContext }: GatewayEvent): ApiError {
  const routes = JSON.parse(gunzipSync(ROUTES().gzip).toString()) as RouteEntry[];
  const allowed = allowedMethods(routes, rawPath);
  // A stage without a dashboard has the paths of OAuth, and no response to them.
  if (allowed.length === 0 || allowed.includes(requestContext.http.method))
    return notFound('This path does not exist.');
  const allow = allowed.join(', ');
  return methodNotAllowed(`This path only supports ${allow}.`, { headers: { allow } });
}
