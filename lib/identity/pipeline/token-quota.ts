import type { RatePolicy } from '../../core/rate-limit/policy.ts';
import { tokenPolicy } from '../rules/rate-limits.ts';
import { requestQuotaOf } from './rate-limit.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Request quota for one more access token of an API key, whose secret was correct, or one more request of a session.
 * `further` are limits of the same request. As `requestQuota`.
 */
export function requestTokenQuota(context: RequestContext, clientId: string, further: RatePolicy[] = []): void {
  requestQuotaOf(context, [tokenPolicy(clientId), ...further]);
}
