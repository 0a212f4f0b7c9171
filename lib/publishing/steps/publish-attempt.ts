import { randomBytes } from 'node:crypto';
import { type CredentialsResult, confirmToken, credentialsOf } from '../../accounts/credentials/account-credentials.ts';
import type { Account } from '../../accounts/rules/account.ts';
import { publisherOf } from '../../adapters/adapters.ts';
import type { Post, PublishOutcome } from '../../adapters/kit/publisher.ts';
import { lacksApproval } from '../../content/rules/approval.ts';
import type { Content } from '../../content/rules/content.ts';
import { entryError } from '../../content/rules/publish-failure-reasons.ts';
import { claim, endContinued, failAsNotApproved, startSending } from '../../content/rules/publish-transitions.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { nextPost, nextStep } from '../../content/rules/thread.ts';
import { log } from '../../core/observability/log.ts';
import { ConflictError } from '../../core/retry/conflict.ts';
import { makeId } from '../../core/values/id.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import {
  advanceEntry,
  type EntryRule,
  type StoredEntry,
  saveTransition,
  untilInvocationEnds,
} from './advance-entry.ts';
import { prepareEntry } from './prepare-entry.ts';
import { resolveDuplicate, resolveEarlierSend, sendKeyFor } from './reconcile-entry.ts';
import { recordOutcome } from './record-outcome.ts';
import { MIN_TIME_TO_SEND_MS, sendPost } from './send-post.ts';
import { toRetry, type UsableCredentials } from './token-retry.ts';

/**
 * Attempt to publish the next part of an entry that is due, from its state and item as they were just read. What is
 * about to happen is stored before each request to the platform: the claim before the preparation, and the start of
 * sending before the post. Most posts without media are prepared without requests, so their claim and the start of
 * sending are one write. An item without a required approval fails: before the preparation, and again in the write that
 * starts the send, because its approval may have been withdrawn since. Returns false when another change came first:
 * the entry as it is then decides.
 */
export async function attemptPublish(
  read: StoredEntry,
  account: Account | null,
  settings: WorkspaceSettings,
  endsAtMs: number,
): Promise<boolean> {
  const nowMs = Date.now();
  const { content } = read;
  if (lacksApproval(content, settings)) {
    return (await saveIfUnchanged(read, () => failAsNotApproved(content, read.entry, nowMs), 'not approved')) !== null;
  }
  if (nextStep(content, read.entry) !== 'send') {
    return (await saveIfUnchanged(read, () => endContinued(content, read.entry, nowMs), 'ended')) !== null;
  }
  const claimed = claim(content, read.entry, makeId('attempt', nowMs, randomBytes(10)), nowMs);
  const access = await readCredentials(claimed.entries[0]!, account);
  if (access.state !== 'usable') {
    await recordOutcome(read, claimed.entries[0]!, toAccountFailure(access));
    return true;
  }
  const post = nextPost(content, read.entry);
  const { preparesWithRequests = hasMedia } = publisherOf(access.account);
  const isClaimedFirst = preparesWithRequests(post);
  const held = isClaimedFirst
    ? await saveIfUnchanged(read, () => claimed, 'claimed')
    : { content, entry: claimed.entries[0]! };
  const prepared = held && (await prepareEntry(held.entry, post, access, endsAtMs));
  if (!prepared) return false;
  const { entry, outcome } = prepared;
  // What the table has: without a claim, nothing of this attempt.
  const stored = isClaimedFirst ? { ...held, entry } : read;
  if (outcome.outcome !== 'prepared') {
    // The outcome is that of the item as it was read: an image may have been added since.
    const claimedNow = isClaimedFirst ? stored : await saveIfUnchanged(read, () => claimed, 'claimed');
    if (!claimedNow) return false;
    const known =
      outcome.outcome === 'already_live' ? await resolveEarlierSend({ ...held, entry }, prepared.account) : outcome;
    await recordOutcome(claimedNow, claimedNow.entry, known, access.account);
    return true;
  }
  const { preparation } = outcome;
  if (Date.now() + MIN_TIME_TO_SEND_MS > endsAtMs) {
    const ready = { ...entry, prepared_state: preparation };
    await recordOutcome(stored, ready, { outcome: 'unfinished', error: entryError('preparation_slow') });
    return true;
  }
  const key = sendKeyFor(entry.platform, prepared.account.credentials, post);
  const start = (now: Content) =>
    lacksApproval(now, settings)
      ? failAsNotApproved(now, entry, Date.now())
      : startSending(now, entry, { preparedState: preparation, key }, Date.now());
  // Before anything is stored, a changed item may be another post.
  const sending = isClaimedFirst
    ? await advanceEntry(stored, start, 'sending')
    : await saveIfUnchanged(stored, start, 'sending');
  if (!sending) return false;
  if (sending.entry.state === 'sending') await send(sending, post, prepared.account, endsAtMs);
  return true;
}

function hasMedia({ media }: Post): boolean {
  return media.length > 0;
}

/** Save a transition. Returns null when the entry or its item has changed. */
async function saveIfUnchanged(read: StoredEntry, rule: EntryRule, step: string): Promise<StoredEntry | null> {
  try {
    return await saveTransition(read, rule, step);
  } catch (error) {
    if (error instanceof ConflictError) return null;
    throw error;
  }
}

/** Send the post of an entry whose sending is stored, and record the outcome. */
async function send(sending: StoredEntry, post: Post, access: UsableCredentials, endsAtMs: number): Promise<void> {
  const { entry } = sending;
  const sent = await sendPost(entry, { post, preparation: entry.prepared_state! }, access, endsAtMs);
  const settled = await untilInvocationEnds(() => resolveDuplicate(sending, sent.outcome, sent.account));
  await recordOutcome(sending, entry, settled, sent.account.account);
  if (sent.outcome.outcome === 'published') await confirmToken(sent.account.account);
}

/** Read the credentials for an entry. Any error counts as `unavailable`, so that the attempt is retried. */
async function readCredentials(entry: ScheduleEntry, account: Account | null): Promise<CredentialsResult> {
  try {
    return await credentialsOf(account);
  } catch (error) {
    const { id: schedule_id, platform } = entry;
    log.error('account credentials unavailable', { schedule_id, platform, error: error as Error });
    return { state: 'unavailable' };
  }
}

function toAccountFailure({ state }: CredentialsResult): PublishOutcome {
  if (state === 'unavailable') return toRetry('account_unavailable');
  const code = state === 'needs_reconnect' ? 'account_needs_reconnect' : 'account_missing';
  return { outcome: 'rejected', error: entryError(code) };
}
