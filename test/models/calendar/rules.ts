import { expect } from 'vitest';
import type { ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import {
  type Account,
  covers,
  type Halt,
  haltOf,
  isHeld,
  isInPausedQueue,
  isPaused,
  plannedClock,
  type Target,
  textOf,
} from './model.ts';
import type { LivePost, Service } from './service.ts';
import type { ItemView, TargetView } from './world.ts';
import { clockAt } from './zones.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** The second that a message is rounded up to, and the time of its delivery. */
const PUNCTUAL = 2 * SECOND;

/** When a date is cancelled at the latest whose time passes during a pause. */
const SWEEP = 120 * SECOND;

/** After its lateness limit of six hours, a post fails. */
const LATEST = 7 * HOUR;

/** How many posts a platform takes from an account, and in which time: its documented rate limit. */
const RATE_LIMITS = {
  twitter: { posts: 100, periodMs: 900 * SECOND },
  linkedin: { posts: 150, periodMs: 24 * HOUR },
};

/** Name a post in the message of a broken rule. */
const about = (target: Target, more = '') =>
  `${textOf(target.item)} on ${target.account.platform}, promised at ${new Date(target.atMs).toISOString()} ${more}`;

/** Check a change of an entry: only the model and the release of a halt give a post another time. */
export function checkChange(
  target: Target,
  before: ScheduleEntry | null,
  after: ScheduleEntry,
  service: Service,
): void {
  const atMs = Date.parse(after.scheduled_at);
  if (before?.scheduled_at !== after.scheduled_at && atMs !== target.atMs) checkMove(target, atMs, service);
  if (after.state === 'cancelled') {
    // The time of a date has passed during the pause.
    if (isHeld(target) && atMs <= Date.now()) target.isCancelled = true;
    expect(target.isCancelled || target.item.isDeleted, about(target, 'is cancelled without a request')).toBe(true);
  }
}

/** Check a post that has another time: its item says which halt has released it, and that halt had stopped it. */
function checkMove(target: Target, atMs: number, { contents }: Service): void {
  const { item, account } = target;
  const moved = about(target, `has moved to ${new Date(atMs).toISOString()}`);
  const targets = Object.values(contents.get(item.id)!.targets);
  const { timeline = [] } = targets.find(({ schedule_id }) => schedule_id === target.entryId)!;
  const reason = timeline.findLast(([type]) => type === 'rescheduled')?.[2];
  const halt = item.workspace.halts.find(({ id }) => id === reason)!;
  expect(halt, `${moved} without a reason`).toBeDefined();
  expect([halt.missed, covers(halt, account)], moved).toEqual(['publish', true]);
  expect(target.atMs, moved).toBeLessThan(halt.endMs!);
  expect(haltOf(target), `${moved} although another halt stops it`).toBeUndefined();
  expect(isPaused(target), `${moved} although it is paused`).toBe(false);
  expect(atMs, moved).toBeGreaterThanOrEqual(halt.endMs!);
  // A second pass releases what a worker has held late.
  const latestMs = Math.max(halt.endMs! + halt.spreadMs, Date.now()) + SECOND;
  expect(atMs, moved).toBeLessThanOrEqual(latestMs + rateLimitWaitMs(halt, account));
  halt.released.push({ account, wasMs: target.atMs, atMs });
  Object.assign(target, { atMs, local: null });
  target.movedBy.push(halt);
}

/** Return how long the last post of a release waits for the rate limit, of which half is used at once. */
function rateLimitWaitMs({ unfinished }: Halt, { platform }: Account): number {
  const { posts, periodMs } = RATE_LIMITS[platform];
  return Math.max(0, unfinished - posts / 2) * (periodMs / (posts / 2));
}

/** Check the releases of the halts of a workspace: together, the posts of an account keep its rate limit. */
export function checkReleases(halts: Halt[]): void {
  for (const halt of halts) checkRelease(halt);
  const ofAccounts = Map.groupBy(
    halts.flatMap(({ released }) => released),
    ({ account }) => account,
  );
  for (const [{ platform }, own] of ofAccounts) {
    const { posts: most, periodMs } = RATE_LIMITS[platform];
    const times = own.map(({ atMs }) => atMs).sort((a, b) => a - b);
    for (const [index, atMs] of times.entries()) {
      const following = times[index + most] ?? Number.POSITIVE_INFINITY;
      expect(following - atMs, 'the releases of halts exceed the rate limit').toBeGreaterThanOrEqual(periodMs);
    }
  }
}

/**
 * Check the release of a halt: in the order of the plan, and evenly over the time that the caller has chosen. The posts
 * of one account that wait for its rate limit may be later than those of another.
 */
function checkRelease({ released, spreadMs, unfinished }: Halt): void {
  const posts = released.toSorted((a, b) => a.atMs - b.atMs || a.wasMs - b.wasMs);
  const ofAccounts = [...Map.groupBy(posts, ({ account }) => account)];
  for (const [, own] of ofAccounts) checkIntervals(own, 0);
  const isLimited = ofAccounts.some(([{ platform }]) => unfinished > RATE_LIMITS[platform].posts / 2);
  if (!isLimited) checkIntervals(posts, Math.floor(spreadMs / Math.max(1, unfinished)));
}

function checkIntervals(posts: Halt['released'], intervalMs: number): void {
  for (const [index, post] of posts.entries()) {
    const last = posts[index - 1];
    if (!last) continue;
    expect(post.wasMs, 'the release of a halt changes the order').toBeGreaterThanOrEqual(last.wasMs);
    expect(post.atMs - last.atMs, 'the release of a halt is a burst').toBeGreaterThanOrEqual(intervalMs);
  }
}

/** Check a post that is live now: once, with its present text, from its account, at its time. */
export function checkPost(target: Target, { text, account }: LivePost, { disturbed, stalled }: Service): void {
  const nowMs = Date.now();
  target.sent += 1;
  const which = about(target, `is live at ${new Date(nowMs).toISOString()}`);
  expect([text, account], which).toEqual([textOf(target.item), target.account.externalId]);
  expect(target.sent, `${which} twice`).toBe(1);
  expect(target.isCancelled || target.item.isDeleted, `${which} although it is cancelled`).toBe(false);
  expect(nowMs, `${which}, early`).toBeGreaterThanOrEqual(target.atMs);
  expect(haltOf(target), `${which} during a halt`).toBeUndefined();
  expect(isPaused(target), `${which} although it is paused`).toBe(false);
  const dueMs = target.atMs >= stalled.fromMs ? Math.max(target.atMs, stalled.untilMs) : target.atMs;
  if (nowMs > dueMs + PUNCTUAL) {
    expect(disturbed.get(target.entryId), `${which}, late without a reason`).toBeDefined();
  } else if (target.local) {
    expect(clockAt(nowMs, target.local.zone), which).toBe(plannedClock(target.local));
  }
}

/** Check that an item says what has become of its plan: each difference has its reason. */
export function checkItem(targets: Target[], view: ItemView, service: Service): void {
  expect(view.targets.map(({ schedule_id }) => schedule_id).sort(), view.id).toEqual(
    targets.map(({ entryId }) => entryId).sort(),
  );
  for (const target of targets) {
    const seen = view.targets.find(({ schedule_id }) => schedule_id === target.entryId)!;
    const which = about(target, `is ${JSON.stringify(seen)}`);
    if (target.isCancelled) expect(seen.status, which).toBe('cancelled');
    else if (seen.status === 'published') checkPublished(target, seen, which);
    else if (seen.status === 'pending') checkPending(target, seen, view, which);
    else if (seen.status !== 'publishing') checkNotPublished(target, seen, service, which);
    else expect(target.atMs, which).toBeLessThanOrEqual(Date.now());
  }
}

function checkPublished(target: Target, seen: TargetView, which: string): void {
  expect(target.sent, `${which}, but not live`).toBe(1);
  expect(seen.error, which).toBeNull();
  for (const { id } of target.movedBy) expect(reasonsOf(seen), which).toContain(`rescheduled ${id}`);
  const lateMs = Date.parse(seen.published_at!) - Date.parse(seen.scheduled_at);
  expect(lateMs, `${which}, early`).toBeGreaterThanOrEqual(0);
  if (lateMs > PUNCTUAL) expect(seen.late_by_seconds, `${which} and does not say how late`).toBeGreaterThan(0);
}

/** What the timeline of a target says. */
const reasonsOf = ({ timeline }: TargetView) => timeline.map(({ type, detail }) => `${type} ${detail}`);

function checkPending(target: Target, seen: TargetView, { queue, recurrence }: ItemView, which: string): void {
  const { id = null } = haltOf(target) ?? {};
  expect(seen.halt?.id ?? null, which).toBe(id);
  expect(Boolean(queue?.held), which).toBe(isInPausedQueue(target));
  if (isHeld(target)) {
    expect(recurrence?.held, which).toBe(true);
    expect(target.atMs + SWEEP, `${which}: its time has passed`).toBeGreaterThan(Date.now());
  }
  if (id !== null || isPaused(target)) return;
  expect(seen.scheduled_at, which).toBe(new Date(target.atMs).toISOString());
  // Its retries end with the lateness limit.
  expect(target.atMs + LATEST, `${which}: it is missing`).toBeGreaterThan(Date.now());
}

function checkNotPublished(target: Target, seen: TargetView, { disturbed }: Service, which: string): void {
  expect(['failed', 'unconfirmed'], which).toContain(seen.status);
  expect(seen.error?.code, `${which} without a reason`).toBeDefined();
  if (seen.error!.code === 'missed') {
    const { halts } = target.item.workspace;
    const halt = halts.find(
      ({ endMs, missed, ...rest }) =>
        endMs !== null && missed === 'mark_missed' && target.atMs < endMs && covers(rest, target.account),
    );
    expect(halt, which).toBeDefined();
  } else expect(disturbed.get(target.entryId), `${which} without a disturbance`).toBeDefined();
  if (seen.status === 'failed') expect(target.sent, `${which}, but live`).toBe(0);
}
