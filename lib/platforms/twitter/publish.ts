import { classifyNoResponse, missingPostId, toPrepareFailure } from '../classification.ts';
import { asArray, getPath, isSuccess, parseJsonBody } from '../json-response.ts';
import { downloadImage, validateImages } from '../media.ts';
import type {
  MetricsPublisher,
  PlatformConnection,
  PrepareFailure,
  PrepareOutcome,
  PublishingAccount,
  PublishOutcome,
} from '../publisher.ts';
import { formRequest, missingCredential, requestToken } from '../token-refresh.ts';
import { twitter } from './index.ts';
import { fetchPostMetrics } from './metrics.ts';
import { findInTimeline } from './reconcile.ts';
import { call, classify, isId, postUrl } from './request.ts';

const IMAGE_RULES = {
  platformName: twitter.displayName,
  maxCount: 4,
  maxBytes: 5 * 1024 * 1024,
  contentTypes: ['image/jpeg', 'image/png', 'image/webp'],
};

/** Upload one image, then its description, which X accepts only before a post uses the image. */
async function upload(
  picture: { url: string; alt?: string | undefined },
  place: number,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<{ outcome: 'uploaded'; id: string } | PrepareFailure> {
  const fetched = await downloadImage(picture.url, place, connection, IMAGE_RULES);
  if (fetched.outcome !== 'fetched') return fetched;
  const { bytes, contentType } = fetched.picture;
  const media = Buffer.from(bytes).toString('base64');
  const body = { media, media_category: 'tweet_image', media_type: contentType };
  const uploaded = await call('POST', '/2/media/upload', body, account, connection);
  if (uploaded.response === null) return toPrepareFailure(classifyNoResponse(uploaded));
  if (!isSuccess(uploaded.response)) return toPrepareFailure(classify(uploaded.response, account));
  const id = getPath(parseJsonBody(uploaded.response), 'data', 'id');
  if (!isId(id)) return toPrepareFailure(missingPostId(uploaded.response.status));

  if (picture.alt !== undefined && picture.alt !== '') {
    const metadata = { id, metadata: { alt_text: { text: picture.alt } } };
    const described = await call('POST', '/2/media/metadata', metadata, account, connection);
    if (described.response === null) return toPrepareFailure(classifyNoResponse(described));
    if (!isSuccess(described.response)) return toPrepareFailure(classify(described.response, account));
  }
  return { outcome: 'uploaded', id };
}

function basic(clientId: string, clientSecret: string): string {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** X. Base url `https://api.x.com`. */
export const twitterPublisher: MetricsPublisher = {
  // Uploads of an earlier attempt expire unused, because uploading again publishes nothing.
  async prepare(post, account, connection): Promise<PrepareOutcome> {
    const objection = validateImages(post.media, IMAGE_RULES);
    if (objection !== null) return objection;
    const mediaIds: string[] = [];
    for (const [index, picture] of post.media.entries()) {
      const uploaded = await upload(picture, index + 1, account, connection);
      if (uploaded.outcome !== 'uploaded') return uploaded;
      mediaIds.push(uploaded.id);
    }
    return { outcome: 'prepared', preparation: { mediaIds } };
  },

  async send(post, preparation, account, connection): Promise<PublishOutcome> {
    const mediaIds = asArray(preparation.mediaIds);
    const body = {
      ...(post.text === '' ? {} : { text: post.text }),
      ...(mediaIds.length === 0 ? {} : { media: { media_ids: mediaIds } }),
    };
    const result = await call('POST', '/2/tweets', body, account, connection);
    if (result.response === null) return classifyNoResponse(result);
    if (!isSuccess(result.response)) return classify(result.response, account);
    const id = getPath(parseJsonBody(result.response), 'data', 'id');
    if (!isId(id)) return missingPostId(result.response.status);
    return { outcome: 'published', platformPostId: id, url: postUrl(id) };
  },

  reconcile: findInTimeline,

  /**
   * X's refresh tokens are single-use: a second use revokes all tokens of the account.
   *
   * An app with a secret uses Basic authentication (RFC 6749, 2.3.1), an app without one sends its id in the
   * form.
   */
  async refresh({ refreshToken, clientId, clientSecret }, connection) {
    if (refreshToken === null) return missingCredential('a refresh token');
    if (clientId === null) return missingCredential('a client id');
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const request =
      clientSecret === null
        ? formRequest(connection, { ...form, client_id: clientId })
        : formRequest(connection, form, { authorization: basic(clientId, clientSecret) });
    return requestToken(request, twitter.token.lifetimeSeconds);
  },

  metrics: fetchPostMetrics,
};
