import { formatInstant } from '../../core/values/timestamps.ts';
import { queueNotEmpty } from '../problems.ts';
import type { Queue, QueuedPost } from './queue.ts';

/** List the posts of a queue that have not been due yet. A paused one keeps those that were due during the pause. */
export function waitingPosts({ posts, paused }: Pick<Queue, 'posts' | 'paused'>, nowMs: number): QueuedPost[] {
  const now = formatInstant(nowMs);
  return paused ? posts : posts.filter(({ slot_at }) => slot_at > now);
}

/** Return a queue with other posts, earliest first. */
export function withPosts(queue: Queue, posts: QueuedPost[]): Queue {
  return { ...queue, posts: posts.toSorted((a, b) => (a.slot_at < b.slot_at ? -1 : 1)) };
}

/** Return a queue without the post of an item, whose slot is free. */
export function withoutPost(queue: Queue, contentId: string): Queue {
  const posts = queue.posts.filter(({ content_id }) => content_id !== contentId);
  return posts.length === queue.posts.length ? queue : withPosts(queue, posts);
}

/** Throw 409 for a queue with posts that are not published yet. */
export function assertNoPosts(queue: Queue, nowMs: number): void {
  const queued = waitingPosts(queue, nowMs).length;
  if (queued === 0) return;
  const detail = `${queued} posts wait in the queue ${queue.id}. Delete, reschedule or publish them first.`;
  throw queueNotEmpty(detail, { extensions: { queued } });
}
