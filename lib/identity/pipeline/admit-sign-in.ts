import { signInPolicy } from '../../core/rate-limit/policies.ts';
import { requestQuotaOf } from './rate-limit.ts';
import type { RequestContext } from './request-context.ts';
import { assertSameSite } from './session-cookie.ts';

/**
 * Admit a request by which a session begins: that no other site has sent it, and the rate limit of its network. Throws
 * 403; the rate limit is enforced as by `requestQuota`.
 */
export function admitSignIn(context: RequestContext): void {
  assertSameSite(context);
  requestQuotaOf(context, [signInPolicy(context.event.requestContext.http.sourceIp)]);
}
