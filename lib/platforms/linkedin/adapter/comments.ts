import type { Comment } from '../../kit/first-comment.ts';
import type { FoundPost } from '../../kit/found-post.ts';
import { classifyNoResponse, missingPostId, toRetry } from '../../kit/http/classification.ts';
import { asArray, asNumber, asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { shareDeadline } from '../../kit/http/request.ts';
import type { Access, PublishOutcome, ReconcileOutcome, SentPost } from '../../kit/publisher.ts';
import { normalizeForComparison } from '../../kit/text/normalize-text.ts';
import { call, classify, postUrl } from './request.ts';

const COMMENT_URN = /^urn:li:comment:\((urn:li:[A-Za-z]{1,32}:\d{1,20}),(\d{1,20})\)$/;

/** Comments of one page, and the pages of a new post that are read. */
const LIMIT = 100;
const MAX_PAGES = 10;

function pathOf({ replyTo }: Comment): string {
  return `/rest/socialActions/${encodeURIComponent(replyTo.rootId)}/comments`;
}

/** Comment on a post of the account. Its message is plain text, without the format of posts. */
export async function sendComment(comment: Comment, ...access: Access): Promise<PublishOutcome> {
  const [account] = access;
  const body = { actor: account.externalId, object: comment.replyTo.rootId, message: { text: comment.text } };
  const result = await call('POST', pathOf(comment), body, ...access);
  if (result.response === null) return classifyNoResponse(result);
  if (result.response.status === 404) {
    const message = 'LinkedIn cannot find the post. It may not be available yet, or it was deleted.';
    return toRetry('post_not_found', message, 'platform');
  }
  if (!isSuccess(result.response)) return classify(result.response, account);
  const created = toPublishedComment(parseJsonBody(result.response));
  return created === null ? missingPostId(result.response.status) : { outcome: 'published', ...created };
}

/**
 * List the comments of an organization on a post that have the text of a sent one and were created within its window.
 * Only the permission `r_organization_social_feed` lists comments, and LinkedIn grants none to list those of members.
 */
export async function findComment(
  sent: SentPost & Comment,
  ...[account, connection]: Access
): Promise<ReconcileOutcome> {
  if (!account.externalId.startsWith('urn:li:organization:')) return { found: 'unsupported' };
  const text = normalizeForComparison(sent.text);
  const nextConnection = shareDeadline(connection);
  const posts: FoundPost[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const path = `${pathOf(sent)}?start=${page * LIMIT}&count=${LIMIT}`;
    const { response } = await call('GET', path, undefined, account, nextConnection());
    if (response?.status === 403) return { found: 'unsupported' };
    if (response?.status !== 200) return { found: 'not_seen' };
    const elements = asArray(getPath(parseJsonBody(response), 'elements'));
    for (const element of elements) {
      const published = toPublishedComment(element);
      const publishedAtMs = asNumber(getPath(element, 'created', 'time')) ?? 0;
      const isInTime = publishedAtMs >= sent.window.fromMs && publishedAtMs <= sent.window.toMs;
      const isOwn = getPath(element, 'actor') === account.externalId;
      const shown = normalizeForComparison(asString(getPath(element, 'message', 'text')) ?? '');
      if (published && isInTime && isOwn && shown === text) posts.push({ ...published, publishedAtMs });
    }
    if (elements.length < LIMIT) return { found: 'candidates', posts };
  }
  return { found: 'not_seen' };
}

/** Return the id and the public URL of a comment; null without a readable id. LinkedIn may name another URN of the post. */
function toPublishedComment(comment: unknown): { platformPostId: string; url: string } | null {
  const urn = asString(getPath(comment, 'commentUrn')) ?? asString(getPath(comment, '$URN')) ?? '';
  const [, post, id] = COMMENT_URN.exec(urn) ?? [];
  if (post === undefined) return null;
  const short = `urn:li:comment:(${post.slice('urn:li:'.length)},${id})`;
  return { platformPostId: urn, url: `${postUrl(post)}?commentUrn=${encodeURIComponent(short)}` };
}
