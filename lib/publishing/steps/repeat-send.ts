import { randomBytes } from 'node:crypto';
import type { PublishOutcome } from '../../adapters/kit/publisher.ts';
import { lacksApproval } from '../../content/rules/approval.ts';
import type { Content } from '../../content/rules/content.ts';
import type { Send } from '../../content/rules/schedule-entry.ts';
import { nextPost } from '../../content/rules/thread.ts';
import { scheduleNextCheck, startRepeat } from '../../content/rules/unconfirmed-transitions.ts';
import { settings } from '../../core/config/settings.ts';
import { makeId } from '../../core/values/id.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { advanceEntry, type StoredEntry } from './advance-entry.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import { recordOutcome } from './record-outcome.ts';
import { MIN_TIME_TO_SEND_MS, sendPost } from './send-post.ts';
import type { UsableCredentials } from './token-retry.ts';

/**
 * Send an unconfirmed post again, with exactly what was sent before. For platforms that store a post under a key of
 * ours: there is one post, whatever the outcome of the earlier requests. As before any request that posts, `sending` is
 * stored first, so that no request resolves or cancels the target at the same time. An item that has lost its approval
 * since it was read is not sent; the next check decides about it.
 */
export async function repeatSend(
  stored: StoredEntry,
  send: Send,
  access: UsableCredentials,
  workspaceSettings: WorkspaceSettings,
  endsAtMs: number,
): Promise<void> {
  if (Date.now() + MIN_TIME_TO_SEND_MS > endsAtMs) return;
  const id = makeId('attempt', Date.now(), randomBytes(10));
  const start = (now: Content) =>
    lacksApproval(now, workspaceSettings)
      ? scheduleNextCheck(now, stored.entry, Date.now(), settings().latenessLimitSeconds)
      : startRepeat(now, stored.entry, send, id, Date.now());
  const sending = await advanceEntry(stored, start, 'sending');
  if (sending?.entry.state !== 'sending') return;
  const { entry, content } = sending;
  const post = nextPost(content, entry);
  const sent = await sendPost(entry, { post, preparation: send.prepared_state ?? {} }, access, endsAtMs);
  await recordOutcome(sending, entry, toRepeatOutcome(sent.outcome, send), sent.account.account);
}

/** A request that was rejected or not sent says nothing about the earlier ones. */
function toRepeatOutcome(outcome: PublishOutcome, send: Send): AttemptOutcome {
  if (outcome.outcome === 'unknown') return outcome;
  if (outcome.outcome !== 'published') return { outcome: 'unresolved', error: outcome.error };
  const { outcome: _, ...live } = outcome;
  return { outcome: 'identified', post: { ...live, publishedAtMs: Date.now(), send } };
}
