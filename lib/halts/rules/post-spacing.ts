import type { Platform } from '../../platforms/platform.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';

/**
 * The times (epoch milliseconds) that the releases of a workspace have given to posts of one account. `times` are those
 * to come, in order. The posts that are not in it any more fill the rate limit at an even rate until `filled_until`.
 */
type AccountTimes = Readonly<{ platform: Platform; filled_until: number; times: readonly number[] }>;

/** The times of each account, by its id, or by the platform of a default account. */
export type PlannedTimes = Readonly<Record<string, AccountTimes>>;

/** The most times in the record of a workspace, about 20 kB: each step of a release reads and writes it. */
export const MAX_PLANNED_TIMES = 2_000;

/** A rate limit: `burst` posts at once, then one each `everyMs`. */
type EvenRate = { burst: number; everyMs: number };

// Half of the limit may be used at once, and the other half follows at an even rate, so no period of the limit has more
// posts than it allows (generic cell rate algorithm).
function evenRate(platform: Platform): EvenRate {
  const { posts, seconds } = PLATFORM_TABLE[platform].postLimit;
  const burst = Math.floor(posts / 2);
  return { burst, everyMs: (seconds * 1000) / (posts - burst) };
}

/**
 * Return the first time from `earliestMs` on at which `count` posts of this account, such as the parts of a thread, keep
 * the rate limit of its platform, together with all posts that are planned, before and after them. `planned` has them too
 * then. `count` must be at most half of the limit, which may be used at once.
 */
export function nextSlot(
  planned: PlannedTimes,
  { platform, account_id }: { platform: Platform; account_id: string | null },
  earliestMs: number,
  count = 1,
): { atMs: number; planned: PlannedTimes } {
  const name = account_id ?? platform;
  const account = planned[name] ?? { platform, filled_until: 0, times: [] };
  const { times } = account;
  const atMs = firstFree(account, earliestMs, evenRate(platform), count);
  const index = times.findLastIndex((time) => time <= atMs) + 1;
  const added = { ...account, times: times.toSpliced(index, 0, ...Array(count).fill(atMs)) };
  return { atMs, planned: { ...planned, [name]: added } };
}

function firstFree({ filled_until, times }: AccountTimes, earliestMs: number, rate: EvenRate, count: number): number {
  let [filledMs, fromMs, index] = [filled_until, earliestMs, 0];
  for (;;) {
    const atMs = Math.ceil(Math.max(fromMs, earliestAt(filledMs, rate, count)));
    const next = times[index];
    if (next !== undefined && next <= atMs) {
      filledMs = withPosts(filledMs, next, rate);
      index += 1;
      continue;
    }
    const exceeded = firstExceeded(times.slice(index), filledMs, withPosts(filledMs, atMs, rate, count), rate);
    if (exceeded === undefined) return atMs;
    fromMs = exceeded;
  }
}

/** Return the first of the following posts that would exceed the limit because of other ones before it. */
function firstExceeded(following: readonly number[], withoutThemMs: number, withThemMs: number, rate: EvenRate) {
  let [withoutIt, withIt] = [withoutThemMs, withThemMs];
  for (const time of following) {
    // A pause in the plan: what follows is as it was.
    if (withIt === withoutIt) return undefined;
    if (time < earliestAt(withIt, rate)) return time;
    [withoutIt, withIt] = [withPosts(withoutIt, time, rate), withPosts(withIt, time, rate)];
  }
  return undefined;
}

const earliestAt = (filledMs: number, { burst, everyMs }: EvenRate, count = 1) => filledMs - (burst - count) * everyMs;

const withPosts = (filledMs: number, atMs: number, { everyMs }: EvenRate, count = 1) =>
  Math.max(filledMs, atMs) + count * everyMs;

/** Return what matters for posts from `nowMs` on: the times to come, and what those before them have used. */
export function withoutPast(planned: PlannedTimes, nowMs: number): PlannedTimes {
  const current = Object.entries(planned).map(([name, account]) => [name, foldUntil(account, nowMs)] as const);
  return Object.fromEntries(current.filter(([, { filled_until, times }]) => filled_until > nowMs || times.length > 0));
}

/** Keep at most `MAX_PLANNED_TIMES` times: further posts of the accounts that have most follow after all of theirs. */
export function boundTimes(planned: PlannedTimes): PlannedTimes {
  let count = Object.values(planned).reduce((sum, { times }) => sum + times.length, 0);
  const longest = Object.entries(planned).sort(([, one], [, other]) => other.times.length - one.times.length);
  const bounded = { ...planned };
  for (const [name, account] of longest) {
    if (count <= MAX_PLANNED_TIMES) return bounded;
    count -= account.times.length;
    bounded[name] = foldUntil(account, Number.POSITIVE_INFINITY);
  }
  return bounded;
}

function foldUntil(account: AccountTimes, untilMs: number): AccountTimes {
  const rate = evenRate(account.platform);
  const past = account.times.filter((time) => time <= untilMs);
  const filled_until = past.reduce((filledMs, time) => withPosts(filledMs, time, rate), account.filled_until);
  return { ...account, filled_until, times: account.times.slice(past.length) };
}
