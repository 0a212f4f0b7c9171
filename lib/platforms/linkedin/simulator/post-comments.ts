import { hasScope, type TokenAccess } from '../../kit/simulator/oauth-grants.ts';
import type { PostStore, StoredPost } from '../../kit/simulator/post-store.ts';
import {
  isObject,
  jsonObject,
  parseParameters,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import { field, forbidden, linkedInError } from './errors.ts';
import { actsFor, mayPostAs } from './organizations.ts';

const FIELDS = ['actor', 'object', 'message'];
const MAX_CHARACTERS = 1_250;
const MAX_COUNT = 100;

function describe({ id, account, text, atMs }: StoredPost): object {
  const [, object, commentId] = /^urn:li:comment:\((.+),(\d+)\)$/.exec(id) ?? [];
  const time = { actor: account, time: atMs };
  return {
    id: commentId,
    commentUrn: id,
    object,
    actor: account,
    message: { text },
    created: time,
    lastModified: time,
  };
}

/** Respond to `POST /rest/socialActions/{post}/comments`. */
export function createComment(
  { body }: SimulatedRequest,
  access: TokenAccess,
  postId: string,
  store: PostStore,
): SimulatedResponse {
  const given = jsonObject(body);
  if (given === undefined) return linkedInError(400, 'The request body is not a JSON object');
  const unknown = unknownField(given, FIELDS);
  if (unknown !== undefined) return field(`/${unknown}`, 'unrecognized field found but not allowed');
  const { actor, object, message } = given;
  if (typeof actor !== 'string') return field('/actor', 'field is required but not found');
  if (object !== postId) return field('/object', 'is not the post of the path');
  const text = isObject(message) && unknownField(message, ['text']) === undefined ? message.text : undefined;
  if (typeof text !== 'string' || text === '') return field('/message/text', 'field is required but not found');
  const length = [...text].length;
  if (length > MAX_CHARACTERS) {
    return linkedInError(
      400,
      `Comment text length (${length} characters) exceeded the maximum allowed (${MAX_CHARACTERS} characters)`,
    );
  }
  if (!mayPostAs(access, actor, 'social_feed')) return forbidden('partnerApiSocialActions.CREATE');
  const post = store.findPost('linkedin', postId);
  if (post === undefined) return linkedInError(404, `${postId} not found`);
  // A share belongs to an activity, under another number.
  const activity = `urn:li:activity:${BigInt(postId.slice(postId.lastIndexOf(':') + 1)) + 1n}`;
  const id = `urn:li:comment:(${activity},${store.newId(0)})`;
  store.addPost({ platform: 'linkedin', id, account: actor, text, replyTo: postId, isComment: true });
  const [created] = store.commentsOn('linkedin', postId, 0, 1);
  return { status: 201, body: describe(created!) };
}

/** Respond to `GET /rest/socialActions/{post}/comments`: the comments on a post of an organization. */
export function listComments(
  request: SimulatedRequest,
  access: TokenAccess,
  postId: string,
  store: PostStore,
): SimulatedResponse {
  const parameters = parseParameters(request.query);
  if (parameters === undefined || unknownField(parameters, ['start', 'count']) !== undefined) {
    return linkedInError(400, 'Invalid query parameters passed to request');
  }
  const start = Number(parameters.start ?? 0);
  const count = Number(parameters.count ?? 10);
  if (!(start >= 0 && count >= 1 && count <= MAX_COUNT)) return linkedInError(400, 'Invalid paging parameters');
  const post = store.findPost('linkedin', postId);
  if (post === undefined) return linkedInError(404, `${postId} not found`);
  const isReadable =
    post.account.startsWith('urn:li:organization:') &&
    actsFor(access, post.account) &&
    hasScope(access, 'r_organization_social_feed');
  if (!isReadable) return forbidden('partnerApiSocialActions.GET_ALL');
  const elements = store.commentsOn('linkedin', postId, start, count).map(describe);
  return { status: 200, body: { elements, paging: { start, count, links: [] } } };
}
