import type { ApiError } from '../../core/problems/define-problem.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { queueFull, queuePaused } from '../problems.ts';
import { MAX_QUEUED_POSTS, type Queue, type QueuedPost } from './queue.ts';
import { waitingPosts, withPosts } from './queue-posts.ts';
import { localTimeOfSlot, MAX_SLOT_DAYS, slotTimes } from './slot-times.ts';

export const POSITIONS = ['last', 'first'] as const;
export type Position = (typeof POSITIONS)[number];

/** A worker moves posts within seconds. A slot that begins sooner is not given to another post. */
const MOVE_MS = 5 * 60_000;

/** A queue after a claim, and the slot of the post. */
export type Claim = { queue: Queue; slotAt: string };

/**
 * Claim a slot for a post: the next free one, or for `first` the next one, whose post moves to the slot after it, and so on
 * up to the first free one. A post that is in the queue keeps its slot, unless it moves to the front. Otherwise throws 409
 * for a paused queue, and for one without a free slot. Returns the queue itself when its posts stay where they are.
 */
export function claimSlot(queue: Queue, contentId: string, position: Position, nowMs: number): Claim {
  const waiting = waitingPosts(queue, nowMs);
  const own = waiting.find(({ content_id }) => content_id === contentId);
  if (own && position === 'last') return { queue, slotAt: own.slot_at };
  assertRunning(queue);
  const posts = waiting.filter((post) => post !== own);
  if (posts.length >= MAX_QUEUED_POSTS) throw fullError(`A queue has at most ${MAX_QUEUED_POSTS} posts.`);
  const claimed =
    position === 'first' ? pushFirst(queue, posts, contentId, nowMs) : addLast(queue, posts, contentId, nowMs);
  const slotAt = claimed.find(({ content_id }) => content_id === contentId)!.slot_at;
  const next = withPosts(queue, claimed);
  return { queue: canonicalJson(next.posts) === canonicalJson(queue.posts) ? queue : next, slotAt };
}

/** Claim the slot at a time. Null when the queue has none then, or it is taken. Throws 409 for a paused queue. */
export function claimSlotAt(queue: Queue, content_id: string, slot_at: string, nowMs: number): Claim | null {
  assertRunning(queue);
  const posts = waitingPosts(queue, nowMs);
  const isTaken = posts.some((post) => post.slot_at === slot_at) || posts.length >= MAX_QUEUED_POSTS;
  if (isTaken || localTimeOfSlot(queue, slot_at) === null) return null;
  return { queue: withPosts(queue, [...posts, { content_id, slot_at }]), slotAt: slot_at };
}

function assertRunning({ id, paused }: Queue): void {
  if (paused) throw queuePaused(`The queue ${id} is paused. Resume it first.`);
}

function addLast(queue: Queue, posts: QueuedPost[], content_id: string, nowMs: number): QueuedPost[] {
  const taken = new Set(posts.map(({ slot_at }) => slot_at));
  for (const slot_at of slotTimes(queue, nowMs)) {
    if (!taken.has(slot_at)) return [...posts, { content_id, slot_at }];
  }
  throw noSlotError();
}

function pushFirst(queue: Queue, posts: QueuedPost[], content_id: string, nowMs: number): QueuedPost[] {
  const bySlot = new Map(posts.map((post) => [post.slot_at, post]));
  const moved: QueuedPost[] = [];
  let pushed = content_id;
  for (const slot_at of slotTimes(queue, nowMs + MOVE_MS)) {
    moved.push(pushed === content_id ? { content_id, slot_at } : movedTo(pushed, slot_at));
    const next = bySlot.get(slot_at);
    if (!next) {
      const ids = new Set(moved.map((post) => post.content_id));
      return [...posts.filter((post) => !ids.has(post.content_id)), ...moved];
    }
    pushed = next.content_id;
  }
  throw noSlotError();
}

function movedTo(content_id: string, slot_at: string): QueuedPost {
  return { content_id, slot_at, is_behind: true };
}

/** Pause a queue: its posts are held. Returns the queue itself when it is paused. */
export function pauseQueue(queue: Queue, nowMs: number): Queue {
  if (queue.paused) return queue;
  const posts = waitingPosts(queue, nowMs).map(({ content_id, slot_at }) => movedTo(content_id, slot_at));
  return { ...withPosts(queue, posts), paused: true, updated_at: formatInstant(nowMs) };
}

/**
 * Resume a queue: its posts keep their order and take the next slots. Returns the queue itself when it is not paused.
 * Throws 409 when there are fewer slots than posts.
 */
export function resumeQueue(queue: Queue, nowMs: number): Queue {
  if (!queue.paused) return queue;
  const times = slotTimes(queue, nowMs + MOVE_MS);
  const posts = queue.posts.map((post) => {
    const { value } = times.next();
    if (!value) throw noSlotError();
    return movedTo(post.content_id, value);
  });
  return { ...withPosts(queue, posts), paused: false, updated_at: formatInstant(nowMs) };
}

function noSlotError(): ApiError {
  return fullError(`The queue has no free slot in the next ${MAX_SLOT_DAYS} days.`);
}

function fullError(detail: string): ApiError {
  return queueFull(detail);
}
