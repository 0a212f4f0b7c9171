import type { PlatformConnection, PublishingAccount, ReconcileOutcome, SentPost } from '../publisher.ts';
import { fetchContainerState } from './container-state.ts';
import { findMedia } from './media.ts';
import { isId } from './request.ts';

/** Until then the request that publishes may still be at work: it was given less time than this. */
const PUBLISHING_MS = 60_000;

/** Instagram dates a post by its own clock, in whole seconds; ours may be ahead of it. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Look up the state of the post's container. A container is published at most once, so `PUBLISHED` is
 * proof that the post is live and `FINISHED` that it is not, and sending the same container again can never
 * make two of it.
 *
 * `EXPIRED` is documented as "not published within 24 hours", but not that a container that was published
 * keeps saying so for longer than that; `ERROR` does not say at which step. Neither leaves a container that
 * could be sent again without risk, so neither is called `not_live`. Nor does a container still in progress,
 * unknown or unread prove anything.
 */
export async function reconcileByContainer(
  sent: SentPost,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<ReconcileOutcome> {
  const { containerId } = sent.preparation;
  if (!isId(containerId)) return { found: 'not_seen' };
  const { code } = await fetchContainerState(containerId, account, connection);
  if (code === 'FINISHED' && Date.now() - sent.lastSentAtMs >= PUBLISHING_MS) return { found: 'not_live' };
  if (code !== 'PUBLISHED') return { found: 'not_seen' };
  const media = await findMedia(sent, sent.sentAtMs - CLOCK_SKEW_MS, account, connection);
  return {
    found: 'live',
    platformPostId: media?.id ?? null,
    url: media?.url ?? null,
    publishedAtMs: media?.publishedAtMs ?? null,
  };
}
