import type { Media } from '../../kit/definition/platform-definition.ts';
import { classifyNoResponse, missingPostId, toPrepareFailure } from '../../kit/http/classification.ts';
import { asArray, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { downloadImage, uploadImages } from '../../kit/media/media.ts';
import { missingCredential, requestToken } from '../../kit/oauth/token-refresh.ts';
import type { Access, MetricsPublisher, PrepareFailure } from '../../kit/publisher.ts';
import { publishPriceUsd } from '../facts/content.ts';
import { definition } from '../facts/facts.ts';
import { fetchPostMetrics } from './metrics.ts';
import { comparableText, findInTimeline } from './reconcile.ts';
import { call, classify, describeMedia, isId, postUrl } from './request.ts';
import { revokeTokens } from './revoke.ts';
import { tokenRequest } from './token-request.ts';
import { findMovingMedia, isStillProcessed, prepareMovingMedia } from './video.ts';

const IMAGE_RULES = {
  platformName: definition.displayName,
  maxCount: 4,
  maxBytes: 5 * 1024 * 1024,
  contentTypes: ['image/jpeg', 'image/png', 'image/webp'],
};

/** Upload one image, then its description: X accepts a description only before the post names the image. */
async function upload(image: Media, position: number, ...access: Access): Promise<string | PrepareFailure> {
  const [account, connection] = access;
  const fetched = await downloadImage(image, position, connection, IMAGE_RULES);
  if (fetched.outcome !== 'fetched') return fetched;
  const { bytes, contentType } = fetched.image;
  const media = Buffer.from(bytes).toString('base64');
  const body = { media, media_category: 'tweet_image', media_type: contentType };
  const uploaded = await call('POST', '/2/media/upload', body, ...access);
  if (uploaded.response === null) return toPrepareFailure(classifyNoResponse(uploaded));
  if (!isSuccess(uploaded.response)) return toPrepareFailure(classify(uploaded.response, account));
  const id = getPath(parseJsonBody(uploaded.response), 'data', 'id');
  if (!isId(id)) return toPrepareFailure(missingPostId(uploaded.response.status));
  return (image.alt ? await describeMedia(id, image.alt, ...access) : null) ?? id;
}

/** X. Base URL `https://api.x.com`. */
export const twitterPublisher: MetricsPublisher = {
  priceUsd: publishPriceUsd,

  async prepare({ media }, account, connection, preparation) {
    const moving = findMovingMedia(media);
    if (moving) return prepareMovingMedia(moving, media, preparation, account, connection);
    return uploadImages(media, IMAGE_RULES, 'mediaIds', preparation, (image, position) =>
      upload(image, position, account, connection),
    );
  },

  stillProcessing: (_post, saved, ...access) => isStillProcessed(saved, ...access),

  async send({ text, replyTo }, preparation, ...access) {
    const mediaIds = asArray(preparation.mediaIds);
    const body = {
      ...(text === '' ? {} : { text }),
      ...(mediaIds.length === 0 ? {} : { media: { media_ids: mediaIds } }),
      ...(replyTo ? { reply: { in_reply_to_tweet_id: replyTo.parentId } } : {}),
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

  revoke: revokeTokens,
  /** X's refresh tokens work once: a second use revokes the whole token family. */
  async refresh({ refreshToken, clientId, clientSecret }, connection) {
    if (refreshToken === null) return missingCredential('a refresh token');
    if (clientId === null) return missingCredential('a client id');
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const request = tokenRequest(connection, form, { clientId, clientSecret });
    return requestToken(request, definition.token.lifetimeSeconds);
  },

  metrics: fetchPostMetrics,
};
