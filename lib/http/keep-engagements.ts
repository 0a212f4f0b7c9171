import { isId } from '../domain/id.ts';
import { cameWith, type Known, type Receipt, type SentEngagement, type Sorted } from '../domain/ingestion.ts';
import type { FieldError } from '../domain/refusal.ts';
import { loadContents } from '../table/content.ts';
import { keepEngagement } from '../table/engagement.ts';
import { loadPublishedPosts } from '../table/published-post.ts';
import { KEEP_MS } from './idempotency.ts';

/** What became of one element of a batch. */
export type Kept = { status: 'accepted' | 'duplicate' } | { status: 'rejected'; error: FieldError };

/** The items and posts of the workspace that elements speak of. */
export async function loadKnown(workspaceId: string, sent: SentEngagement[]): Promise<Known> {
  const ids = sent.flatMap(({ content_id: id }) => (id !== undefined && isId('content', id) ? id : []));
  const named = sent.flatMap(({ platform, platform_post_id }) =>
    platform_post_id === undefined ? [] : { platform, platform_post_id },
  );
  const [contents, posts] = await Promise.all([
    loadContents(workspaceId, ids),
    loadPublishedPosts(workspaceId, named),
  ]);
  return { contents, posts };
}

/**
 * Keeps what was sorted out, each by itself, and answers in its order. Returns or throws once all of them have come
 * to an end, so nothing is left half done by a frozen function. What follows from them, follows from the stream.
 */
export async function keepAll(sorted: Sorted[], receipt: Receipt): Promise<Kept[]> {
  return allEnded(sorted.map((outcome) => keep(outcome, receipt)));
}

/** What these come to, once all of them have ended; throws what the first that failed threw. */
export async function allEnded<T>(works: Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(works);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

async function keep(outcome: Sorted, receipt: Receipt): Promise<Kept> {
  if (outcome === 'repeated') return { status: 'duplicate' };
  if ('error' in outcome) return { status: 'rejected', error: outcome.error };
  const kept = await keepEngagement(outcome.engagement);
  return { status: !kept || cameWith(receipt, kept, KEEP_MS) ? 'accepted' : 'duplicate' };
}
