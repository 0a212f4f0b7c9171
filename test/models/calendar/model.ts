import type { MissedPolicy } from '../../../lib/halts/rules/halt-release.ts';
import type { Tenant } from '../../functions/tenants.ts';
import type { Import } from './importing.ts';
import { clockAt, momentOf, type Zone } from './zones.ts';

/** What should happen: plans of posts, queues and halts, by rules of their own, without the code under test. */

const MINUTE = 60_000;
const DAY = 86_400_000;

/** How far ahead a slot must be that a post gets by a move: the worker has this time. */
const MOVE_TIME = 5 * MINUTE;

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface Account {
  id: string;
  platform: 'twitter' | 'linkedin';
  externalId: string;
}

/** A workspace with its accounts: two on X, the first of which is the default, and one on LinkedIn. */
export interface Workspace {
  name: string;
  tenant: Tenant;
  /** The period of its duplicate guard. */
  guardHours: number;
  accounts: Account[];
  queues: Queue[];
  halts: Halt[];
  recurrences: Recurrence[];
  imports: Import[];
}

/** A post that was promised: one item on one account at one time. */
export interface Target {
  item: Item;
  account: Account;
  entryId: string;
  /** When the post is promised. A move of its queue, or the release of a halt, changes it. */
  atMs: number;
  /** The clock that it was planned by; null for an instant. */
  local: { local: string; zone: Zone } | null;
  /** The halts whose releases have moved it. */
  movedBy: Halt[];
  /** How often the post was created. */
  sent: number;
  /** A person has cancelled it, or its time has passed while its recurrence was paused. */
  isCancelled: boolean;
  /** The time at which its paused recurrence holds it: another time leaves the pause. */
  heldAtMs?: number | null;
}

export interface Item {
  name: string;
  /** What an item has that a recurrence of one content has made, until it is edited: other items have the same content. */
  repeatedText?: string;
  id: string;
  workspace: Workspace;
  revision: number;
  targets: Target[];
  queue: Queue | null;
  isDeleted: boolean;
  /** A person has changed it: its recurrence leaves it as it is. */
  isTouched: boolean;
}

/** A post that repeats, with all its dates. */
export interface Recurrence {
  id: string;
  name: string;
  workspace: Workspace;
  accounts: Account[];
  zone: Zone;
  /** The clock of the last change. A date has its own until it is compared with this one. */
  time: string;
  /** All its texts are the same content for the duplicate guard. */
  isOneContent: boolean;
  labels: string[];
  /** Since when it is paused; null while it is not. */
  pausedMs: number | null;
  isDeleted: boolean;
  dates: { date: string; number: number; time: string; isExcluded: boolean; item: Item | null }[];
}

export interface Slot {
  weekday: Weekday;
  time: string;
}

export interface Queue {
  id: string;
  name: string;
  zone: Zone;
  slots: Slot[];
  isPaused: boolean;
  /** Earliest first, with those whose time has passed. */
  posts: { item: Item; atMs: number }[];
}

export interface Halt {
  id: string;
  scope: 'workspace' | { platform: Account['platform'] } | { account: string };
  fromMs: number;
  endMs: number | null;
  missed: MissedPolicy;
  spreadMs: number;
  /** How many posts it has at most released. */
  unfinished: number;
  released: { account: Account; wasMs: number; atMs: number }[];
}

/** Return the present text of an item, which names it. */
export const textOf = (item: Item) => repeatedTextOf(item) ?? `${item.name} r${item.revision}`;

/** Return the text of an item whose content other items have too; null for a content of its own. */
export const repeatedTextOf = ({ repeatedText, revision }: Item) => (revision === 0 && repeatedText) || null;

/** Yield the instants of the slots of a queue after a time, in order. */
export function* slotsAfter({ slots, zone }: Pick<Queue, 'slots' | 'zone'>, afterMs: number): Generator<number, never> {
  for (let fromMs = afterMs; ; fromMs += 14 * DAY) {
    const times = new Set<number>();
    for (let dayMs = fromMs - 2 * DAY; dayMs <= fromMs + 16 * DAY; dayMs += DAY) {
      const date = new Date(dayMs);
      const day = date.toISOString().slice(0, 10);
      for (const { weekday, time } of slots) {
        if (WEEKDAYS[date.getUTCDay()] === weekday) times.add(momentOf(`${day}T${time}`, zone).atMs);
      }
    }
    yield* [...times].filter((atMs) => atMs > fromMs && atMs <= fromMs + 14 * DAY).sort((a, b) => a - b);
  }
}

/** List the posts of a queue whose slots have not come. A paused queue keeps those that came during the pause. */
export function waitingIn({ posts, isPaused }: Queue, nowMs: number): Queue['posts'] {
  return isPaused ? posts : posts.filter(({ atMs }) => atMs > nowMs);
}

