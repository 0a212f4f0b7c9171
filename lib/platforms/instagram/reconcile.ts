import type { PlatformConnection, PublishingAccount, ReconcileOutcome, SentPost } from '../publisher.ts';
import { fetchContainerState } from './container-state.ts';
import { findMedia } from './media.ts';
import { isId } from './request.ts';

/** After this time the request that publishes has ended, because its timeout is shorter. */
const PUBLISHING_MS = 60_000;

/** The tolerated clock difference: Instagram dates a post by its own clock, in whole seconds. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Look up the state of the post's container.
 *
 * A container is published at most once. `PUBLISHED` proves that the post is live and `FINISHED` that it is not,
 * and sending the same container again never creates a second post.
 *
 * `EXPIRED` is documented as "not published within 24 hours", but it is not documented that a published
 * container stays `PUBLISHED` for longer; `ERROR` does not state the step. In both cases a new container could
 * duplicate the post, so neither is `not_live`. A container that is in progress, unknown or unread proves nothing.
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
