import { getPath, parseJsonBody } from '../json-response.ts';
import { parseCount } from '../metrics.ts';
import type { PlatformConnection, PrepareFailure, PublishingAccount } from '../publisher.ts';
import { QUOTA_WAIT_SECONDS } from './errors.ts';
import { call } from './request.ts';

/** Short, because the quota only avoids unnecessary work and must not delay the post. */
const MAX_WAIT_MS = 5_000;

/**
 * Check whether the account may post within its rolling 24 hours.
 *
 * Returns null when it may, or the quota is unreadable. The quota is specific to the account; Meta's pages state
 * different numbers (50, 100).
 */
export async function checkQuota(
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<PrepareFailure | null> {
  const path = `${encodeURIComponent(account.externalId)}/content_publishing_limit?fields=quota_usage,config`;
  const hurried = { ...connection, deadlineMs: Math.min(connection.deadlineMs, MAX_WAIT_MS) };
  const result = await call('GET', path, undefined, account, hurried);
  if (result.response?.status !== 200) return null;
  const json = parseJsonBody(result.response);
  const used = parseCount(getPath(json, 'data', '0', 'quota_usage'));
  const total = parseCount(getPath(json, 'data', '0', 'config', 'quota_total'));
  if (used === null || total === null || used < total) return null;
  const message = `Instagram's limit of posts in 24 hours is reached: ${used} of ${total}.`;
  return {
    outcome: 'retry',
    error: { code: 'rate_limited', message, category: 'rate_limit', retryable: true },
    retryAfterSeconds: QUOTA_WAIT_SECONDS,
  };
}
