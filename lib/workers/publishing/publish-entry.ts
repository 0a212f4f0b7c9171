import { randomBytes } from 'node:crypto';
import { settings } from '../../config/settings.ts';
import { type CredentialsResult, confirmToken, getCredentials } from '../../connected-accounts/account-credentials.ts';
import type { Account } from '../../domain/accounts/account.ts';
import { type Content, textFor } from '../../domain/content/content.ts';
import { entryError } from '../../domain/content/publish-failure-reasons.ts';
import {
  applyPublishOutcome,
  claim,
  decideNextAction,
  failAsTooLate,
  startSending,
} from '../../domain/content/publish-transitions.ts';
import type { ScheduleEntry } from '../../domain/content/schedule-entry.ts';
import {
  markPublished,
  markUnconfirmed,
  markUnconfirmedAfterCrash,
  returnToUnconfirmed,
} from '../../domain/content/unconfirmed-transitions.ts';
import { makeId } from '../../domain/id.ts';
import { earlyWaitMs } from '../../domain/waits.ts';
import { log } from '../../observability/log.ts';
import { PUBLISHERS } from '../../platforms/adapters.ts';
import type { PublishOutcome } from '../../platforms/publisher.ts';
import { loadContent } from '../../table/contents.ts';
import { isPostClaimConflict } from '../../table/post-claims.ts';
import { loadEntry } from '../../table/schedule-entries.ts';
import { performWhenDue } from '../perform-when-due.ts';
import { countOperatorError, getPlatformConnection } from '../platform-connection.ts';
import { advanceEntry, EXPIRED, recordFinding, untilInvocationEnds } from './advance-entry.ts';
import { logConfirmedPost } from './confirmed-post.ts';
import { prepareEntry } from './prepare-entry.ts';
import {
  type AttemptOutcome,
  reconcileEntry,
  resolveDuplicate,
  resolveEarlierSend,
  sendKeyFor,
} from './reconcile-entry.ts';
import { recordPublishLimit } from './record-publish-limit.ts';
import { toRetry, withTokenRetry } from './token-retry.ts';

/** Names the entry that a schedule or a queue message is about. */
export type PublishMessage = { workspace_id: string; schedule_id: string };

const SEND_DEADLINE_MS = 20_000;
// Sending starts only if there is time left to receive and save the response.
const MIN_TIME_TO_SEND_MS = SEND_DEADLINE_MS + 5_000;

/**
 * Perform the next action of an entry: publish, expire, mark as unconfirmed or reconcile. Duplicate, early and late
 * messages are harmless: the entry decides, and every step is a conditional write on the version that was loaded. A
 * message that is slightly early waits here. One that is much earlier has no effect: the change to the current due time
 * has its own message or schedule. `endsAtMs` is when Lambda stops this worker.
 */
export async function processDueEntry(message: PublishMessage, endsAtMs: number): Promise<void> {
  await performWhenDue(() => performNextAction(message, endsAtMs));
}

/** Perform the next action. Returns how long to wait for it if it is not due yet; otherwise null. */
async function performNextAction(message: PublishMessage, endsAtMs: number): Promise<number | null> {
  const entry = await loadEntry(message.workspace_id, message.schedule_id);
  if (!entry) return null;
  const nowMs = Date.now();
  const next = decideNextAction(entry, nowMs, settings().latenessLimitSeconds);
  if (next.action === 'wait') return earlyWaitMs(next.untilMs, nowMs);
  if (next.action === 'expire') {
    await advanceEntry(entry, (content) => failAsTooLate(content, entry, nowMs), EXPIRED);
  } else if (next.action === 'mark_unconfirmed') {
    await advanceEntry(entry, (content) => markUnconfirmedAfterCrash(content, entry, nowMs), 'unconfirmed');
  } else if (next.action === 'reconcile') {
    await reconcileEntry(entry);
  } else if (next.action === 'claim') {
    const attemptId = makeId('attempt', nowMs, randomBytes(10));
    const claimed = await advanceEntry(entry, (content) => claim(content, entry, attemptId, nowMs), 'claimed');
    if (claimed) await attemptPublish(claimed, endsAtMs);
  }
  return null;
}

