import type { Comment } from '../../kit/first-comment.ts';
import type { FoundPost } from '../../kit/found-post.ts';
import { classifyNoResponse, missingPostId } from '../../kit/http/classification.ts';
import { asArray, asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { shareDeadline } from '../../kit/http/request.ts';
import type { Access, PublishOutcome, ReconcileOutcome, SentPost } from '../../kit/publisher.ts';
import { normalizeForComparison } from '../../kit/text/normalize-text.ts';
import { call, classify, isId } from './request.ts';

/** Instagram lists up to 50 comments at once. */
const LIMIT = 50;
/** A post that draws more comments within minutes is not searched further. */
const MAX_PAGES = 20;

const pathOf = ({ replyTo }: Comment) => `${encodeURIComponent(replyTo.rootId)}/comments`;

/** Comment on a post of the account. A comment has no public URL. */
export async function sendComment(comment: Comment, ...access: Access): Promise<PublishOutcome> {
  const result = await call('POST', pathOf(comment), { message: comment.text }, ...access);
  if (result.response === null) return classifyNoResponse(result);
  if (!isSuccess(result.response)) return classify(result.response, access[0]);
  const id = getPath(parseJsonBody(result.response), 'id');
  if (!isId(id)) return missingPostId(result.response.status);
  return { outcome: 'published', platformPostId: id, url: null };
}

/**
 * List the account's own comments on a post that have the text of a sent one and were created within its window.
 * Instagram lists comments with the names of their authors, newest first.
 */
export async function findComment(
  sent: SentPost & Comment,
  ...[account, connection]: Access
): Promise<ReconcileOutcome> {
  const text = normalizeForComparison(sent.text);
  const nextConnection = shareDeadline(connection);
  const read = async (path: string) => {
    const { response } = await call('GET', path, undefined, account, nextConnection());
    return response?.status === 200 ? parseJsonBody(response) : undefined;
  };
  const username = asString(getPath(await read('me?fields=username'), 'username'));
  if (username === undefined) return { found: 'not_seen' };
  const posts: FoundPost[] = [];
  let after = '';
  for (let page = 0; page < MAX_PAGES; page++) {
    const json = await read(`${pathOf(sent)}?fields=id,text,timestamp,username&limit=${LIMIT}${after}`);
    if (json === undefined) return { found: 'not_seen' };
    const comments = asArray(getPath(json, 'data'));
    for (const comment of comments) {
      const id = getPath(comment, 'id');
      const publishedAtMs = Date.parse(asString(getPath(comment, 'timestamp')) ?? '');
      const isInTime = publishedAtMs >= sent.window.fromMs && publishedAtMs <= sent.window.toMs;
      const isOwn = getPath(comment, 'username') === username;
      const shown = normalizeForComparison(asString(getPath(comment, 'text')) ?? '');
      if (isId(id) && isInTime && isOwn && shown === text) posts.push({ platformPostId: id, url: null, publishedAtMs });
    }
    const cursor = asString(getPath(json, 'paging', 'cursors', 'after'));
    if (getPath(json, 'paging', 'next') === undefined || cursor === undefined) return { found: 'candidates', posts };
    after = `&after=${encodeURIComponent(cursor)}`;
  }
  return { found: 'not_seen' };
}
