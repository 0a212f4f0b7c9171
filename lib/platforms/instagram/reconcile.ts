import type { Access, ReconcileOutcome, SentPost } from '../publisher.ts';
import { fetchContainerState } from './container-state.ts';
import { findMedia } from './media.ts';
import { isId } from './request.ts';

/** Longer than the deadline of the request that publishes: until then it may still be processed. */
const PUBLISHING_MS = 60_000;

/** Instagram dates a post by its own clock, in whole seconds; the clock of this service may be ahead. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Look up the state of the post's container. A container is published at most once, so `PUBLISHED` proves that the post
 * is live and `FINISHED` that it is not, and the same container can be sent again safely. `EXPIRED` means "not
 * published within 24 hours", but Instagram does not document how long a published container reports `PUBLISHED`;
 * `ERROR` does not name the failed step. Neither these nor a container that is in progress, unknown or unread proves
 * anything, so the result is `not_seen`.
 */
export async function reconcileByContainer(sent: SentPost, ...access: Access): Promise<ReconcileOutcome> {
  const { containerId } = sent.preparation;
  if (!isId(containerId)) return { found: 'not_seen' };
  const { code } = await fetchContainerState(containerId, ...access);
  if (code === 'FINISHED' && Date.now() - sent.lastSentAtMs >= PUBLISHING_MS) return { found: 'not_live' };
  if (code !== 'PUBLISHED') return { found: 'not_seen' };
  const media = await findMedia(sent, sent.sentAtMs - CLOCK_SKEW_MS, ...access);
  const { id: platformPostId = null, url = null, publishedAtMs = null } = media ?? {};
  return { found: 'live', platformPostId, url, publishedAtMs };
}
