import { ApiError } from '../../core/problems/define-problem.ts';
import type { Write } from '../../core/table/commit.ts';
import { loadAll } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import type { Platform } from '../../platforms/platform.ts';
import { postClaimEntity } from '../entities/posts.ts';
import { postAlreadyClaimed } from '../problems.ts';
import { namesOfPost, postHashOf } from '../rules/post/post-names.ts';
import type { Publishable } from '../rules/post/thread.ts';
import type { ScheduleEntry } from '../rules/schedule-entry.ts';

/** The target that a post on a platform belongs to, in whichever workspace. It outlives its item. */
export interface PostClaim {
  platform: Platform;
  /** The platform's id of the post, or the name in its URL where that contains no id. */
  platform_post_id: string;
  workspace_id: string;
  content_id: string;
}

/**
 * Build the writes that claim the new posts of an entry, each of its parts. They fail with 409 when one is claimed: by
 * another target, or by an earlier part of this one, because the next part would answer the wrong post.
 */
export function postClaimWrites(content: Publishable, before: ScheduleEntry, after: ScheduleEntry): Write[] {
  const { platform, workspace_id, content_id } = after;
  return [...new Set(newNames(content, before, after))].map((platform_post_id): Write => {
    const claim: PostClaim = { platform, platform_post_id, workspace_id, content_id };
    return {
      put: toItem(postClaimEntity, claim, { post_hash: postHashOf(after, platform_post_id) }),
      condition: 'absent',
      onConflict: () => postAlreadyClaimed('This post belongs to another target or another part.'),
    };
  });
}

function newNames(content: Publishable, before: ScheduleEntry, after: ScheduleEntry): string[] {
  const isNew = after.platform_post_id !== before.platform_post_id || after.url !== before.url;
  const parts = after.parts.flatMap((part, index) => {
    return index < before.parts.length ? [] : namesOfPost(content, after, index, part);
  });
  return [...(isNew ? namesOfPost(content, after, 0, after) : []), ...parts];
}

/** Return whether a change failed because its post belongs to another target. */
export function isPostClaimConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'post_already_claimed';
}

/** Load which of these posts belong to a target, on the platform of an entry. */
export async function loadClaimedPostIds(
  entry: Pick<ScheduleEntry, 'platform' | 'account_id'>,
  postIds: string[],
): Promise<Set<string>> {
  const keys = [...new Set(postIds)].map((id) => keyOf(postClaimEntity, { post_hash: postHashOf(entry, id) }));
  const found = await loadAll<PostClaim>(keys);
  return new Set(found.flatMap((claim) => claim?.platform_post_id ?? []));
}
