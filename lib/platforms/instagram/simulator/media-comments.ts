import { hasScope, isAuthorizedFor, type TokenAccess } from '../../kit/simulator/oauth-grants.ts';
import type { PostStore } from '../../kit/simulator/post-store.ts';
import {
  jsonObject,
  parseParameters,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import { usernameOf } from './consent.ts';
import { forbidden, graphError, missing } from './errors.ts';
import { selectFields, validateFields } from './fields.ts';

const FIELDS = ['id', 'text', 'timestamp', 'username'];
const MAX_CHARACTERS = 2_200;
const MAX_LISTED = 50;

/** Build the error for comments on a medium that the token may not write or read; null otherwise. */
function objection(access: TokenAccess, mediaId: string, store: PostStore): SimulatedResponse | null {
  const owner = store.findPost('instagram', mediaId)?.account;
  if (owner === undefined || !isAuthorizedFor(access, owner)) return missing(mediaId);
  return hasScope(access, 'instagram_business_manage_comments') ? null : forbidden();
}

/** Respond to `POST /{media}/comments`: comment as the owner of the medium. */
export function createComment(
  { body }: SimulatedRequest,
  access: TokenAccess,
  mediaId: string,
  store: PostStore,
): SimulatedResponse {
  const rejection = objection(access, mediaId, store);
  if (rejection !== null) return rejection;
  const parameters = jsonObject(body);
  const unknown = parameters === undefined ? 'body' : unknownField(parameters, ['message']);
  if (unknown !== undefined) return graphError(100, `Invalid parameter: ${unknown}`);
  const message = parameters?.message;
  if (typeof message !== 'string' || message.trim() === '')
    return graphError(100, '(#100) The parameter message is required');
  if ([...message].length > MAX_CHARACTERS) return graphError(100, 'Invalid parameter: the message is too long');
  const id = store.newId().slice(1);
  const account = store.findPost('instagram', mediaId)!.account;
  store.addPost({ platform: 'instagram', id, account, text: message, replyTo: mediaId, isComment: true });
  return { status: 200, body: { id } };
}

/** Respond to `GET /{media}/comments`: newest first, one page of `limit` (1 to 50, default 25) after a cursor. */
export function listComments(
  request: SimulatedRequest,
  access: TokenAccess,
  mediaId: string,
  store: PostStore,
): SimulatedResponse {
  const rejection = objection(access, mediaId, store);
  if (rejection !== null) return rejection;
  const parameters = parseParameters(request.query);
  const unknown = parameters === undefined ? 'query' : unknownField(parameters, ['fields', 'limit', 'after']);
  if (parameters === undefined || unknown !== undefined) return graphError(100, `Invalid parameter: ${unknown}`);
  const { fields = 'id,text,timestamp', limit = '25', after = '' } = parameters;
  if (!/^\d{1,2}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_LISTED) {
    return graphError(100, `Param limit must be 1 to ${MAX_LISTED}`);
  }
  const names = fields.split(',');
  const invalid = validateFields(names, FIELDS);
  if (invalid !== null) return invalid;
  const cursor = Buffer.from(after, 'base64url').toString();
  if (after !== '' && !/^\d{1,5}$/.test(cursor)) return graphError(100, 'Invalid cursors values');
  const offset = Number(cursor);
  const found = store.commentsOn('instagram', mediaId, offset, Number(limit) + 1);
  const comments = found.slice(0, Number(limit));
  const data = comments.map(({ id, text, account, atMs }) => {
    const timestamp = `${new Date(atMs).toISOString().slice(0, 19)}+0000`;
    return selectFields({ id, text, timestamp, username: usernameOf(account) }, names);
  });
  const toCursor = (index: number) => Buffer.from(String(index)).toString('base64url');
  const cursors = { before: toCursor(offset), after: toCursor(offset + comments.length) };
  const next =
    found.length > comments.length ? { next: `${request.origin}${request.path}?after=${cursors.after}` } : {};
  return { status: 200, body: { data, ...(comments.length > 0 ? { paging: { cursors, ...next } } : {}) } };
}
