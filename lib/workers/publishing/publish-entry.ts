import { randomBytes } from 'node:crypto';
import { settings } from '../../config/settings.ts';
import {
  type CredentialsResult,
  getCredentials,
  recoverFromTokenRejection,
} from '../../connected-accounts/account-credentials.ts';
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
import { log } from '../../observability/log.ts';
import { PUBLISHERS } from '../../platforms/adapters.ts';
import type { Post, PrepareOutcome, PublishOutcome } from '../../platforms/publisher.ts';
import { loadContent } from '../../table/contents.ts';
import { isPostClaimConflict } from '../../table/post-claims.ts';
import { loadEntry } from '../../table/schedule-entries.ts';
import { countOperatorError, getPlatformConnection } from '../platform-connection.ts';
import { publishQueueUrl, sendDelayed } from '../sqs.ts';
import { advanceEntry } from './advance-entry.ts';
import {
  type AttemptOutcome,
  reconcileEntry,
  resolveDuplicate,
  resolveEarlierSend,
  sendKeyFor,
} from './reconcile-entry.ts';

/** Names the entry that a schedule or a queue message is about. */
export type PublishMessage = { workspace_id: string; schedule_id: string };

const PREPARE_DEADLINE_MS = 15_000;
const SEND_DEADLINE_MS = 20_000;
// Sending starts only if there is time left to receive and save the response.
const MIN_TIME_TO_SEND_MS = SEND_DEADLINE_MS + 5_000;

type UsableCredentials = Extract<CredentialsResult, { state: 'usable' }>;

/**
 * Perform the next action of an entry: wait, publish, expire, mark as unconfirmed or reconcile. Duplicate, early
 * and late messages are harmless: the entry decides, and every step is a conditional write on the version that was
 * loaded. `endsAtMs` is when Lambda stops this worker.
 */
export async function processDueEntry(message: PublishMessage, endsAtMs: number): Promise<void> {
  const entry = await loadEntry(message.workspace_id, message.schedule_id);
  if (!entry) return;
  const nowMs = Date.now();
  const next = decideNextAction(entry, nowMs, settings().latenessLimitSeconds);
  if (next.action === 'wait') {
    await sendDelayed(publishQueueUrl(entry.platform), message, next.untilMs, nowMs);
  } else if (next.action === 'expire') {
    await advanceEntry(entry, (content) => failAsTooLate(content, entry, nowMs), 'too late');
  } else if (next.action === 'mark_unconfirmed') {
    await advanceEntry(entry, (content) => markUnconfirmedAfterCrash(content, entry, nowMs), 'unconfirmed');
  } else if (next.action === 'reconcile') {
    await reconcileEntry(entry);
  } else if (next.action === 'claim') {
    const attemptId = makeId('attempt', nowMs, randomBytes(10));
    const claimed = await advanceEntry(entry, (content) => claim(content, entry, attemptId, nowMs), 'claimed');
    if (claimed) await attemptPublish(claimed, endsAtMs);
  }
}

async function attemptPublish(claimed: ScheduleEntry, endsAtMs: number): Promise<void> {
  const { workspace_id, content_id, platform } = claimed;
  const [account, content] = await Promise.all([loadCredentials(claimed), loadContent(workspace_id, content_id)]);
  if (account.state !== 'usable' || !content) return recordOutcome(claimed, toAccountFailure(account));
  const post = { text: textFor(content, platform), media: content.media };
  const prepared = await prepare(claimed, post, account);
  if (prepared.outcome !== 'prepared') return recordOutcome(claimed, prepared);
  if (Date.now() + MIN_TIME_TO_SEND_MS > endsAtMs) return recordOutcome(claimed, toRetry('preparation_slow'));
  const { preparation } = prepared;
  const key = sendKeyFor(platform, prepared.account.credentials, post.text);
  const start = { preparedState: preparation, key };
  const sending = await advanceEntry(claimed, (now) => startSending(now, claimed, start, Date.now()), 'sending');
  if (!sending) return;
  const connection = getPlatformConnection(platform, SEND_DEADLINE_MS);
  const sent = await withTokenRetry(prepared.account, endsAtMs - MIN_TIME_TO_SEND_MS, ({ credentials }) =>
    PUBLISHERS[platform].send(post, preparation, credentials, connection),
  );
  await recordOutcome(sending, await resolveDuplicate(sending, sent.outcome, sent.account.credentials));
}

