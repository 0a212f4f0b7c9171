import { isSandboxAccountId } from '../../../accounts/rules/sandbox-account.ts';
import { DAY_MS, formatInstant } from '../../../core/values/timestamps.ts';
import { PLATFORM_TABLE } from '../../../platforms/platforms.ts';
import type { Target } from '../content.ts';
import type { EntryStatus, ScheduleEntry, Send, UnconfirmedSend } from '../schedule-entry.ts';
import { OPEN_SEND_DAYS } from './post-identification.ts';

/** The statuses of a target whose next part may be sent again. */
const SENT_AGAIN: readonly EntryStatus[] = ['failed', 'partially_published', 'pending', 'cancelled'];

/** Return whether a repeated request creates no second post. The sandbox stores another post with each request. */
export function isRepeatable({ platform, account_id }: Pick<ScheduleEntry, 'platform' | 'account_id'>): boolean {
  return PLATFORM_TABLE[platform].isRepeatable === true && !isSandboxAccountId(account_id);
}

/** What an entry sends next: the account, by its id on the platform, and the key of the present text on it. */
export interface NextSend {
  key: string;
  externalId: string;
}

/**
 * List the sends of an entry that may have created its next post, oldest first, unless they are too old to compare: those
 * of the part that is next on this account that keep what they have sent, and those of the present text. Where the platform
 * stores a post under a key of ours, age does not matter. An item of an earlier version has only the last one.
 */
export function sendsOfNextPost(entry: ScheduleEntry, { key, externalId }: NextSend, nowMs: number): Send[] {
  const { unconfirmed_send, prepared_state, parts } = entry;
  if (!unconfirmed_send) return [];
  const { sends, sent_at, last_sent_at = sent_at } = unconfirmed_send;
  const all: Send[] = sends ?? [{ key, sent_at: last_sent_at, ended_at: null, prepared_state }];
  const isNext = (send: Send) => send.part === parts.length && send.prepared_state?.accountId === externalId;
  const keys = new Set([key, ...all.filter((send) => isNext(send) && keepsRequest(send)).map((send) => send.key)]);
  const oldest = formatInstant(nowMs - OPEN_SEND_DAYS * DAY_MS);
  return all.filter((send) => keys.has(send.key) && (send.sent_at > oldest || isRepeatable(entry)));
}

/** Return whether a send keeps what it has sent, as its texts or as a record with its key, and a retry sends that again. */
function keepsRequest({ is_outdated, prepared_state }: Send): boolean {
  return !is_outdated && (prepared_state?.texts !== undefined || prepared_state?.recordKey !== undefined);
}

/** Return the texts that a send has sent. Of several sends with one text, the last keeps it. Undefined in earlier versions. */
export function sentTexts({ unconfirmed_send }: ScheduleEntry, { key, prepared_state }: Send): Texts | undefined {
  if (prepared_state?.texts) return prepared_state.texts;
  const withText = unconfirmed_send?.sends?.findLast((each) => each.key === key && each.prepared_state?.texts);
  return withText?.prepared_state?.texts;
}

type Texts = NonNullable<ScheduleEntry['prepared_state']>[string];

/** Return a send without the texts that it has sent. */
export function withoutTexts({ prepared_state, ...send }: Send): Send {
  if (!prepared_state) return prepared_state === undefined ? send : { ...send, prepared_state };
  const { texts: _, ...prepared } = prepared_state;
  return { ...send, prepared_state: prepared };
}

/** Leave out what was sent, of sends that nothing looks for any more. Other targets see that there were sends. */
export function withoutRequests(unconfirmed: UnconfirmedSend): UnconfirmedSend {
  if (!unconfirmed.sends) return unconfirmed;
  return { ...unconfirmed, sends: unconfirmed.sends.map(({ prepared_state: _, ...send }) => send) };
}

/**
 * Return whether another send of the next part of a target may create a second post: an earlier one may have created it,
 * and either the platform cannot prove that it did not, or what would be sent is not what was sent.
 */
export function mayDuplicate({ status, platform, account_id, parts = [], unconfirmed_send }: Target): boolean {
  if (!unconfirmed_send || !SENT_AGAIN.includes(status)) return false;
  const { sends } = unconfirmed_send;
  if (!sends) return true;
  const ofNextPart = sends.filter(({ part = parts.length }) => part === parts.length);
  return ofNextPart.some((send) => !isRepeatable({ platform, account_id }) || !keepsRequest(send));
}

/** Return whether an earlier entry of the target has sent the part that is next, with an unknown outcome. */
export function wasSentByEarlierEntry({ unconfirmed_send, parts, created_at }: ScheduleEntry): boolean {
  if (!unconfirmed_send) return false;
  const { sends = [{ sent_at: unconfirmed_send.sent_at, part: parts.length }] } = unconfirmed_send;
  return sends.some(({ sent_at, part = parts.length }) => part === parts.length && sent_at < created_at);
}

/** Mark the sends of a post that was edited: nothing looks for them any more, and nothing prepared is used again. */
export function outdateSends({ unconfirmed_send }: Pick<ScheduleEntry, 'unconfirmed_send'>): UnconfirmedSend | null {
  if (!unconfirmed_send?.sends?.length) return null;
  return {
    ...unconfirmed_send,
    sends: unconfirmed_send.sends.map((send) => ({ ...withoutTexts(send), is_outdated: true })),
  };
}

/** Combine the sends of several targets of an item, oldest first. Null without any. */
export function combineSends(all: UnconfirmedSend[]): UnconfirmedSend | null {
  const [first, ...others] = all.toSorted((one, other) => (one.sent_at < other.sent_at ? -1 : 1));
  if (!first || others.length === 0) return first ?? null;
  const byStart = new Map(all.flatMap(({ sends = [] }) => sends).map((send) => [`${send.key} ${send.sent_at}`, send]));
  const sends = [...byStart.values()].sort((a, b) => (a.sent_at < b.sent_at ? -1 : 1));
  return { ...first, sends };
}
