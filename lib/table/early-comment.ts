import { DAY_MS } from '../domain/buckets.ts';
import type { EarlyComment, PublishedPost } from '../domain/ingestion.ts';
import type { Write } from './commit.ts';
import { hashOfKey, isReadable, itemOf, partition, recordOf } from './keys.ts';
import { query } from './read.ts';

const KEPT_DAYS = 1;

type PostName = Pick<PublishedPost, 'platform' | 'platform_post_id'>;

function hashOf({ platform, platform_post_id }: PostName): string {
  return hashOfKey(`${platform}\n${platform_post_id}`);
}

/** The write of a comment at a post that is not known; told again, it is the same item. */
export function earlyCommentWrite(comment: EarlyComment, nowMs: number): Write {
  const beside = { post_hash: hashOf(comment), comment_hash: hashOfKey(comment.external_id) };
  return { put: itemOf('EarlyComment', comment, beside, nowMs + KEPT_DAYS * DAY_MS), expect: 'any' };
}

/** The comments that came before their post was known. */
export async function loadEarlyComments(
  post: PostName & Pick<PublishedPost, 'workspace_id'>,
): Promise<EarlyComment[]> {
  const pk = partition('EarlyComment', 'pk', { workspace_id: post.workspace_id, post_hash: hashOf(post) });
  const items = await query({ pk });
  return items.filter(isReadable).map((item) => recordOf<EarlyComment>(item));
}
