import type { Account } from '../../accounts/rules/account.ts';
import type { Content } from '../../content/rules/content.ts';
import { entryError } from '../../content/rules/publish-failure-reasons.ts';
import { applyPublishOutcome } from '../../content/rules/publish-transitions.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { markPublished, markUnconfirmed, returnToUnconfirmed } from '../../content/rules/unconfirmed-transitions.ts';
import { isPostClaimConflict } from '../../content/store/post-claims.ts';
import { settings } from '../../core/config/settings.ts';
import { log } from '../../core/observability/log.ts';
import { recordFinding, type StoredEntry } from './advance-entry.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import { logConfirmedPost } from './confirmed-post.ts';
import { countOperatorError } from './platform-connection.ts';
import { recordPublishLimit } from './record-publish-limit.ts';

/**
 * Record the outcome of an attempt: `entry` is the entry as the attempt has left it, `stored` as the table has it. With
 * the account of the request, also record the platform limit that it met.
 */
export async function recordOutcome(
  stored: StoredEntry,
  entry: ScheduleEntry,
  outcome: AttemptOutcome,
  account?: Account,
): Promise<void> {
  if (outcome.outcome === 'published') logConfirmedPost(entry, outcome);
  if (outcome.outcome === 'identified') logConfirmedPost(entry, outcome.post);
  if ('error' in outcome) countOperatorError(outcome.error, entry.platform);
  const rule = (content: Content) => {
    if (outcome.outcome === 'unknown') return markUnconfirmed(content, entry, outcome.error, Date.now());
    if (outcome.outcome === 'identified') return markPublished(content, entry, outcome.post, Date.now());
    if (outcome.outcome === 'unresolved') return returnToUnconfirmed(content, entry, outcome.error, Date.now());
    return applyPublishOutcome(content, entry, outcome, Date.now(), settings().latenessLimitSeconds);
  };
  try {
    const after = await recordFinding(stored, rule, outcome.outcome);
    if (account) await recordPublishLimit(account, outcome, after?.entry.due_at ?? null);
  } catch (error) {
    if (!isPostClaimConflict(error)) throw error;
    const { workspace_id, id, platform } = entry;
    log.error('post belongs to another target', { workspace_id, schedule_id: id, platform });
    const reason = entryError('post_already_claimed');
    // The post was that of an earlier send, or it is said to be that of this one.
    const mark = outcome.outcome === 'identified' ? returnToUnconfirmed : markUnconfirmed;
    await recordFinding(stored, (content) => mark(content, entry, reason, Date.now()), 'unconfirmed');
  }
}