async function attemptPublish(claimed: ScheduleEntry, endsAtMs: number): Promise<void> {
  const { workspace_id, content_id, platform } = claimed;
  const [account, content] = await Promise.all([loadCredentials(claimed), loadContent(workspace_id, content_id)]);
  if (account.state !== 'usable' || !content) return recordOutcome(claimed, toAccountFailure(account));
  const post = { text: textFor(content, platform), media: content.media };
  const prepared = await prepareEntry(claimed, post, account, endsAtMs);
  if (!prepared) return;
  const { entry, outcome } = prepared;
  if (outcome.outcome === 'already_live') {
    return recordOutcome(entry, await resolveEarlierSend(entry, prepared.account.credentials));
  }
  if (outcome.outcome !== 'prepared') return recordOutcome(entry, outcome, account.account);
  const { preparation } = outcome;
  if (Date.now() + MIN_TIME_TO_SEND_MS > endsAtMs) {
    const ready = { ...entry, prepared_state: preparation };
    return recordOutcome(ready, { outcome: 'unfinished', error: entryError('preparation_slow') });
  }
  const start = { preparedState: preparation, key: sendKeyFor(platform, prepared.account.credentials, post.text) };
  const sending = await advanceEntry(entry, (now) => startSending(now, entry, start, Date.now()), 'sending');
  if (!sending) return;
  const connection = getPlatformConnection(platform, SEND_DEADLINE_MS);
  const { externalId } = prepared.account.credentials;
  const sent = await withTokenRetry(prepared.account, endsAtMs - MIN_TIME_TO_SEND_MS, async ({ credentials }) => {
    // Another account was connected: the post is prepared for it by the next attempt.
    if (credentials.externalId !== externalId) return toRetry('account_unavailable');
    return PUBLISHERS[platform].send(post, preparation, credentials, connection);
  });
  const settled = await untilInvocationEnds(() => resolveDuplicate(sending, sent.outcome, sent.account.credentials));
  await recordOutcome(sending, settled, sent.account.account);
  if (sent.outcome.outcome === 'published') await confirmToken(sent.account.account);
}

/** Load the credentials for an entry. Any error counts as `unavailable`, so that the attempt is retried. */
async function loadCredentials({ workspace_id, id, platform }: ScheduleEntry): Promise<CredentialsResult> {
  try {
    return await getCredentials(workspace_id, platform);
  } catch (error) {
    log.error('account credentials unavailable', { schedule_id: id, platform, error: error as Error });
    return { state: 'unavailable' };
  }
}

function toAccountFailure({ state }: CredentialsResult): PublishOutcome {
  if (state === 'unavailable') return toRetry('account_unavailable');
  const code = state === 'needs_reconnect' ? 'account_needs_reconnect' : 'account_missing';
  return { outcome: 'rejected', error: entryError(code) };
}

async function recordOutcome(entry: ScheduleEntry, outcome: AttemptOutcome, account?: Account): Promise<void> {
  if (outcome.outcome === 'published') logConfirmedPost(entry, outcome.platformPostId);
  if (outcome.outcome === 'identified') logConfirmedPost(entry, outcome.post.platformPostId);
  if ('error' in outcome) countOperatorError(outcome.error, entry.platform);
  const rule = (content: Content) => {
    if (outcome.outcome === 'unknown') return markUnconfirmed(content, entry, outcome.error, Date.now());
    if (outcome.outcome === 'identified') return markPublished(content, entry, outcome.post, Date.now());
    if (outcome.outcome === 'unresolved') return returnToUnconfirmed(content, entry, outcome.error, Date.now());
    return applyPublishOutcome(content, entry, outcome, Date.now(), settings().latenessLimitSeconds);
  };
  try {
    const after = await recordFinding(entry, rule, outcome.outcome);
    if (account) await recordPublishLimit(account, outcome, after?.due_at ?? null);
  } catch (error) {
    if (!isPostClaimConflict(error)) throw error;
    const { workspace_id, id, platform } = entry;
    log.error('post belongs to another target', { workspace_id, schedule_id: id, platform });
    const reason = entryError('post_already_claimed');
    // The post was that of an earlier send, or it is said to be that of this one.
    const mark = outcome.outcome === 'identified' ? returnToUnconfirmed : markUnconfirmed;
    await recordFinding(entry, (content) => mark(content, entry, reason, Date.now()), 'unconfirmed');
  }
}
