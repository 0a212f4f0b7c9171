import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import { PLATFORM_TABLE } from '../../platforms/facts/platforms.ts';
import type { Target } from './content.ts';
import { OPEN_SEND_DAYS } from './post-identification.ts';
import type { EntryStatus, ScheduleEntry, Send, UnconfirmedSend } from './schedule-entry.ts';

/** The statuses of a target whose next part may be sent again. */
const SENT_AGAIN: readonly EntryStatus[] = ['failed', 'partially_published', 'pending', 'cancelled'];

/** Return whether a repeated request creates no second post. The sandbox stores another post with each request. */
export function isRepeatable({ platform, account_id }: Pick<ScheduleEntry, 'platform' | 'account_id'>): boolean {
  return PLATFORM_TABLE[platform].isRepeatable === true && !isSandboxAccountId(account_id);
}

/**
 * List the sends of an entry with this text on this account, oldest first, unless they are too old to compare. Where the
 * platform stores a post under a key of ours, age does not matter. An item of an earlier version has only the last one.
 */
export function sendsWithKey(entry: ScheduleEntry, key: string, nowMs: number): Send[] {
  const { unconfirmed_send, prepared_state } = entry;
  if (!unconfirmed_send) return [];
  const { sends, sent_at, last_sent_at = sent_at } = unconfirmed_send;
  const all = sends ?? [{ key, sent_at: last_sent_at, ended_at: null, prepared_state }];
  const oldest = formatInstant(nowMs - OPEN_SEND_DAYS * DAY_MS);
  return all.filter((send) => send.key === key && (send.sent_at > oldest || isRepeatable(entry)));
}

/**
 * Return whether another send of the next part of a target may create a second post: an earlier one may have created it,
 * and either the platform cannot prove that it did not, or the text or the media have changed since.
 */
export function mayDuplicate({ status, platform, account_id, parts = [], unconfirmed_send }: Target): boolean {
  if (!unconfirmed_send || !SENT_AGAIN.includes(status)) return false;
  const { sends } = unconfirmed_send;
  if (!sends) return !isRepeatable({ platform, account_id });
  const ofNextPart = sends.filter(({ part = parts.length }) => part === parts.length);
  return ofNextPart.some(({ is_outdated }) => is_outdated || !isRepeatable({ platform, account_id }));
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
  return { ...unconfirmed_send, sends: unconfirmed_send.sends.map((send) => ({ ...send, is_outdated: true })) };
}

/** Combine the sends of several targets of an item, oldest first. Null without any. */
export function combineSends(all: UnconfirmedSend[]): UnconfirmedSend | null {
  const [first, ...others] = all;
  if (!first || others.length === 0) return first ?? null;
  const byStart = new Map(all.flatMap(({ sends = [] }) => sends).map((send) => [`${send.key} ${send.sent_at}`, send]));
  const sends = [...byStart.values()].sort((a, b) => (a.sent_at < b.sent_at ? -1 : 1));
  return { ...first, sends };
}
