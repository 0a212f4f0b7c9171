import { answerJson, at, listOf, succeeded } from './answer.ts';
import { classifySilence, whilePreparing, withoutId } from './classification.ts';
import { checkPictures, fetchPicture } from './media.ts';
import type {
  NotPrepared,
  Outcome,
  PlatformConnection,
  PreparationOutcome,
  Publisher,
  PublishingAccount,
} from './publisher.ts';
import { formRequest, refuseWithout, requestToken } from './token-refresh.ts';
import { readMetrics } from './x-metrics.ts';
import { call, classify, isId, urlOf } from './x-request.ts';
import { findInTimeline } from './x-timeline.ts';

const PICTURES = {
  platformName: 'X',
  maxCount: 4,
  maxBytes: 5 * 1024 * 1024,
  contentTypes: ['image/jpeg', 'image/png', 'image/webp'],
};

/** What X documents for an access token. */
const TOKEN_LIFETIME_SECONDS = 7_200;

/** Uploads one picture, then its description: X takes a description only before the post names the picture. */
async function upload(
  picture: { url: string; alt?: string | undefined },
  place: number,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<{ outcome: 'uploaded'; id: string } | NotPrepared> {
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

function basic(clientId: string, clientSecret: string): string {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** X. Base url `https://api.x.com`. */
export const x: Publisher = {
  platform: 'twitter',

  // Uploads of an earlier attempt are left to expire: making them anew shows nothing to anybody.
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
    return { outcome: 'published', platformPostId: id, url: urlOf(id) };
  },

  reconcile: findInTimeline,

  /**
   * X's refresh tokens work once: a second use ends the whole family. An app with a secret names itself by
   * Basic authentication (RFC 6749, 2.3.1), one without by its id in the form.
   */
  async refresh({ refreshToken, clientId, clientSecret }, connection) {
    if (refreshToken === null) return refuseWithout('a refresh token');
    if (clientId === null) return refuseWithout('a client id');
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const request =
      clientSecret === null
        ? formRequest(connection, { ...form, client_id: clientId })
        : formRequest(connection, form, { authorization: basic(clientId, clientSecret) });
    return requestToken(request, TOKEN_LIFETIME_SECONDS);
  },

  metrics: readMetrics,
};
