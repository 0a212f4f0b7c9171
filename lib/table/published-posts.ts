import type { PublishedPost } from '../domain/analytics/engagement-ingestion.ts';
import type { Platform } from '../domain/platform.ts';
import type { Write } from './commit.ts';
import { loadAll } from './read.ts';
import { hashOfKey, keyOf, type PrimaryKey, toItem } from './schema.ts';

/** Which item a post is of, once and for all: of two claims to one post the first stays. */
export function publishedPostWrite(post: PublishedPost): Write {
  const item = toItem('PublishedPost', post, { post_hash: hashOfKey(post.platform_post_id) });
  return { put: item, condition: 'absent' };
}

/** Those of these posts that went out from the workspace. */
export async function loadPublishedPosts(
  workspaceId: string,
  posts: { platform: Platform; platform_post_id: string }[],
): Promise<PublishedPost[]> {
  const keys = new Map<string, PrimaryKey>();
  for (const { platform, platform_post_id } of posts) {
    const key = keyOf('PublishedPost', {
      workspace_id: workspaceId,
      platform,
      post_hash: hashOfKey(platform_post_id),
    });
    keys.set(key.sk, key);
  }
  const found = await loadAll<PublishedPost>([...keys.values()]);
  return found.filter((post) => post !== null);
}
