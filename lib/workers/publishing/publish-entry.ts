import { randomBytes } from 'node:crypto';
import { settings } from '../../config/settings.ts';
import {
  type CredentialsResult,
  getCredentials,
  recoverFromTokenRejection,
} from '../../connected-accounts/account-credentials.ts';
import { textFor } from '../../domain/content/content.ts';
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
  type PublishedPostRef,
} from '../../domain/content/unconfirmed-transitions.ts';
import { makeId } from '../../domain/id.ts';
import { log } from '../../observability/log.ts';
import { PUBLISHERS } from '../../platforms/platforms.ts';
import type { Post, PrepareOutcome, PublishingAccount, PublishOutcome } from '../../platforms/publisher.ts';
import { loadContent } from '../../table/contents.ts';
import { loadEntry } from '../../table/schedule-entries.ts';
import { countOperatorError } from '../operator-errors.ts';
import { getPlatformConnection } from '../platform-connection.ts';
import { publishQueueUrl, sendDelayed } from '../sqs.ts';
import { advanceEntry } from './advance-entry.ts';
import { reconcileEntry, reconcileWithPlatform } from './reconcile-entry.ts';

/** What a timer or a message hands to the publish function: which entry to look at. */
export interface PublishMessage {
  workspace_id: string;
  schedule_id: string;
}

const PREPARE_DEADLINE_MS = 15_000;
const SEND_DEADLINE_MS = 20_000;
// Sending starts only while there is time to hear the answer and to record it.
const MIN_TIME_TO_SEND_MS = SEND_DEADLINE_MS + 5_000;

const ACCOUNT_UNAVAILABLE: PublishOutcome = {
  outcome: 'retry',
  error: entryError('account_unavailable'),
  retryAfterSeconds: null,
};

/**
 * Does what is due of an entry: nothing, wait, publish, give up, say that its outcome is unknown, or ask the
 * platform what became of it. Waking it twice, early or late does no harm: the record decides, and every step
 * is a conditional write on the version that was read. `endsAtMs` is when this worker will be stopped.
 */
export async function processDueEntry(wake: PublishMessage, endsAtMs: number): Promise<void> {
  const entry = await loadEntry(wake.workspace_id, wake.schedule_id);
  if (!entry) return;
  const nowMs = Date.now();
  const verdict = decideNextAction(entry, nowMs, settings().latenessLimitSeconds);
  if (verdict.act === 'wait') {
    await sendDelayed(publishQueueUrl(entry.platform), wake, verdict.untilMs, nowMs);
  } else if (verdict.act === 'expire') {
    await advanceEntry(entry, (content) => failAsTooLate(content, entry, nowMs), 'too late');
  } else if (verdict.act === 'mark_unconfirmed') {
    await advanceEntry(entry, (content) => markUnconfirmedAfterCrash(content, entry, nowMs), 'unconfirmed');
  } else if (verdict.act === 'reconcile') {
    await reconcileEntry(entry);
  } else if (verdict.act === 'claim') {
    const attemptId = makeId('attempt', nowMs, randomBytes(10));
    const claimed = await advanceEntry(
      entry,
      (content) => claim(content, entry, attemptId, nowMs),
      'claimed',
    );
    if (claimed) await attemptPublish(claimed, endsAtMs);
  }
}

/** How an attempt ends. `live`: what an earlier attempt sent is there, so this one has nothing to send. */
type AttemptOutcome =
  | Exclude<PublishOutcome | PrepareOutcome, { outcome: 'prepared' }>
  | ({ outcome: 'live' } & PublishedPostRef);

async function attemptPublish(claimed: ScheduleEntry, endsAtMs: number): Promise<void> {
  const [usable, content] = await Promise.all([
    loadCredentials(claimed),
    loadContent(claimed.workspace_id, claimed.content_id),
  ]);
  if (usable.state !== 'usable' || !content) return recordOutcome(claimed, toAccountFailure(usable));
  const post = { text: textFor(content, claimed.platform), media: content.media };
  const prepared = await prepare(claimed, post, usable);
  if (prepared.outcome !== 'prepared') return recordOutcome(claimed, prepared);
  if (Date.now() + MIN_TIME_TO_SEND_MS > endsAtMs) {
    return recordOutcome(claimed, {
      outcome: 'retry',
      error: entryError('preparation_slow'),
      retryAfterSeconds: null,
    });
  }
  const sending = await advanceEntry(
    claimed,
    (now) => startSending(now, claimed, prepared.preparation, Date.now()),
    'sending',
  );
  if (!sending) return;
  const sent = await withTokenRetry(prepared.usable, endsAtMs - MIN_TIME_TO_SEND_MS, ({ credentials }) =>
    PUBLISHERS[claimed.platform].send(
      post,
      prepared.preparation,
      credentials,
      getPlatformConnection(claimed.platform, SEND_DEADLINE_MS),
    ),
  );
  await recordOutcome(sending, await resolveDuplicate(sending, sent.outcome, sent.usable.credentials));
}

