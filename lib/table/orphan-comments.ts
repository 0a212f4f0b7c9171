import type { OrphanComment, PublishedPost } from '../domain/analytics/engagement-ingestion.ts';
import { DAY_MS } from '../domain/timestamps.ts';
import type { Write } from './commit.ts';
import { query } from './read.ts';
import { fromItem, hashOfKey, isSupportedSchema, partition, toItem } from './schema.ts';

const RETENTION_DAYS = 1;

type PostName = Pick<PublishedPost, 'platform' | 'platform_post_id'>;

function hashOf({ platform, platform_post_id }: PostName): string {
  return hashOfKey(`${platform}\n${platform_post_id}`);
}

/** The write of a comment at a post that is not known; told again, it is the same item. */
export function orphanCommentWrite(comment: OrphanComment, nowMs: number): Write {
  const beside = { post_hash: hashOf(comment), comment_hash: hashOfKey(comment.external_id) };
  return { put: toItem('OrphanComment', comment, beside, nowMs + RETENTION_DAYS * DAY_MS), condition: 'any' };
}

/** The comments that came before their post was known. */
export async function loadOrphanComments(
  post: PostName & Pick<PublishedPost, 'workspace_id'>,
): Promise<OrphanComment[]> {
  const pk = partition('OrphanComment', 'pk', { workspace_id: post.workspace_id, post_hash: hashOf(post) });
  const items = await query({ pk });
  return items.filter(isSupportedSchema).map((item) => fromItem<OrphanComment>(item));
}
