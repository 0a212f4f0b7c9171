import type { PostStore, StoredPost } from '../../kit/simulator/post-store.ts';
import {
  parseParameters,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import { displayText } from './display-text.ts';
import { invalid } from './errors.ts';
import type { XMedia } from './media.ts';

const PARAMETERS = ['max_results', 'start_time', 'end_time', 'pagination_token', 'tweet.fields'];
const FIELDS = ['id', 'text', 'created_at', 'entities', 'referenced_tweets'];
/** A timeline has the newest posts of an account, up to this number. */
const TIMELINE_POSTS = 3_200;
/** An end time is at least this long ago. */
const MIN_END_AGE_MS = 10_000;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;

/**
 * Respond to `GET /2/users/{id}/tweets`: one page of the posts of an account, newest first.
 *
 * Supports `max_results` (5 to 100, default 10), `start_time` (inclusive), `end_time` (exclusive), `pagination_token`
 * and `tweet.fields`. Times have a resolution of one second.
 *
 * @param account the account in the store.
 */
export function readTimeline(
  request: SimulatedRequest,
  account: string,
  store: PostStore,
  media: XMedia,
): SimulatedResponse {
  const parameters = parseParameters(request.query);
  if (parameters === undefined) return invalid('query', 'A query parameter is there twice');
  const unknownName = unknownField(parameters, PARAMETERS);
  if (unknownName !== undefined)
    return invalid(unknownName, `The query parameter [${unknownName}] is not one of those`);
  const { max_results: max = '10', start_time: start, end_time: end, 'tweet.fields': names } = parameters;
  const { pagination_token: token = 'page0' } = parameters;
  if (!/^\d{1,3}$/.test(max) || Number(max) < 5 || Number(max) > 100) {
    return invalid('max_results', `The \`max_results\` query parameter value [${max}] is not between 5 and 100`);
  }
  const sinceMs = start === undefined ? 0 : INSTANT.test(start) ? Date.parse(start) : Number.NaN;
  if (Number.isNaN(sinceMs) || sinceMs > Date.now()) {
    return invalid('start_time', `The \`start_time\` query parameter value [${start}] is not a time in the past`);
  }
  const untilMs = end === undefined ? undefined : INSTANT.test(end) ? Date.parse(end) : Number.NaN;
  if (untilMs !== undefined && !(untilMs <= Date.now() - MIN_END_AGE_MS && untilMs > sinceMs)) {
    return invalid('end_time', `The \`end_time\` query parameter value [${end}] is not at least 10 seconds ago`);
  }
  if (!/^page\d{1,4}$/.test(token)) {
    return invalid('pagination_token', `The \`pagination_token\` query parameter value [${token}] is not valid`);
  }
  const offset = Number(token.slice('page'.length));
  const fields = names?.split(',') ?? [];
  const unknown = fields.find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) return invalid('tweet.fields', `[${unknown}] is not one of the fields`);

  const found = store.postsBy('twitter', account, { sinceMs, untilMs, offset }, Number(max) + 1);
  const oldestShown = store.postsBy('twitter', account, { offset: TIMELINE_POSTS - 1 }, 1)[0];
  const listed = found.filter(({ id }) => oldestShown === undefined || BigInt(id) >= BigInt(oldestShown.id));
  const posts = listed.slice(0, Number(max));
  const [newest, oldest] = [posts[0], posts.at(-1)];
  if (newest === undefined || oldest === undefined) {
    return { status: 200, body: { meta: { result_count: 0 } } };
  }
  const data = posts.map((post) => shown(post, fields, media.isAttachedTo(post.id)));
  const next = listed.length > posts.length ? { next_token: `page${offset + posts.length}` } : {};
  const meta = { result_count: posts.length, newest_id: newest.id, oldest_id: oldest.id, ...next };
  return { status: 200, body: { data, meta } };
}

function shown(post: StoredPost, fields: string[], hasMedia: boolean): object {
  const { id, replyTo } = post;
  const { text, urls } = displayText(post, hasMedia);
  const second = new Date(Math.floor(post.atMs / 1_000) * 1_000).toISOString();
  return {
    id,
    text,
    edit_history_tweet_ids: [id],
    ...(fields.includes('created_at') ? { created_at: second } : {}),
    ...(fields.includes('referenced_tweets') && replyTo !== null
      ? { referenced_tweets: [{ type: 'replied_to', id: replyTo }] }
      : {}),
    ...(fields.includes('entities') && urls.length > 0 ? { entities: { urls } } : {}),
  };
}
