import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Content, type ContentState, textFor } from '../domain/content.ts';
import type { Entry, EntryError } from '../domain/entry.ts';
import { makeId } from '../domain/id.ts';
import {
  callUnconfirmed,
  claim,
  giveUp,
  type Settlement,
  settle,
  startSending,
  TOO_LATE,
  verdictOn,
} from '../domain/publishing.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';
import type { PlatformConnection } from '../publishers/publisher.ts';
import { PUBLISHERS } from '../publishers/publishers.ts';
import { settings } from '../settings.ts';
import { loadAccount } from '../table/account.ts';
import { commit, LostRace } from '../table/commit.ts';
import { contentWrites, loadContent } from '../table/content.ts';
import { loadEntry } from '../table/entry.ts';
import { fetchMedia } from './fetch-media.ts';
import { publishQueueUrl, sendAt } from './queues.ts';

/** What a timer or a message hands to the publish function: which entry to look at. */
export interface PublishWake {
  workspace_id: string;
  schedule_id: string;
}

const PREPARE_DEADLINE_MS = 15_000;
const SEND_DEADLINE_MS = 20_000;
// Sending starts only while there is time to hear the answer and to record it.
const SEND_NEEDS_MS = SEND_DEADLINE_MS + 5_000;
const RACES = 20;

const NO_ACCOUNT: EntryError = {
  code: 'account_missing',
  message: 'The workspace has no account connected for this platform.',
  category: 'account',
  retryable: false,
};

const OUT_OF_TIME: EntryError = {
  code: 'preparation_slow',
  message: 'Preparing the post took so long that it was not sent in this attempt.',
  category: 'system',
  retryable: true,
};

/**
 * Does what is due of an entry: nothing, wait, publish, give up, or say that its outcome is unknown.
 * Waking it twice, early or late does no harm: the record decides, and every step is a conditional write on
 * the version that was read. `endsAtMs` is when this worker will be stopped.
 */
export async function publishWhenDue(wake: PublishWake, endsAtMs: number): Promise<void> {
  const entry = await loadEntry(wake.workspace_id, wake.schedule_id);
  if (!entry) return;
  const nowMs = Date.now();
  const { latenessLimitSeconds } = settings();
  const verdict = verdictOn(entry, nowMs, latenessLimitSeconds);
  if (verdict.act === 'wait') {
    await sendAt(publishQueueUrl(entry.platform), wake, verdict.untilMs, nowMs);
  } else if (verdict.act === 'give_up') {
    await move(entry, (content) => giveUp(content, entry, nowMs), 'too late');
  } else if (verdict.act === 'call_unconfirmed') {
    await move(entry, (content) => callUnconfirmed(content, entry, nowMs), 'unconfirmed');
  } else if (verdict.act === 'claim') {
    const attemptId = makeId('attempt', nowMs, randomBytes(10));
    const claimed = await move(entry, (content) => claim(content, entry, attemptId, nowMs), 'claimed');
    if (claimed) await publish(claimed, latenessLimitSeconds, endsAtMs);
  }
}

async function publish(claimed: Entry, latenessLimitSeconds: number, endsAtMs: number): Promise<void> {
  const [account, content] = await Promise.all([
    loadAccount(claimed.workspace_id, claimed.platform),
    loadContent(claimed.workspace_id, claimed.content_id),
  ]);
  const end = (entry: Entry, settlement: Settlement) =>
    move(
      entry,
      (now) => settle(now, entry, settlement, Date.now(), latenessLimitSeconds),
      settlement.outcome,
    );
  if (!account || !content) {
    await end(claimed, { outcome: 'rejected', error: NO_ACCOUNT });
    return;
  }
  const publisher = PUBLISHERS[claimed.platform];
  const credentials = { externalId: account.external_id, accessToken: account.access_token };
  const post = { text: textFor(content, claimed.platform), media: content.media };
  const prepared = await publisher.prepare(post, credentials, connection(claimed, PREPARE_DEADLINE_MS));
  if (prepared.outcome !== 'prepared') {
    await end(claimed, prepared);
    return;
  }
  if (Date.now() + SEND_NEEDS_MS > endsAtMs) {
    await end(claimed, { outcome: 'retry', error: OUT_OF_TIME, retryAfterSeconds: null });
    return;
  }
  const { preparation } = prepared;
  const sending = await move(
    claimed,
    (now) => startSending(now, claimed, preparation, Date.now()),
    'sending',
  );
  if (!sending) return;
  const outcome = await publisher.send(post, preparation, credentials, connection(claimed, SEND_DEADLINE_MS));
  await end(sending, outcome);
}

/**
 * Commits one step of an entry, with the item that follows from it. Null when somebody else has moved the
 * entry: then this worker has no business with it any more. When only the item was changed, tries again.
 */
async function move(
  entry: Entry,
  rule: (content: Content) => ContentState,
  step: string,
): Promise<Entry | null> {
  for (let race = 1; race <= RACES; race++) {
    const content = await loadContent(entry.workspace_id, entry.content_id);
    if (!content) return null;
    const next = rule(content);
    try {
      await commit(contentWrites({ content, entries: [entry] }, next));
      logStep(next.entries[0]!, step);
      countEnd(next.entries[0]!);
      return { ...next.entries[0]!, version: entry.version + 1 };
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
      const now = await loadEntry(entry.workspace_id, entry.id);
      if (now?.version !== entry.version) return null;
      await sleep(Math.random() * 20 * race);
    }
  }
  throw new Error(`Entry ${entry.id} could not be moved: its item kept changing.`);
}

function connection(entry: Entry, deadlineMs: number): PlatformConnection {
  const { platformUrls, linkedInVersion } = settings();
  return { baseUrl: platformUrls[entry.platform], deadlineMs, fetchMedia, linkedInVersion };
}

/** Counts how an entry ended. One that failed for being too late is late by what has passed until now. */
function countEnd({ state, platform, scheduled_at, late_by_seconds, error }: Entry): void {
  if (state === 'published') {
    measure('PostsPublished', 1, platform);
    measure('PostLateness', late_by_seconds ?? 0, platform);
  } else if (state === 'failed') {
    measure('PostsFailed', 1, platform);
    if (error?.code !== TOO_LATE.code) return;
    measure('PostLateness', Math.round((Date.now() - Date.parse(scheduled_at)) / 1000), platform);
  } else if (state === 'unconfirmed') {
    measure('PostsUnconfirmed', 1, platform);
  }
}

function logStep(entry: Entry, step: string): void {
  log.info('publishing', {
    step,
    workspace_id: entry.workspace_id,
    content_id: entry.content_id,
    schedule_id: entry.id,
    platform: entry.platform,
    attempt_id: entry.attempt?.id,
    error_code: entry.error?.code,
  });
}
