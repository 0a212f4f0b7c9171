import type { PostStore, StoredPost } from '../../kit/simulator/post-store.ts';
import {
  parseParameters,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import type { Containers } from './containers.ts';
import { graphError } from './errors.ts';
import { selectFields, validateFields } from './fields.ts';

const FIELDS = ['id', 'caption', 'timestamp', 'permalink', 'media_type'];

/** Build the fields of a medium. */
export function describeMedia(post: StoredPost, containers: Containers): Record<string, unknown> {
  const { id, text, atMs } = post;
  return {
    id,
    caption: text === '' ? undefined : text,
    // Instagram formats times with the offset +0000 and without fractions.
    timestamp: `${new Date(atMs).toISOString().slice(0, 19)}+0000`,
    permalink: `https://www.instagram.com/p/${Buffer.from(id).toString('base64url')}/`,
    media_type: containers.imageUrlsOf(id).length > 1 ? 'CAROUSEL_ALBUM' : 'IMAGE',
  };
}

/** Instagram lists the newest media of an account, up to this number. */
const MAX_LISTED = 10_000;

/** Respond to `GET /{account}/media`: newest first, one page of `limit` (1 to 100, default 25) after a cursor. */
export function listMedia(
  request: SimulatedRequest,
  account: string,
  store: PostStore,
  containers: Containers,
): SimulatedResponse {
  const parameters = parseParameters(request.query);
  if (parameters === undefined) return graphError(100, 'A parameter is there twice');
  const unknown = unknownField(parameters, ['fields', 'limit', 'after']);
  if (unknown !== undefined) return graphError(100, `Invalid parameter: ${unknown}`);
  const { fields, limit = '25', after = '' } = parameters;
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > 100) {
    return graphError(100, 'Param limit must be 1 to 100');
  }
  const names = fields?.split(',') ?? [];
  const objection = validateFields(names, FIELDS);
  if (objection !== null) return objection;
  const cursor = Buffer.from(after, 'base64url').toString();
  if (after !== '' && !/^\d{1,5}$/.test(cursor)) return graphError(100, 'Invalid cursors values');
  const offset = Number(cursor);
  const found = store.postsBy('instagram', account, { offset }, Math.min(Number(limit) + 1, MAX_LISTED - offset));
  const posts = found.slice(0, Number(limit));
  const data = posts.map((post) => selectFields(describeMedia(post, containers), names));
  const toCursor = (index: number) => Buffer.from(String(index)).toString('base64url');
  const cursors = { before: toCursor(offset), after: toCursor(offset + posts.length) };
  const next = found.length > posts.length ? { next: `${request.origin}${request.path}?after=${cursors.after}` } : {};
  return { status: 200, body: { data, ...(posts.length > 0 ? { paging: { cursors, ...next } } : {}) } };
}
