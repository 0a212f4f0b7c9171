import { randomBytes } from 'node:crypto';
import { afterTokenRefusal, type UsableAccount, usableAccount } from '../accounts/usable-account.ts';
import { textFor } from '../domain/content.ts';
import type { Entry } from '../domain/entry.ts';
import { entryError } from '../domain/entry-error.ts';
import { makeId } from '../domain/id.ts';
import { claim, giveUp, settle, startSending, verdictOn } from '../domain/publishing.ts';
import { callUnconfirmed, confirm, doubt, type LivePost } from '../domain/reconciliation.ts';
import { log } from '../log.ts';
import type { Outcome, Post, PreparationOutcome, PublishingAccount } from '../publishers/publisher.ts';
import { PUBLISHERS } from '../publishers/publishers.ts';
import { settings } from '../settings.ts';
import { loadContent } from '../table/content.ts';
import { loadEntry } from '../table/entry.ts';
import { countBlocked } from './blocked.ts';
import { connectionTo } from './connection.ts';
import { takeStep } from './entry-step.ts';
import { publishQueueUrl, sendAt } from './queues.ts';
import { findPost, reconcile } from './reconciling.ts';

/** What a timer or a message hands to the publish function: which entry to look at. */
export interface PublishWake {
  workspace_id: string;
  schedule_id: string;
}

const PREPARE_DEADLINE_MS = 15_000;
const SEND_DEADLINE_MS = 20_000;
// Sending starts only while there is time to hear the answer and to record it.
const SEND_NEEDS_MS = SEND_DEADLINE_MS + 5_000;

const BUSY: Outcome = { outcome: 'retry', error: entryError('account_unavailable'), retryAfterSeconds: null };

/**
 * Does what is due of an entry: nothing, wait, publish, give up, say that its outcome is unknown, or ask the
 * platform what became of it. Waking it twice, early or late does no harm: the record decides, and every step
 * is a conditional write on the version that was read. `endsAtMs` is when this worker will be stopped.
 */
export async function publishWhenDue(wake: PublishWake, endsAtMs: number): Promise<void> {
  const entry = await loadEntry(wake.workspace_id, wake.schedule_id);
  if (!entry) return;
  const nowMs = Date.now();
  const verdict = verdictOn(entry, nowMs, settings().latenessLimitSeconds);
  if (verdict.act === 'wait') {
    await sendAt(publishQueueUrl(entry.platform), wake, verdict.untilMs, nowMs);
  } else if (verdict.act === 'give_up') {
    await takeStep(entry, (content) => giveUp(content, entry, nowMs), 'too late');
  } else if (verdict.act === 'call_unconfirmed') {
    await takeStep(entry, (content) => callUnconfirmed(content, entry, nowMs), 'unconfirmed');
  } else if (verdict.act === 'reconcile') {
    await reconcile(entry);
  } else if (verdict.act === 'claim') {
    const attemptId = makeId('attempt', nowMs, randomBytes(10));
    const claimed = await takeStep(entry, (content) => claim(content, entry, attemptId, nowMs), 'claimed');
    if (claimed) await attempt(claimed, endsAtMs);
  }
}

/** How an attempt ends. `live`: what an earlier attempt sent is there, so this one has nothing to send. */
type End = Exclude<Outcome | PreparationOutcome, { outcome: 'prepared' }> | ({ outcome: 'live' } & LivePost);

async function attempt(claimed: Entry, endsAtMs: number): Promise<void> {
  const [usable, content] = await Promise.all([
    accountOf(claimed),
    loadContent(claimed.workspace_id, claimed.content_id),
  ]);
  if (usable.state !== 'usable' || !content) return end(claimed, withoutAccount(usable));
  const post = { text: textFor(content, claimed.platform), media: content.media };
  const prepared = await prepare(claimed, post, usable);
  if (prepared.outcome !== 'prepared') return end(claimed, prepared);
  if (Date.now() + SEND_NEEDS_MS > endsAtMs) {
    return end(claimed, { outcome: 'retry', error: entryError('preparation_slow'), retryAfterSeconds: null });
  }
  const sending = await takeStep(
    claimed,
    (now) => startSending(now, claimed, prepared.preparation, Date.now()),
    'sending',
  );
  if (!sending) return;
  const sent = await withToken(prepared.usable, endsAtMs - SEND_NEEDS_MS, ({ credentials }) =>
    PUBLISHERS[claimed.platform].send(
      post,
      prepared.preparation,
      credentials,
      connectionTo(claimed.platform, SEND_DEADLINE_MS),
    ),
  );
  await end(sending, await explained(sending, sent.outcome, sent.usable.credentials));
}