/** Return the next slot that no post has. */
export function nextFree(queue: Queue, nowMs: number): number {
  const taken = new Set(waitingIn(queue, nowMs).map(({ atMs }) => atMs));
  const slots = slotsAfter(queue, nowMs);
  for (;;) {
    const { value } = slots.next();
    if (!taken.has(value)) return value;
  }
}

/** Put an item at the end, or at the front: then each post that is in the way moves one slot up. Returns its slot. */
export function putInQueue(queue: Queue, item: Item, position: 'last' | 'first', nowMs: number): number {
  leaveQueue(item);
  item.queue = queue;
  if (position === 'last') return place(queue, item, item.targets, nextFree(queue, nowMs));
  const slots = slotsAfter(queue, nowMs + MOVE_TIME);
  const ownMs = slots.next().value;
  const inTheWay = (atMs: number) => waitingIn(queue, nowMs).find((post) => post.atMs === atMs);
  let [atMs, next] = [ownMs, inTheWay(ownMs)];
  place(queue, item, item.targets, ownMs);
  while (next) {
    const pushed: Item = next.item;
    const moving = pushed.targets.filter((target) => target.atMs === atMs);
    queue.posts.splice(queue.posts.indexOf(next), 1);
    atMs = slots.next().value;
    next = inTheWay(atMs);
    place(queue, pushed, moving, atMs);
  }
  return ownMs;
}

/** Give a post a slot, with these targets of its item. */
function place({ posts }: Queue, item: Item, targets: Target[], atMs: number): number {
  posts.push({ item, atMs });
  posts.sort((a, b) => a.atMs - b.atMs);
  for (const target of targets) if (!target.isCancelled) Object.assign(target, { atMs, local: null });
  return atMs;
}

/** Take an item out of its queue. */
export function leaveQueue(item: Item): void {
  if (!item.queue) return;
  item.queue.posts = item.queue.posts.filter((post) => post.item !== item);
  item.queue = null;
}

/** Take an item out of its queue if none of its targets has the time of its slot. */
export function leaveQueueIfMoved(item: Item): void {
  const post = item.queue?.posts.find((each) => each.item === item);
  if (!item.targets.some(({ atMs, isCancelled }) => atMs === post?.atMs && !isCancelled)) leaveQueue(item);
}

/** Pause a queue. */
export function pause(queue: Queue, nowMs: number): void {
  queue.posts = waitingIn(queue, nowMs);
  queue.isPaused = true;
}

/** Put a post back into its queue, which was paused after a halt had held the post at its slot. */
export function rejoinQueue(queue: Queue, { item, atMs }: Target): void {
  item.queue = queue;
  queue.posts.push({ item, atMs });
  queue.posts.sort((a, b) => a.atMs - b.atMs);
}

/** Resume a queue: its posts keep their order and take the next slots. */
export function resume(queue: Queue, nowMs: number): void {
  queue.isPaused = false;
  const slots = slotsAfter(queue, nowMs + MOVE_TIME);
  for (const { item } of [...queue.posts]) {
    const post = queue.posts.find((each) => each.item === item)!;
    const atMs = slots.next().value;
    for (const target of item.targets) if (target.atMs === post.atMs && !target.isCancelled) target.atMs = atMs;
    post.atMs = atMs;
  }
}

/** Return whether a halt stops what is sent by an account. */
export function covers({ scope }: Pick<Halt, 'scope'>, { id, platform }: Account): boolean {
  if (scope === 'workspace') return true;
  return 'platform' in scope ? scope.platform === platform : scope.account === id;
}

/** Return the halt that stops a post now, if there is one. */
export function haltOf({ item, account }: Target): Halt | undefined {
  return item.workspace.halts.find((halt) => halt.endMs === null && covers(halt, account));
}

/** Return whether a paused recurrence holds a post. */
export function isHeld({ heldAtMs, atMs }: Target): boolean {
  return heldAtMs === atMs;
}

/** Return whether a post waits in a paused queue, or a paused recurrence holds it. */
export function isPaused(target: Target): boolean {
  return isHeld(target) || isInPausedQueue(target);
}

/** Return whether a post waits in a paused queue. */
export function isInPausedQueue({ item, atMs }: Target): boolean {
  return item.queue?.isPaused === true && item.queue.posts.some((post) => post.item === item && post.atMs === atMs);
}

/** Return what the clock shows when a post is due, by the plan: later by the gap where the clock skips the time. */
export function plannedClock({ local, zone }: NonNullable<Target['local']>): string {
  const { atMs, clock } = momentOf(local, zone);
  return clock === 'gap' ? clockAt(atMs, zone) : local;
}
