import type { RequestContext } from '../../pipeline/request-context.ts';
import { resourceOf } from '../../pipeline/stage-origin.ts';
import type { ApiKey } from '../../rules/api-key.ts';
import type { Audience } from '../../rules/audience.ts';
import { invalidTarget } from '../../rules/oauth/problems.ts';

/**
 * Return the resource that an access token is for: that of its API key, or the one that the request names (RFC 8707). Throws
 * 400 `invalid_target` for another resource than that of the key, and for none of this service.
 */
export function tokenAudience(key: ApiKey, resource: string | null, context: RequestContext): Audience | undefined {
  if (resource === null) return key.audience;
  const named = resourceOf(context, resource);
  if (named !== null && (key.audience ?? named) === named) return named;
  throw invalidTarget('The resource must be the MCP server or the API, and that of the API key.');
}
