import { classifyNoResponse, missingPostId, toPrepareFailure } from '../classification.ts';
import { asArray, getPath, isSuccess, parseJsonBody } from '../json-response.ts';
import { downloadImage, uploadImages } from '../media.ts';
import type { Media } from '../platform-definition.ts';
import type { Access, MetricsPublisher, PrepareFailure } from '../publisher.ts';
import { missingCredential, requestToken } from '../token-refresh.ts';
import { twitter } from './index.ts';
import { fetchPostMetrics } from './metrics.ts';
import { comparableText, findInTimeline } from './reconcile.ts';
import { call, classify, isId, postUrl } from './request.ts';
import { tokenRequest } from './token-request.ts';

const IMAGE_RULES = {
  platformName: twitter.displayName,
  maxCount: 4,
  maxBytes: 5 * 1024 * 1024,
  contentTypes: ['image/jpeg', 'image/png', 'image/webp'],
};

/** Upload one image, then its description: X accepts a description only before the post names the image. */
async function upload(image: Media, place: number, ...access: Access): Promise<string | PrepareFailure> {
  const [account, connection] = access;
  const fetched = await downloadImage(image, place, connection, IMAGE_RULES);
  if (fetched.outcome !== 'fetched') return fetched;
  const { bytes, contentType } = fetched.image;
  const media = Buffer.from(bytes).toString('base64');
  const body = { media, media_category: 'tweet_image', media_type: contentType };
  const uploaded = await call('POST', '/2/media/upload', body, ...access);
  if (uploaded.response === null) return toPrepareFailure(classifyNoResponse(uploaded));
  if (!isSuccess(uploaded.response)) return toPrepareFailure(classify(uploaded.response, account));
  const id = getPath(parseJsonBody(uploaded.response), 'data', 'id');
  if (!isId(id)) return toPrepareFailure(missingPostId(uploaded.response.status));
  const { alt } = image;
  if (!alt) return id;
  const described = await call('POST', '/2/media/metadata', { id, metadata: { alt_text: { text: alt } } }, ...access);
  if (described.response === null) return toPrepareFailure(classifyNoResponse(described));
  return isSuccess(described.response) ? id : toPrepareFailure(classify(described.response, account));
}

/** X. Base URL `https://api.x.com`. */
export const twitterPublisher: MetricsPublisher = {
  prepare: (post, account, connection, preparation) =>
    uploadImages(post.media, IMAGE_RULES, 'mediaIds', preparation, (media, place) =>
      upload(media, place, account, connection),
    ),

  async send({ text }, preparation, ...access) {
    const mediaIds = asArray(preparation.mediaIds);
    const body = {
      ...(text === '' ? {} : { text }),
      ...(mediaIds.length === 0 ? {} : { media: { media_ids: mediaIds } }),
    };
    const result = await call('POST', '/2/tweets', body, ...access);
    if (result.response === null) return classifyNoResponse(result);
    if (!isSuccess(result.response)) return classify(result.response, access[0]);
    const id = getPath(parseJsonBody(result.response), 'data', 'id');
    if (!isId(id)) return missingPostId(result.response.status);
    return { outcome: 'published', platformPostId: id, url: postUrl(id) };
  },

  comparableText,

  reconcile: findInTimeline,

  /** X's refresh tokens work once: a second use revokes the whole token family. */
  async refresh({ refreshToken, clientId, clientSecret }, connection) {
    if (refreshToken === null) return missingCredential('a refresh token');
    if (clientId === null) return missingCredential('a client id');
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const request = tokenRequest(connection, form, { clientId, clientSecret });
    return requestToken(request, twitter.token.lifetimeSeconds);
  },

  metrics: fetchPostMetrics,
};
