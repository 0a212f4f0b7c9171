import type { Account } from '../../accounts/rules/account.ts';
import { publishLimit } from '../../accounts/rules/publish-limit.ts';
import { publishLimitWrite } from '../../accounts/store/publish-limits.ts';
import { log } from '../../core/observability/log.ts';
import { commit } from '../../core/table/commit.ts';
import type { AttemptOutcome } from '../rules/attempt-outcome.ts';

/**
 * Record the platform limit that an attempt met, for the warnings of other items of the account. An item of its own,
 * so that it never conflicts with a token refresh. A failure is logged: the outcome of the attempt is what counts.
 *
 * @param nextAttemptAt when the service tries again (ISO 8601); null when it does not.
 */
export async function recordPublishLimit(
  account: Account,
  outcome: AttemptOutcome,
  nextAttemptAt: string | null,
): Promise<void> {
  if (outcome.outcome !== 'retry' || outcome.error.category !== 'rate_limit') return;
  const limit = publishLimit(account, outcome.retryAfterSeconds, nextAttemptAt, Date.now());
  if (limit === null) return;
  try {
    await commit([publishLimitWrite(limit)]);
  } catch (error) {
    const { workspace_id, platform, id: account_id } = account;
    log.error('platform limit not stored', { workspace_id, platform, account_id, error: error as Error });
  }
}
