import { tokenPolicy } from '../../core/rate-limit/policies.ts';
import { requestQuotaOf } from './rate-limit.ts';
import type { RequestContext } from './request-context.ts';

/** Request quota for one more access token of an API key, whose secret was correct. As `requestQuota`. */
export function requestTokenQuota(context: RequestContext, clientId: string): void {
  requestQuotaOf(context, [tokenPolicy(clientId)]);
}