type Usable = Extract<UsableAccount, { state: 'usable' }>;

async function prepare(
  claimed: Entry,
  post: Post,
  account: Usable,
): Promise<(Extract<PreparationOutcome, { outcome: 'prepared' }> & { usable: Usable }) | End> {
  const { outcome, usable } = await withToken(account, Number.POSITIVE_INFINITY, ({ credentials }) =>
    PUBLISHERS[claimed.platform].prepare(
      post,
      credentials,
      connectionTo(claimed.platform, PREPARE_DEADLINE_MS),
      claimed.preparation,
    ),
  );
  return outcome.outcome === 'prepared' ? { ...outcome, usable } : outcome;
}

/**
 * One request with the account's token, and once more with another token when the platform does not accept
 * it: a request refused for its token was certainly not carried out. Not again after `againUntilMs`.
 */
async function withToken<T extends Outcome | PreparationOutcome>(
  usable: Usable,
  againUntilMs: number,
  request: (usable: Usable) => Promise<T>,
): Promise<{ outcome: T | Outcome; usable: Usable }> {
  const first = await request(usable);
  if (!isTokenRefusal(first)) return { outcome: first, usable };
  const other = await afterTokenRefusal(usable.account);
  // Without another token, what the platform said is what the caller has to know.
  if (other.state !== 'usable') return { outcome: other.state === 'later' ? BUSY : first, usable };
  if (Date.now() > againUntilMs) {
    return {
      outcome: { outcome: 'retry', error: entryError('preparation_slow'), retryAfterSeconds: null },
      usable,
    };
  }
  const second = await request(other);
  if (isTokenRefusal(second)) await afterTokenRefusal(other.account);
  return { outcome: second, usable: other };
}

function isTokenRefusal(outcome: Outcome | PreparationOutcome): boolean {
  return outcome.outcome === 'rejected' && outcome.error.code === 'unauthorized';
}

/** The account of an entry. Whatever keeps it from being had, the claim goes back and the post is tried again. */
async function accountOf(entry: Entry): Promise<UsableAccount> {
  try {
    return await usableAccount(entry.workspace_id, entry.platform);
  } catch (error) {
    log.error('account not opened', {
      schedule_id: entry.id,
      platform: entry.platform,
      error: error as Error,
    });
    return { state: 'later' };
  }
}

function withoutAccount({ state }: UsableAccount): Outcome {
  if (state === 'reconnect') return { outcome: 'rejected', error: entryError('account_needs_reconnect') };
  if (state === 'later') return BUSY;
  return { outcome: 'rejected', error: entryError('account_missing') };
}

/** After a doubt, "duplicate" means that the post of the doubt is live. */
async function explained(entry: Entry, outcome: End, credentials: PublishingAccount): Promise<End> {
  if (outcome.outcome !== 'rejected' || outcome.error.code !== 'duplicate_content' || !entry.doubt)
    return outcome;
  if (outcome.duplicateOf !== undefined) {
    return { outcome: 'live', platformPostId: outcome.duplicateOf, url: null, publishedAtMs: null };
  }
  const found = await findPost(entry, credentials);
  if (found.found === 'live') return { outcome: 'live', ...found };
  return { outcome: 'live', platformPostId: null, url: null, publishedAtMs: null };
}

async function end(entry: Entry, outcome: End): Promise<void> {
  if (outcome.outcome === 'rejected' || outcome.outcome === 'retry') {
    countBlocked(outcome.error, entry.platform);
  }
  await takeStep(
    entry,
    (content) => {
      if (outcome.outcome === 'unknown') return doubt(content, entry, outcome.error, Date.now());
      if (outcome.outcome === 'live') return confirm(content, entry, outcome, Date.now());
      return settle(content, entry, outcome, Date.now(), settings().latenessLimitSeconds);
    },
    outcome.outcome,
  );
}