type UsableCredentials = Extract<CredentialsResult, { state: 'usable' }>;

async function prepare(
  claimed: ScheduleEntry,
  post: Post,
  account: UsableCredentials,
): Promise<
  (Extract<PrepareOutcome, { outcome: 'prepared' }> & { usable: UsableCredentials }) | AttemptOutcome
> {
  const { outcome, usable } = await withTokenRetry(account, Number.POSITIVE_INFINITY, ({ credentials }) =>
    PUBLISHERS[claimed.platform].prepare(
      post,
      credentials,
      getPlatformConnection(claimed.platform, PREPARE_DEADLINE_MS),
      claimed.prepared_state,
    ),
  );
  return outcome.outcome === 'prepared' ? { ...outcome, usable } : outcome;
}

/**
 * One request with the account's token, and once more with another token when the platform does not accept
 * it: a request refused for its token was certainly not carried out. Not again after `againUntilMs`.
 */
async function withTokenRetry<T extends PublishOutcome | PrepareOutcome>(
  usable: UsableCredentials,
  againUntilMs: number,
  request: (usable: UsableCredentials) => Promise<T>,
): Promise<{ outcome: T | PublishOutcome; usable: UsableCredentials }> {
  const first = await request(usable);
  if (!isTokenRejection(first)) return { outcome: first, usable };
  const other = await recoverFromTokenRejection(usable.account);
  // Without another token, what the platform said is what the caller has to know.
  if (other.state !== 'usable')
    return { outcome: other.state === 'unavailable' ? ACCOUNT_UNAVAILABLE : first, usable };
  if (Date.now() > againUntilMs) {
    return {
      outcome: { outcome: 'retry', error: entryError('preparation_slow'), retryAfterSeconds: null },
      usable,
    };
  }
  const second = await request(other);
  if (isTokenRejection(second)) await recoverFromTokenRejection(other.account);
  return { outcome: second, usable: other };
}

function isTokenRejection(outcome: PublishOutcome | PrepareOutcome): boolean {
  return outcome.outcome === 'rejected' && outcome.error.code === 'unauthorized';
}

/** The account of an entry. Whatever keeps it from being had, the claim goes back and the post is tried again. */
async function loadCredentials(entry: ScheduleEntry): Promise<CredentialsResult> {
  try {
    return await getCredentials(entry.workspace_id, entry.platform);
  } catch (error) {
    log.error('account credentials unavailable', {
      schedule_id: entry.id,
      platform: entry.platform,
      error: error as Error,
    });
    return { state: 'unavailable' };
  }
}

function toAccountFailure({ state }: CredentialsResult): PublishOutcome {
  if (state === 'needs_reconnect')
    return { outcome: 'rejected', error: entryError('account_needs_reconnect') };
  if (state === 'unavailable') return ACCOUNT_UNAVAILABLE;
  return { outcome: 'rejected', error: entryError('account_missing') };
}

/** After a doubt, "duplicate" means that the post of the doubt is live. */
async function resolveDuplicate(
  entry: ScheduleEntry,
  outcome: AttemptOutcome,
  credentials: PublishingAccount,
): Promise<AttemptOutcome> {
  if (outcome.outcome !== 'rejected' || outcome.error.code !== 'duplicate_content' || !entry.unconfirmed_send)
    return outcome;
  if (outcome.duplicateOf !== undefined) {
    return { outcome: 'live', platformPostId: outcome.duplicateOf, url: null, publishedAtMs: null };
  }
  const found = await reconcileWithPlatform(entry, credentials);
  if (found.found === 'live') return { outcome: 'live', ...found };
  return { outcome: 'live', platformPostId: null, url: null, publishedAtMs: null };
}

async function recordOutcome(entry: ScheduleEntry, outcome: AttemptOutcome): Promise<void> {
  if (outcome.outcome === 'rejected' || outcome.outcome === 'retry') {
    countOperatorError(outcome.error, entry.platform);
  }
  await advanceEntry(
    entry,
    (content) => {
      if (outcome.outcome === 'unknown') return markUnconfirmed(content, entry, outcome.error, Date.now());
      if (outcome.outcome === 'live') return markPublished(content, entry, outcome, Date.now());
      return applyPublishOutcome(content, entry, outcome, Date.now(), settings().latenessLimitSeconds);
    },
    outcome.outcome,
  );
}
