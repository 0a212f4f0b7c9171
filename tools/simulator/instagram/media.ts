import type { PostStore, StoredPost } from '../post-store.ts';
import { parseParameters, type SimulatedRequest, type SimulatedResponse, unknownField } from '../simulated-http.ts';
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

/** Respond to `GET /{account}/media`: newest first, one page of `limit` (1 to 100, default 25). */
export function listMedia(
  request: SimulatedRequest,
  account: string,
  store: PostStore,
  containers: Containers,
): SimulatedResponse {
  const parameters = parseParameters(request.query);
  if (parameters === undefined) return graphError(100, 'A parameter is there twice');
  const unknown = unknownField(parameters, ['fields', 'limit']);
  if (unknown !== undefined) return graphError(100, `Invalid parameter: ${unknown}`);
  const { fields, limit = '25' } = parameters;
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > 100) {
    return graphError(100, 'Param limit must be 1 to 100');
  }
  const names = fields?.split(',') ?? [];
  const objection = validateFields(names, FIELDS);
  if (objection !== null) return objection;
  const posts = store.postsBy('instagram', account, 0, Number(limit));
  const data = posts.map((post) => selectFields(describeMedia(post, containers), names));
  return { status: 200, body: { data } };
}
