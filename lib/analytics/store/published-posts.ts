import { sha256 } from '../../core/crypto/sha256.ts';
import type { Write } from '../../core/table/commit.ts';
import { loadAll } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey, toItem } from '../../core/table/schema.ts';
import type { Platform } from '../../platforms/platform.ts';
import { publishedPostEntity } from '../entities/metrics.ts';
import type { PublishedPost } from '../rules/engagement-ingestion.ts';

/** Build the write that assigns a post to its content item. The first assignment wins. */
export function publishedPostWrite(post: PublishedPost): Write {
  const item = toItem(publishedPostEntity, post, { post_hash: sha256(post.platform_post_id) });
  return { put: item, condition: 'absent' };
}

/** Load those of these posts that the workspace published. */
export async function loadPublishedPosts(
  workspaceId: string,
  posts: { platform: Platform; platform_post_id: string }[],
): Promise<PublishedPost[]> {
  const keys = new Map<string, PrimaryKey>();
  for (const { platform, platform_post_id } of posts) {
    const key = keyOf(publishedPostEntity, {
      workspace_id: workspaceId,
      platform,
      post_hash: sha256(platform_post_id),
    });
    keys.set(key.sk, key);
  }
  const found = await loadAll<PublishedPost>([...keys.values()]);
  return found.filter((post) => post !== null);
}
