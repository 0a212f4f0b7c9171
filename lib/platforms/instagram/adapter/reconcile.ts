import type { Access, ReconcileOutcome, SentPost } from '../../kit/publisher.ts';
import { fetchContainerState } from './container-state.ts';
import { findMedia } from './media.ts';
import { isId } from './request.ts';

/**
 * Look up the state of the post's container. A container is published at most once, so `PUBLISHED` proves that the post
 * is live and `FINISHED` that it is not, and the same container can be sent again safely: not before its window has
 * ended, because until then the request may still be processed. `EXPIRED` means "not published within 24 hours", but
 * Instagram does not document how long a published container reports `PUBLISHED`; `ERROR` does not name the failed
 * step. Neither these nor a container that is in progress, unknown or unread proves anything, so the result is
 * `not_seen`. Instagram does not state which post a container became: a post with its caption is a candidate.
 */
export async function reconcileByContainer(sent: SentPost, ...access: Access): Promise<ReconcileOutcome> {
  const { containerId } = sent.preparation;
  if (!isId(containerId)) return { found: 'not_seen' };
  const { code } = await fetchContainerState(containerId, ...access);
  if (code === 'FINISHED' && Date.now() >= sent.window.toMs) return { found: 'not_live' };
  if (code !== 'PUBLISHED') return { found: 'not_seen' };
  const posts = await findMedia(sent, ...access);
  return posts === null ? { found: 'not_seen' } : { found: 'candidates', posts };
}
