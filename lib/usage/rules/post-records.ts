import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import type { EntryState, ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { sentTexts } from '../../content/rules/sends/earlier-sends.ts';
import { CONTENT_FORMATS } from '../../platforms/platforms.ts';
import type { Amounts, SomeAmounts } from './amounts.ts';
import { dayOf } from './usage-day.ts';
import type { UsageRecord } from './usage-records.ts';

/** The states of an entry that count, and as what. A thread counts when it has ended. */
const OUTCOMES: Partial<Record<EntryState, keyof Amounts>> = {
  published: 'posts_published',
  interrupted: 'posts_partially_published',
  failed: 'posts_failed',
  unconfirmed: 'posts_unconfirmed',
};

/** Count the outcome of a schedule entry, and the posts that a change of it has made live, with their price. */
export function recordsOfEntry(before: ScheduleEntry | null, after: ScheduleEntry | null): UsageRecord[] {
  return after ? [...outcomeRecords(before, after), ...partRecords(before, after)] : [];
}

/**
 * Return the outcome of an entry on its day. An outcome that changes replaces the one before, also where its day is another
 * one: for each day, the record of the highest version says what the entry adds to it.
 */
function outcomeRecords(before: ScheduleEntry | null, after: ScheduleEntry): UsageRecord[] {
  const [former, present] = [before && outcomeOf(before), outcomeOf(after)];
  if (former?.day === present?.day && former?.outcome === present?.outcome) return [];
  const days = [...new Set([former, present].flatMap((each) => each?.day ?? []))];
  return days.map((day) => {
    const amounts: SomeAmounts = present?.day === day ? { [present.outcome]: 1 } : {};
    return { ...ownerOf(after), day, source: `post.${after.id}`, amounts, version: after.version };
  });
}

/** Return the outcome of an entry with its day: of its first post, of its last send, or that of its time. */
function outcomeOf(entry: ScheduleEntry): { day: string; outcome: keyof Amounts } | null {
  const outcome = OUTCOMES[entry.state];
  const isSandbox = isSandboxAccountId(entry.account_id);
  if (!outcome || (isSandbox && entry.state !== 'published')) return null;
  const { unconfirmed_send: send, published_at, scheduled_at } = entry;
  const sent_at = entry.state === 'unconfirmed' ? (send?.last_sent_at ?? send?.sent_at) : undefined;
  return { day: dayOf(published_at ?? sent_at ?? scheduled_at), outcome: isSandbox ? 'sandbox_posts' : outcome };
}

/** Count the posts of an entry that have become live. A new entry that resumes a thread has some that are counted. */
function partRecords(before: ScheduleEntry | null, after: ScheduleEntry): UsageRecord[] {
  if (!before || isSandboxAccountId(after.account_id)) return [];
  const known = livePosts(before).length;
  return livePosts(after)
    .slice(known)
    .map(({ published_at }, index) => {
      const platform_micro_usd = priceMicroUsd(before, known, index);
      const amounts = { parts_published: 1, ...(platform_micro_usd === 0 ? {} : { platform_micro_usd }) };
      const source = `part.${after.id}.${known + index}`;
      return { ...ownerOf(after), day: dayOf(published_at!), source, amounts };
    });
}

function livePosts(entry: ScheduleEntry): Pick<ScheduleEntry, 'published_at'>[] {
  if (entry.parts.length > 0) return entry.parts;
  return entry.state === 'published' ? [entry] : [];
}

/**
 * Return what the platform charges for a post in micro-dollars, by the text that was sent: the post at `index` of the
 * request whose first post is `part` of the entry. A text that is not known has no link.
 */
function priceMicroUsd(before: ScheduleEntry, part: number, index: number): number {
  const { publishPriceUsd } = CONTENT_FORMATS[before.platform];
  if (!publishPriceUsd) return 0;
  const texts = before.prepared_state?.texts ?? textsOfSend(before, part);
  const text = Array.isArray(texts) ? texts[index] : texts;
  return Math.round(publishPriceUsd(text ?? '') * 1e6);
}

function textsOfSend(entry: ScheduleEntry, part: number): string | string[] | undefined {
  const ofPart = entry.unconfirmed_send?.sends?.filter((send) => (send.part ?? part) === part) ?? [];
  return ofPart.map((send) => sentTexts(entry, send)).findLast((texts) => texts !== undefined);
}

function ownerOf({ workspace_id, platform, account_id }: ScheduleEntry) {
  return { workspace_id, platform, account_id };
}
