import { monthOf } from '../../accounts/rules/metrics-budget.ts';
import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import type { EntryState, ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { sentTexts } from '../../content/rules/sends/earlier-sends.ts';
import type { Limits } from '../../core/config/limits.ts';
import { formatDay } from '../../core/values/timestamps.ts';
import { limitOf, type OwnLimits } from '../../identity/rules/workspace-limits.ts';

/** The limits that a post takes from. Null for none. */
export type PublishingLimits = Record<'posts_per_day' | 'platform_micro_usd_per_month', number | null>;

type Texts = NonNullable<ScheduleEntry['prepared_state']>[string] | undefined;

/** Return what a post with a text costs, in US dollars. */
type PriceOfText = (text: string) => number;

/** What a transition takes from a limit of a day or a month (UTC), or gives back (negative). */
export interface Taken {
  limit: keyof PublishingLimits;
  period: string;
  amount: number;
}

/** The states in which an entry sends nothing more and is not live, or only in part. */
const ENDED_WITHOUT_POST: readonly EntryState[] = ['cancelled', 'failed', 'interrupted'];

/** Return the limits of posts that are in effect in a workspace. */
export function publishingLimits(own: OwnLimits | undefined, defaults: Limits): PublishingLimits {
  return {
    posts_per_day: limitOf(own, 'posts_per_day', defaults),
    platform_micro_usd_per_month: limitOf(own, 'platform_micro_usd_per_month', defaults),
  };
}

/**
 * Return an entry with what its transition takes of the limits of its workspace. Before a post is sent the first time, it takes
 * itself and its price; a thread is one post with the price of each part. An attempt that is repeated takes nothing more, and
 * one that finds the post takes it: what was reported as failed has given it back. When it fails, it gives back what no live
 * post has used. `priceUsd`: what the platform of the entry charges for a post with a text, in US dollars; absent where posts
 * are free. `isFound`: the post is live or may be, so it counts also beyond a limit.
 */
export function takeOfLimits(
  before: ScheduleEntry,
  after: ScheduleEntry,
  limits: PublishingLimits,
  priceUsd: PriceOfText | undefined,
  nowMs: number,
): { entry: ScheduleEntry; taken: Taken[]; isFound: boolean } {
  const isFound = wasFound(before, after);
  if (isSandboxAccountId(after.account_id)) return { entry: after, taken: [], isFound };
  if (!isFound && (after.state === 'failed' || after.state === 'interrupted')) return { ...giveBack(after), isFound };
  // A repeat sends what is counted, or what was sent before there was a limit.
  const isSent = after.state === 'sending' && before.state !== 'unconfirmed';
  if (!isSent && !isFound) return { entry: after, taken: [], isFound };
  const use = { ...after.limit_use };
  const part = before.parts.length;
  const texts = isSent ? after.prepared_state?.texts : foundTexts(before);
  const taken: Taken[] = [];
  if (limits.posts_per_day !== null && use.day === undefined && part === 0) {
    use.day = formatDay(nowMs);
    taken.push({ limit: 'posts_per_day', period: use.day, amount: 1 });
  }
  const amount = !priceUsd || limits.platform_micro_usd_per_month === null ? 0 : priceMicroUsd(texts, priceUsd);
  if (amount > 0 && use.price?.part !== part) {
    use.price = { part, month: monthOf(nowMs), micro_usd: amount };
    taken.push({ limit: 'platform_micro_usd_per_month', period: use.price.month, amount });
  }
  return { entry: taken.length > 0 ? { ...after, limit_use: use } : after, taken, isFound };
}

/** Whether the attempt of a claimed entry ended before the send because its present part is live or may be. */
function wasFound(before: ScheduleEntry, after: ScheduleEntry): boolean {
  if (before.state !== 'claimed') return false;
  const isPublished = before.parts.length === 0 && after.state === 'published';
  return isPublished || after.state === 'unconfirmed' || after.parts.length > before.parts.length;
}

/** Return the texts of a post that was found: those that its retry has prepared, or that its last send has sent. */
function foundTexts(entry: ScheduleEntry): Texts {
  const last = entry.unconfirmed_send?.sends?.at(-1);
  return entry.prepared_state?.texts ?? (last && sentTexts(entry, last));
}

/**
 * Whether an entry has ended with something to give back. The deletion of an item ends an entry whose post may be live as
 * `deleted_unconfirmed`: it gives back nothing.
 */
export function givesBack({ state, limit_use, error }: ScheduleEntry): boolean {
  return limit_use !== undefined && ENDED_WITHOUT_POST.includes(state) && error?.code !== 'deleted_unconfirmed';
}

/** Return an entry that ends without what it has taken of limits, and what that is, except for what a live post has used. */
export function giveBack(ended: ScheduleEntry): { entry: ScheduleEntry; taken: Taken[] } {
  const { limit_use: use, ...entry } = ended;
  if (!use) return { entry: ended, taken: [] };
  const taken: Taken[] = [];
  if (use.day !== undefined && entry.parts.length === 0) {
    taken.push({ limit: 'posts_per_day', period: use.day, amount: -1 });
  }
  const { price } = use;
  if (price?.part === entry.parts.length) {
    taken.push({ limit: 'platform_micro_usd_per_month', period: price.month, amount: -price.micro_usd });
  }
  return { entry, taken };
}

/** Return what the platform charges for the texts that an entry sends, in micro-dollars. */
function priceMicroUsd(texts: Texts, priceUsd: PriceOfText): number {
  return [texts ?? ''].flat().reduce((sum, text) => sum + Math.round(priceUsd(text) * 1e6), 0);
}
