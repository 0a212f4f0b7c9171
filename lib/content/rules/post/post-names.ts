import { isSandboxAccountId } from '../../../accounts/rules/sandbox-account.ts';
import { sha256 } from '../../../core/crypto/sha256.ts';
import { parsePostUrl } from '../../../platforms/platforms.ts';
import type { ScheduleEntry } from '../schedule-entry.ts';
import { type Publishable, partsFor } from './thread.ts';

/** A post as an entry has it: of the entry, or of one of its parts. */
type EntryPost = Pick<ScheduleEntry, 'platform_post_id' | 'url'>;

/**
 * List what names the post of a part of an item on its platform: the platform's id, and the name in its URL. `part` is
 * the index of the part, because the URL of a comment is read in another way than that of its post.
 */
export function namesOfPost(
  content: Publishable,
  { platform }: Pick<ScheduleEntry, 'platform'>,
  part: number,
  { platform_post_id, url }: EntryPost,
): string[] {
  const kind = partsFor(content, platform)[part]?.kind;
  const named = url === null ? null : parsePostUrl(platform, url, kind);
  return [...new Set([platform_post_id, named?.name])].filter((name) => name != null);
}

/** Return where the ids of posts are unique. What names a post of a sandbox account names none on the platform. */
export function idSpaceOf({ platform, account_id }: Pick<ScheduleEntry, 'platform' | 'account_id'>): string {
  return isSandboxAccountId(account_id) ? `sandbox/${platform}` : platform;
}

/** Return the hash by which the claim of a post is found. The platform and the account are those of its entry. */
export function postHashOf(entry: Pick<ScheduleEntry, 'platform' | 'account_id'>, postId: string): string {
  return sha256(JSON.stringify([idSpaceOf(entry), postId]));
}
