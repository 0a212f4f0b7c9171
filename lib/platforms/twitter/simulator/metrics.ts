import { fakeMetrics } from '../../kit/simulator/fake-metrics.ts';
import type { PostStore } from '../../kit/simulator/post-store.ts';
import type { SimulatedRequest, SimulatedResponse } from '../../kit/simulator/simulated-http.ts';
import { displayText } from './display-text.ts';
import { invalid } from './errors.ts';
import type { XMedia } from './media.ts';

/** How long X returns non-public metrics to the author. */
const NON_PUBLIC_MS = 30 * 86_400_000;

const READ_FIELDS = ['id', 'text', 'public_metrics', 'non_public_metrics'];

function read(store: PostStore, media: XMedia, ids: string[], fields: string[]) {
  const data: object[] = [];
  const errors: object[] = [];
  for (const id of ids) {
    const post = store.findPost('twitter', id);
    if (post === undefined) {
      errors.push({
        title: 'Not Found Error',
        resource_type: 'tweet',
        parameter: 'ids',
        value: id,
        resource_id: id,
      });
      continue;
    }
    if (fields.includes('non_public_metrics') && Date.now() - post.atMs > NON_PUBLIC_MS) {
      errors.push({
        title: 'Field Authorization Error',
        type: 'https://api.twitter.com/2/problems/not-authorized-for-field',
        resource_type: 'tweet',
        field: 'non_public_metrics.url_link_clicks',
        parameter: 'ids',
        value: id,
        resource_id: id,
        section: 'data',
      });
      continue;
    }
    const numbers = fakeMetrics(id, post.atMs, Date.now());
    const shown = {
      public_metrics: {
        retweet_count: numbers.reposts,
        reply_count: numbers.comments,
        like_count: numbers.likes,
        quote_count: numbers.quotes,
        bookmark_count: numbers.saves,
        impression_count: numbers.impressions,
      },
      non_public_metrics: {
        impression_count: numbers.impressions,
        url_link_clicks: numbers.clicks,
        user_profile_clicks: numbers.profileClicks,
        engagements: numbers.likes + numbers.comments + numbers.reposts + numbers.quotes + numbers.clicks,
      },
    };
    const asked = Object.entries(shown).filter(([name]) => fields.includes(name));
    const { text } = displayText(post, media.isAttachedTo(id));
    data.push({ id, text, edit_history_tweet_ids: [id], ...Object.fromEntries(asked) });
  }
  return { data, errors };
}

/** Respond to `GET /2/tweets`: posts by id, with the requested groups of metrics. */
export function readPosts(request: SimulatedRequest, store: PostStore, media: XMedia): SimulatedResponse {
  const ids = request.query.get('ids')?.split(',') ?? [];
  const fields = request.query.get('tweet.fields')?.split(',') ?? [];
  if (ids.length < 1 || ids.length > 100 || ids.some((id) => !/^[0-9]{1,19}$/.test(id))) {
    return invalid('ids', 'The `ids` query parameter value is not 1 to 100 ids');
  }
  const unknown = fields.find((field) => !READ_FIELDS.includes(field));
  if (unknown !== undefined) return invalid('tweet.fields', `[${unknown}] is not one of the fields`);
  const { data, errors } = read(store, media, ids, fields);
  return {
    status: 200,
    body: { ...(data.length > 0 ? { data } : {}), ...(errors.length > 0 ? { errors } : {}) },
  };
}
