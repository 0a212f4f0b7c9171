import { namesOfPost } from '../../content/rules/post/post-names.ts';
import type { Publishable } from '../../content/rules/post/thread.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { mayBeFrom, sendsInDoubt } from '../../content/rules/sends/post-identification.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { ReadPost } from '../../platforms/kit/post-reader.ts';
import type { FollowingPart, NamedPost } from '../../platforms/platform.ts';
import { PLATFORM_TABLE, parsePostUrl } from '../../platforms/platforms.ts';

/**
 * Parse the URL that a person names for a part of a target. `accountId`: the platform's id of the account, if it is
 * known. Throws 422 unless it is that of a post on the platform.
 */
export function parseNamedPost(
  { platform }: ScheduleEntry,
  url: string,
  kind: 'post' | FollowingPart['kind'],
  accountId: string | undefined,
): NamedPost {
  const named = parsePostUrl(platform, url, kind, accountId);
  if (named) return named;
  const { displayName, postUrl } = PLATFORM_TABLE[platform];
  const message = `Must be the URL of a post on ${displayName}, such as ${postUrl.example}.`;
  throw fieldError('/url', 'not_of_platform', message);
}

/** Throw 422 for the URL of a comment on another post than that of the target, where the URLs of both are of one form. */
export function assertOnPostOfTarget(content: Publishable, entry: ScheduleEntry, url: string): void {
  const [post] = entry.parts;
  const name = parsePostUrl(entry.platform, url)?.name;
  if (!post || name === undefined) return;
  const names = namesOfPost(content, entry, 0, post).filter((each) => formOf(each) === formOf(name));
  if (names.length === 0 || names.includes(name)) return;
  throw fieldError('/url', 'not_of_post', 'Must be the URL of a comment on the post of the target.');
}

/** Return the name of a post without its last segment. Only names of one form can be compared. */
function formOf(name: string): string {
  return name.replace(/[^/:]+\/?$/, '');
}

/**
 * Return the id of a post that a person names for an unconfirmed target; null if it is unknown. The post must belong to
 * the account of the target, whose id is `accountId`, and be from the time of its sends, as far as its URL or `read`
 * tells. Throws 422 otherwise.
 */
export function idOfNamedPost(
  entry: ScheduleEntry,
  named: NamedPost,
  accountId: string | undefined,
  read: ReadPost,
): string | null {
  const { displayName } = PLATFORM_TABLE[entry.platform];
  if (read.found === 'absent') {
    throw fieldError('/url', 'post_not_found', `The account has no post with this URL on ${displayName}.`);
  }
  const isForeign = accountId !== undefined && named.accountId !== undefined && named.accountId !== accountId;
  if (read.found === 'other_account' || isForeign) {
    throw fieldError('/url', 'not_of_account', 'Must be the URL of a post of the account of the target.');
  }
  const [id, createdAtMs] =
    read.found === 'post' ? [read.platformPostId, read.publishedAtMs] : [named.id, named.createdAtMs];
  const sends = sendsInDoubt(entry);
  if (createdAtMs !== undefined && sends.length > 0 && !mayBeFrom(sends, createdAtMs)) {
    const message = `The post was created at ${formatInstant(createdAtMs)}, when this target was not being sent.`;
    throw fieldError('/url', 'not_in_window', message);
  }
  return id;
}
