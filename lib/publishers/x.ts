import { answerJson, at, listOf, succeeded, textOf } from './answer.ts';
import {
  type ClassificationRow,
  classifyRefusal,
  classifySilence,
  whilePreparing,
  withoutId,
} from './classification.ts';
import { checkPictures, fetchPicture } from './media.ts';
import { count, readBatch, sum } from './metrics.ts';
import type {
  Outcome,
  PlatformConnection,
  PostMetrics,
  PreparationOutcome,
  Publisher,
  PublishingAccount,
} from './publisher.ts';
import { type Answer, jsonCall } from './request.ts';

/** X API v2, OpenAPI 2.167. */
// biome-ignore format: a table is read by its rows
const ROWS: readonly ClassificationRow[] = [
  { status: 402, outcome: 'rejected', code: 'credits_depleted', category: 'account', message: 'The X account has no credits left' },
  { status: 403, says: /duplicate content/i, outcome: 'rejected', code: 'duplicate_content', category: 'content', message: 'X has this post already' },
  { status: 403, says: /cashtag/i, outcome: 'rejected', code: 'invalid_request', category: 'content', message: 'X did not accept the post' },
];

const PICTURES = {
  platformName: 'X',
  maxCount: 4,
  maxBytes: 5 * 1024 * 1024,
  contentTypes: ['image/jpeg', 'image/png', 'image/webp'],
};

/** Each window of X's limits reports in a triple of headers with one of these beginnings. */
const LIMIT_WINDOWS = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour'];

const MAX_METRICS_IDS = 100;

/** Seconds until every exhausted window has been reset, at least 1; null when no window says that it is. */
function secondsUntilReset(answer: Answer): number | null {
  const resets = LIMIT_WINDOWS.filter((window) => answer.headers[`${window}-remaining`] === '0')
    .map((window) => answer.headers[`${window}-reset`])
    .filter((reset) => typeof reset === 'string' && /^\d{1,12}$/.test(reset))
    .map(Number);
  if (resets.length === 0) return null;
  return Math.max(1, Math.ceil(Math.max(...resets) - Date.now() / 1000));
}

function classify(answer: Answer, account: PublishingAccount) {
  const json = answerJson(answer);
  const details = listOf(at(json, 'errors')).map((error) => at(error, 'message') ?? at(error, 'detail'));
  const explanation = [at(json, 'detail'), ...details].map(textOf).filter(Boolean).join(' ');
  const refusal = { status: answer.status, explanation, retryAfterSeconds: secondsUntilReset(answer) };
  return classifyRefusal(ROWS, refusal, account.accessToken);
}

const call = jsonCall(({ baseUrl }, path) => `${baseUrl}${path}`);

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9]{1,19}$/.test(value);
}

/** Uploads one picture, then its description: X takes a description only before the post names the picture. */
async function upload(
  picture: { url: string; alt?: string | undefined },
  place: number,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<{ outcome: 'uploaded'; id: string } | Exclude<PreparationOutcome, { outcome: 'prepared' }>> {
  const fetched = await fetchPicture(picture.url, place, connection, PICTURES);
  if (fetched.outcome !== 'fetched') return fetched;
  const { bytes, contentType } = fetched.picture;
  const media = Buffer.from(bytes).toString('base64');
  const body = { media, media_category: 'tweet_image', media_type: contentType };
  const uploaded = await call('POST', '/2/media/upload', body, account, connection);
  if (uploaded.answer === null) return whilePreparing(classifySilence(uploaded));
  if (!succeeded(uploaded.answer)) return whilePreparing(classify(uploaded.answer, account));
  const id = at(answerJson(uploaded.answer), 'data', 'id');
  if (!isId(id)) return whilePreparing(withoutId(uploaded.answer.status));

  if (picture.alt !== undefined && picture.alt !== '') {
    const metadata = { id, metadata: { alt_text: { text: picture.alt } } };
    const described = await call('POST', '/2/media/metadata', metadata, account, connection);
    if (described.answer === null) return whilePreparing(classifySilence(described));
    if (!succeeded(described.answer)) return whilePreparing(classify(described.answer, account));
  }
  return { outcome: 'uploaded', id };
}

function toMetrics(post: unknown): PostMetrics {
  const shown = (name: string) => count(at(post, 'public_metrics', name));
  return {
    platformPostId: String(at(post, 'id')),
    impressions: shown('impression_count'),
    reach: null,
    likes: shown('like_count'),
    comments: shown('reply_count'),
    shares: sum(shown('retweet_count'), shown('quote_count')),
    saves: shown('bookmark_count'),
    clicks: count(at(post, 'non_public_metrics', 'url_link_clicks')),
  };
}

/** X. Base url `https://api.x.com`. */
export const x: Publisher = {
  platform: 'twitter',

  async prepare(post, account, connection): Promise<PreparationOutcome> {
    const objection = checkPictures(post.media, PICTURES);
    if (objection !== null) return objection;
    const mediaIds: string[] = [];
    for (const [index, picture] of post.media.entries()) {
      const uploaded = await upload(picture, index + 1, account, connection);
      if (uploaded.outcome !== 'uploaded') return uploaded;
      mediaIds.push(uploaded.id);
    }
    return { outcome: 'prepared', preparation: { mediaIds } };
  },

  async send(post, preparation, account, connection): Promise<Outcome> {
    const mediaIds = listOf(preparation.mediaIds);
    const body = {
      ...(post.text === '' ? {} : { text: post.text }),
      ...(mediaIds.length === 0 ? {} : { media: { media_ids: mediaIds } }),
    };
    const result = await call('POST', '/2/tweets', body, account, connection);
    if (result.answer === null) return classifySilence(result);
    if (!succeeded(result.answer)) return classify(result.answer, account);
    const id = at(answerJson(result.answer), 'data', 'id');
    if (!isId(id)) return withoutId(result.answer.status);
    return { outcome: 'published', platformPostId: id, url: `https://x.com/i/web/status/${id}` };
  },

  async metrics(platformPostIds, account, connection): Promise<PostMetrics[]> {
    if (platformPostIds.length === 0) return [];
    if (platformPostIds.length > MAX_METRICS_IDS) {
      throw new RangeError(`X answers for ${MAX_METRICS_IDS} posts at once, not ${platformPostIds.length}`);
    }
    const ids = platformPostIds.map(encodeURIComponent).join(',');
    const path = `/2/tweets?ids=${ids}&tweet.fields=public_metrics,non_public_metrics`;
    const result = await call('GET', path, undefined, account, connection);
    const json = readBatch(result, (answer) => classify(answer, account));
    return listOf(at(json, 'data'))
      .filter((answered) => platformPostIds.includes(String(at(answered, 'id'))))
      .map(toMetrics);
  },
};
