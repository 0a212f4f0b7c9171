import type { Media } from '../../kit/definition/platform-definition.ts';
import { isComment } from '../../kit/first-comment.ts';
import { classifyNoResponse, missingPostId, toPrepareFailure } from '../../kit/http/classification.ts';
import { asArray, asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { fetchEach } from '../../kit/http/metrics.ts';
import { sendRequest } from '../../kit/http/request.ts';
import { downloadImage, uploadImages } from '../../kit/media/media.ts';
import { findVideo } from '../../kit/media/video.ts';
import { formRequest, missingCredential, requestToken } from '../../kit/oauth/token-refresh.ts';
import type { Access, MetricsPublisher, Post, PreparedState, PrepareFailure } from '../../kit/publisher.ts';
import { normalizeForComparison } from '../../kit/text/normalize-text.ts';
import { definition, linkCard } from '../facts/facts.ts';
import { prepareArticle, toArticle } from './article.ts';
import { findComment, sendComment } from './comments.ts';
import { escapeLittleTextFormat } from './escape-little-text.ts';
import { memberMetrics, organizationMetrics } from './metrics.ts';
import { call, classify, isPostUrn, isUploadUrl, postUrl } from './request.ts';
import { isStillProcessed, prepareVideo } from './video.ts';

const IMAGE_RULES = {
  platformName: definition.displayName,
  maxCount: 20,
  maxBytes: 36 * 1024 * 1024,
  contentTypes: ['image/jpeg', 'image/png', 'image/gif'],
};

/** Far longer than the URN of an image. */
const MAX_URN_CHARACTERS = 255;

async function upload(image: Media, position: number, ...access: Access): Promise<string | PrepareFailure> {
  const [account, connection] = access;
  const fetched = await downloadImage(image, position, connection, IMAGE_RULES);
  if (fetched.outcome !== 'fetched') return fetched;
  const body = { initializeUploadRequest: { owner: account.externalId } };
  const begun = await call('POST', '/rest/images?action=initializeUpload', body, ...access);
  if (begun.response === null) return toPrepareFailure(classifyNoResponse(begun));
  if (!isSuccess(begun.response)) return toPrepareFailure(classify(begun.response, account));
  const json = parseJsonBody(begun.response);
  const id = asString(getPath(json, 'value', 'image'));
  const url = getPath(json, 'value', 'uploadUrl');
  if (id === undefined || id.length > MAX_URN_CHARACTERS || !isUploadUrl(url, connection.baseUrl)) {
    return toPrepareFailure(missingPostId(begun.response.status));
  }
  const put = await sendRequest({
    method: 'PUT',
    url,
    headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': fetched.image.contentType },
    body: fetched.image.bytes,
    deadlineMs: connection.deadlineMs,
  });
  if (put.response === null) return toPrepareFailure(classifyNoResponse(put));
  return isSuccess(put.response) ? id : toPrepareFailure(classify(put.response, account));
}

function toPostContent(post: Post, preparation: PreparedState): { content?: object } {
  if (post.link) return toArticle(post, preparation);
  // LinkedIn has no alternative texts of videos.
  if (preparation.videoUrn) return { content: { media: { id: preparation.videoUrn } } };
  const images = asArray(preparation.imageUrns).map((id, index) => {
    const altText = post.media[index]?.alt;
    return { id, ...(altText ? { altText } : {}) };
  });
  if (images.length === 0) return {};
  return { content: images.length === 1 ? { media: images[0] } : { multiImage: { images } } };
}

/** LinkedIn. Base URL `https://api.linkedin.com`; the account's `externalId` is the author's URN. */
export const linkedinPublisher: MetricsPublisher = {
  preparesWithRequests: ({ media, link }) => media.length > 0 || Boolean(link),

  pageUrlOf: linkCard.urlOf,

  async prepare(post, account, connection, preparation) {
    if (isComment(post)) return { outcome: 'prepared', preparation: {} };
    const uploadThumbnail = (url: string) => upload({ url, type: 'image' }, 1, account, connection);
    if (post.link) return prepareArticle(post.link, preparation, uploadThumbnail, account, connection);
    const video = findVideo(post.media);
    if (video) return prepareVideo(video, post.media, preparation, account, connection);
    return uploadImages(post.media, IMAGE_RULES, 'imageUrns', preparation, (image, position) =>
      upload(image, position, account, connection),
    );
  },

  stillProcessing: (_post, saved, ...access) => isStillProcessed(saved, ...access),

  async send(post, preparation, ...access) {
    if (isComment(post)) return sendComment(post, ...access);
    const [account] = access;
    const body = {
      author: account.externalId,
      commentary: escapeLittleTextFormat(post.text),
      visibility: post.visibility === 'connections' ? 'CONNECTIONS' : 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      ...toPostContent(post, preparation),
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    };
    const result = await call('POST', '/rest/posts', body, ...access);
    if (result.response === null) return classifyNoResponse(result);
    if (!isSuccess(result.response)) return classify(result.response, account);
    const urn = result.response.headers['x-restli-id'];
    if (!isPostUrn(urn)) return missingPostId(result.response.status);
    return { outcome: 'published', platformPostId: urn, url: postUrl(urn) };
  },

  comparableText: normalizeForComparison,

  /**
   * Not supported for posts: reading a member's posts needs `r_member_social`, which LinkedIn does not grant to new apps, and an
   * account does not state its read permissions. Repeating the post would publish one that did not arrive.
   */
  reconcile: async (sent, ...access) => (isComment(sent) ? findComment(sent, ...access) : { found: 'unsupported' }),

  /** Only approved partners receive refresh tokens; one is valid for 365 days from the connection and does not change. */
  async refresh({ refreshToken, clientId, clientSecret }, connection) {
    if (refreshToken === null) return missingCredential('a refresh token');
    if (clientId === null || clientSecret === null) return missingCredential('a client id and secret');
    const client = { client_id: clientId, client_secret: clientSecret };
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...client };
    return requestToken(formRequest(connection, form), definition.token.lifetimeSeconds);
  },

  async metrics(platformPostIds, ...access) {
    const isOrganization = access[0].externalId.startsWith('urn:li:organization:');
    if (isOrganization) return organizationMetrics(platformPostIds, ...access);
    return fetchEach(platformPostIds, (urn) => memberMetrics(urn, ...access));
  },
};
