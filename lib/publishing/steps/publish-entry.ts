import { decideNextAction, failAsTooLate } from '../../content/rules/publish-transitions.ts';
import { markUnconfirmedAfterCrash } from '../../content/rules/unconfirmed-transitions.ts';
import { loadForPublishing } from '../../content/store/contents.ts';
import { loadEntry } from '../../content/store/schedule-entries.ts';
import { settings } from '../../core/config/settings.ts';
import { performWhenDue } from '../../core/queue/perform-when-due.ts';
import { earlyWaitMs } from '../../core/retry/waits.ts';
import { advanceEntry, EXPIRED, stopEntry } from './advance-entry.ts';
import { attemptPublish } from './publish-attempt.ts';
import { reconcileEntry } from './reconcile-entry.ts';

/** Names the entry that a schedule or a queue message is about. */
export type PublishMessage = { workspace_id: string; schedule_id: string };

/**
 * Perform the next action of an entry: publish, expire, mark as unconfirmed or reconcile. Duplicate, early and late
 * messages are harmless: the entry decides, and every step is a conditional write on the version that was loaded. A
 * message that is slightly early waits here. One that is much earlier has no effect: the change to the current due time
 * has its own message or schedule. `endsAtMs` is when Lambda stops this worker.
 */
export async function processDueEntry(message: PublishMessage, endsAtMs: number): Promise<void> {
  await performWhenDue(() => performNextAction(message, endsAtMs));
}

/**
 * Perform the next action. Returns after how many milliseconds to decide again: when it is due, or at once when another
 * change came first. Returns null when nothing is left to do.
 */
async function performNextAction(message: PublishMessage, endsAtMs: number): Promise<number | null> {
  // Alone: most messages that come twice find it started, and read nothing else.
  const read = await loadEntry(message.workspace_id, message.schedule_id);
  if (!read) return null;
  const nowMs = Date.now();
  const next = decideNextAction(read, nowMs, settings().latenessLimitSeconds);
  if (next.action === 'nothing') return null;
  if (next.action === 'wait') return earlyWaitMs(next.untilMs, nowMs);
  const { content, account, settings: workspaceSettings } = await loadForPublishing(read);
  // From its first transition on, the entry keeps this account.
  const entry = { ...read, account_id: read.account_id ?? account?.id ?? null };
  if (!content) {
    await stopEntry(entry);
    return null;
  }
  const stored = { entry, content };
  if (next.action === 'claim') return (await attemptPublish(stored, account, workspaceSettings, endsAtMs)) ? null : 0;
  if (next.action === 'reconcile') await reconcileEntry(stored, account, workspaceSettings, endsAtMs);
  else if (next.action === 'expire') await advanceEntry(stored, (now) => failAsTooLate(now, entry, nowMs), EXPIRED);
  else await advanceEntry(stored, (now) => markUnconfirmedAfterCrash(now, entry, nowMs), 'unconfirmed');
  return null;
}
