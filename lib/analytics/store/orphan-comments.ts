import { sha256 } from '../../core/crypto/sha256.ts';
import type { Write } from '../../core/table/commit.ts';
import { query } from '../../core/table/read.ts';
import { fromItem, partition, toItem } from '../../core/table/schema.ts';
import { isSupportedSchema } from '../../core/table/schema-version.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { orphanCommentEntity } from '../entities/engagements.ts';
import type { OrphanComment, PublishedPost } from '../rules/engagement-ingestion.ts';

const RETENTION_DAYS = 1;

type PostName = Pick<PublishedPost, 'platform' | 'platform_post_id'>;

function hashOf({ platform, platform_post_id }: PostName): string {
  return sha256(`${platform}\n${platform_post_id}`);
}

/** Build the write of a comment on an unknown post. A repeated report writes the same item. */
export function orphanCommentWrite(comment: OrphanComment, nowMs: number): Write {
  const extraKeyFields = { post_hash: hashOf(comment), comment_hash: sha256(comment.external_id) };
  return {
    put: toItem(orphanCommentEntity, comment, extraKeyFields, nowMs + RETENTION_DAYS * DAY_MS),
    condition: 'any',
  };
}

/** Load the comments that arrived before their post was known. */
export async function loadOrphanComments(post: PostName & Pick<PublishedPost, 'workspace_id'>) {
  const pk = partition(orphanCommentEntity, 'pk', { workspace_id: post.workspace_id, post_hash: hashOf(post) });
  const items = await query({ pk });
  return items.filter(isSupportedSchema).map((item) => fromItem<OrphanComment>(item));
}
