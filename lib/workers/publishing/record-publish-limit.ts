import type { Account } from '../../domain/accounts/account.ts';
import { publishLimit } from '../../domain/accounts/publish-limit.ts';
import { publishRetryDelaySeconds } from '../../domain/content/publish-retry-policy.ts';
import type { ScheduleEntry } from '../../domain/content/schedule-entry.ts';
import { log } from '../../observability/log.ts';
import { commit } from '../../table/commit.ts';
import { publishLimitWrite } from '../../table/publish-limits.ts';
import type { AttemptOutcome } from './reconcile-entry.ts';

/**
 * Record the platform limit that an attempt met, for the warnings of other items of the account. An item of its own,
 * so that it never conflicts with a token refresh. A failure is logged: the outcome of the attempt is what counts.
 */
export async function recordPublishLimit(
  entry: ScheduleEntry,
  account: Account,
  outcome: AttemptOutcome,
): Promise<void> {
  if (outcome.outcome !== 'retry' || outcome.error.category !== 'rate_limit') return;
  const waitSeconds = Math.max(publishRetryDelaySeconds(entry.attempts), outcome.retryAfterSeconds ?? 0);
  try {
    await commit([publishLimitWrite(publishLimit(account, waitSeconds, Date.now()))]);
  } catch (error) {
    const { workspace_id, platform, id: schedule_id } = entry;
    log.error('platform limit not stored', { workspace_id, platform, schedule_id, error: error as Error });
  }
}
