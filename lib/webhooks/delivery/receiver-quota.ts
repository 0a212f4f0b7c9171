import { quotaExceeded } from '../../core/problems/problems.ts';
import { createRateLimiter } from '../../core/rate-limit/limiter.ts';
import { RECEIVER_REQUESTS_PER_MINUTE, receiverPolicy, verificationPolicies } from '../rules/rate-limits.ts';
import { nextMinuteMs, receiverHost } from '../rules/receiver-limit.ts';

const limiter = createRateLimiter();

/**
 * Take one of the requests that a workspace (`deliveryGroupOf`) may cause to the host of `url` in this minute. Returns false
 * when none is left. Rejects when the count cannot be reached, so that more requests than the limit are never sent.
 */
export async function takeReceiverRequest(group: string, url: string, nowMs: number): Promise<boolean> {
  const { isAllowed, prefetching } = await limiter.request([receiverPolicy(group, receiverHost(url))], nowMs);
  // Lambda freezes an instance with a request in progress.
  await prefetching;
  return isAllowed;
}

/**
 * Take one of the requests that an agent key may verify URLs by, at any host and at the host of `url`. Returns false
 * when none is left. Rejects as `takeReceiverRequest`.
 */
export async function takeVerificationRequest(
  workspaceId: string,
  clientId: string,
  url: string,
  nowMs: number,
): Promise<boolean> {
  const host = receiverHost(url);
  const policies = [receiverPolicy(workspaceId, host), ...verificationPolicies(workspaceId, clientId, host)];
  const { isAllowed, prefetching } = await limiter.request(policies, nowMs);
  await prefetching;
  return isAllowed;
}

/** Take one of these requests. Throws a 429 error when none is left. */
export async function assertReceiverRequest(workspaceId: string, url: string, nowMs: number): Promise<void> {
  if (await takeReceiverRequest(workspaceId, url, nowMs)) return;
  const detail = `This workspace has sent ${RECEIVER_REQUESTS_PER_MINUTE} requests to ${receiverHost(url)} in the current minute.`;
  const seconds = Math.max(1, Math.ceil((nextMinuteMs(nowMs) - nowMs) / 1000));
  throw quotaExceeded(detail, {
    extensions: { 'violated-policies': ['receiver'] },
    headers: { 'retry-after': String(seconds) },
  });
}