async function prepare(
  entry: ScheduleEntry,
  post: Post,
  initial: UsableCredentials,
): Promise<(Extract<PrepareOutcome, { outcome: 'prepared' }> & { account: UsableCredentials }) | AttemptOutcome> {
  const { platform, prepared_state } = entry;
  const connection = getPlatformConnection(platform, PREPARE_DEADLINE_MS);
  const { outcome, account } = await withTokenRetry(initial, Number.POSITIVE_INFINITY, ({ credentials }) =>
    PUBLISHERS[platform].prepare(post, credentials, connection, prepared_state),
  );
  if (outcome.outcome === 'prepared') return { ...outcome, account };
  if (outcome.outcome !== 'already_live') return outcome;
  return resolveEarlierSend(entry, account.credentials);
}

/**
 * Send a request, and repeat it once with a new token when the platform rejects the token, until `retryUntilMs`.
 * The platform did not process a request with a rejected token, so the repetition is safe.
 */
async function withTokenRetry<T extends PublishOutcome | PrepareOutcome>(
  account: UsableCredentials,
  retryUntilMs: number,
  request: (account: UsableCredentials) => Promise<T>,
): Promise<{ outcome: T | PublishOutcome; account: UsableCredentials }> {
  const first = await request(account);
  if (!isTokenRejection(first)) return { outcome: first, account };
  const recovered = await recoverFromTokenRejection(account.account);
  if (recovered.state === 'unavailable') return { outcome: toRetry('account_unavailable'), account };
  // Without a new token, the caller gets the platform's rejection.
  if (recovered.state !== 'usable') return { outcome: first, account };
  if (Date.now() > retryUntilMs) return { outcome: toRetry('preparation_slow'), account };
  const second = await request(recovered);
  if (isTokenRejection(second)) await recoverFromTokenRejection(recovered.account);
  return { outcome: second, account: recovered };
}

function isTokenRejection(outcome: PublishOutcome | PrepareOutcome): boolean {
  return outcome.outcome === 'rejected' && outcome.error.code === 'unauthorized';
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

function toRetry(code: 'account_unavailable' | 'preparation_slow'): PublishOutcome {
  return { outcome: 'retry', error: entryError(code), retryAfterSeconds: null };
}

async function recordOutcome(entry: ScheduleEntry, outcome: AttemptOutcome): Promise<void> {
  if (outcome.outcome === 'rejected' || outcome.outcome === 'retry') countOperatorError(outcome.error, entry.platform);
  const rule = (content: Content) => {
    if (outcome.outcome === 'unknown') return markUnconfirmed(content, entry, outcome.error, Date.now());
    if (outcome.outcome === 'identified') return markPublished(content, entry, outcome.post, Date.now());
    if (outcome.outcome === 'unresolved') return returnToUnconfirmed(content, entry, outcome.error, Date.now());
    return applyPublishOutcome(content, entry, outcome, Date.now(), settings().latenessLimitSeconds);
  };
  try {
    await advanceEntry(entry, rule, outcome.outcome);
  } catch (error) {
    if (!isPostClaimConflict(error)) throw error;
    const { workspace_id, id, platform } = entry;
    log.error('post belongs to another target', { workspace_id, schedule_id: id, platform });
    const reason = entryError('post_already_claimed');
    // The post was that of an earlier send, or it is said to be that of this one.
    const mark = outcome.outcome === 'identified' ? returnToUnconfirmed : markUnconfirmed;
    await advanceEntry(entry, (content) => mark(content, entry, reason, Date.now()), 'unconfirmed');
  }
}
