import { classifyNoResponse, missingPostId, toPrepareFailure } from '../classification.ts';
import { asArray, asString, getPath, isSuccess, parseJsonBody } from '../json-response.ts';
import { downloadImage, validateImages } from '../media.ts';
import { fetchEach } from '../metrics.ts';
import type {
  MetricsPublisher,
  PlatformConnection,
  PlatformMetrics,
  Post,
  PreparedState,
  PrepareFailure,
  PrepareOutcome,
  PublishingAccount,
  PublishOutcome,
  ReconcileOutcome,
} from '../publisher.ts';
import { sendRequest } from '../request.ts';
import { formRequest, missingCredential, requestToken } from '../token-refresh.ts';
import { linkedin } from './index.ts';
import { escapeLittleTextFormat } from './little-text-format.ts';
import { memberMetrics, organizationMetrics } from './metrics.ts';
import { call, classify } from './request.ts';

const IMAGE_RULES = {
  platformName: linkedin.displayName,
  maxCount: 20,
  maxBytes: 36 * 1024 * 1024,
  contentTypes: ['image/jpeg', 'image/png', 'image/gif'],
};

/** Check that an upload URL is LinkedIn's or the base URL, because uploads carry the token. */
function isUploadUrl(value: unknown, connection: PlatformConnection): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const url = new URL(value);
  if (url.origin === new URL(connection.baseUrl).origin) return true;
  return url.protocol === 'https:' && /(^|\.)linkedin\.com$/.test(url.hostname);
}

async function upload(
  pictureUrl: string,
  place: number,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<{ outcome: 'uploaded'; id: string } | PrepareFailure> {
  const fetched = await downloadImage(pictureUrl, place, connection, IMAGE_RULES);
  if (fetched.outcome !== 'fetched') return fetched;
  const body = { initializeUploadRequest: { owner: account.externalId } };
  const begun = await call('POST', '/rest/images?action=initializeUpload', body, account, connection);
  if (begun.response === null) return toPrepareFailure(classifyNoResponse(begun));
  if (!isSuccess(begun.response)) return toPrepareFailure(classify(begun.response, account));
  const json = parseJsonBody(begun.response);
  const id = asString(getPath(json, 'value', 'image'));
  const uploadUrl = getPath(json, 'value', 'uploadUrl');
  if (id === undefined || !isUploadUrl(uploadUrl, connection)) {
    return toPrepareFailure(missingPostId(begun.response.status));
  }
  const put = await sendRequest({
    method: 'PUT',
    url: uploadUrl,
    headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': fetched.picture.contentType },
    body: fetched.picture.bytes,
    deadlineMs: connection.deadlineMs,
  });
  if (put.response === null) return toPrepareFailure(classifyNoResponse(put));
  if (!isSuccess(put.response)) return toPrepareFailure(classify(put.response, account));
  return { outcome: 'uploaded', id };
}

function toPostContent(post: Post, preparation: PreparedState): { content?: object } {
  const images = asArray(preparation.imageUrns).map((id, index) => {
    const altText = post.media[index]?.alt;
    return { id, ...(altText === undefined || altText === '' ? {} : { altText }) };
  });
  if (images.length === 0) return {};
  return { content: images.length === 1 ? { media: images[0] } : { multiImage: { images } } };
}

/** Publishes to LinkedIn. The account's `externalId` is the author's urn. */
export const linkedinPublisher: MetricsPublisher = {
  // Uploads of an earlier attempt stay unused, because uploading again publishes nothing.
  async prepare(post, account, connection): Promise<PrepareOutcome> {
    const objection = validateImages(post.media, IMAGE_RULES);
    if (objection !== null) return objection;
    const imageUrns: string[] = [];
    for (const [index, picture] of post.media.entries()) {
      const uploaded = await upload(picture.url, index + 1, account, connection);
      if (uploaded.outcome !== 'uploaded') return uploaded;
      imageUrns.push(uploaded.id);
    }
    return { outcome: 'prepared', preparation: { imageUrns } };
  },

  async send(post, preparation, account, connection): Promise<PublishOutcome> {
    const body = {
      author: account.externalId,
      commentary: escapeLittleTextFormat(post.text),
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      ...toPostContent(post, preparation),
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    };
    const result = await call('POST', '/rest/posts', body, account, connection);
    if (result.response === null) return classifyNoResponse(result);
    if (!isSuccess(result.response)) return classify(result.response, account);
    const urn = result.response.headers['x-restli-id'];
    if (typeof urn !== 'string' || !/^urn:li:[A-Za-z]+:\d+$/.test(urn))
      return missingPostId(result.response.status);
    return { outcome: 'published', platformPostId: urn, url: `https://www.linkedin.com/feed/update/${urn}` };
  },

  /**
   * Return `unsupported`.
   *
   * Reading a member's posts requires `r_member_social`, which LinkedIn does not grant to new apps,
   * and the service does not know whether an account has it. Sending the post again to provoke a duplicate error
   * is no alternative, because it would publish a post that did not arrive.
   */
  async reconcile(): Promise<ReconcileOutcome> {
    return { found: 'unsupported' };
  },

  /**
   * Only approved partners receive refresh tokens.
   *
   * A refresh token is valid for 365 days and does not change.
   */
  async refresh({ refreshToken, clientId, clientSecret }, connection) {
    if (refreshToken === null) return missingCredential('a refresh token');
    if (clientId === null || clientSecret === null) return missingCredential('a client id and secret');
    const form = {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
    };
    return requestToken(formRequest(connection, form), linkedin.token.lifetimeSeconds);
  },

  async metrics(platformPostIds, account, connection): Promise<PlatformMetrics[]> {
    if (account.externalId.startsWith('urn:li:organization:')) {
      return organizationMetrics(platformPostIds, account, connection);
    }
    return fetchEach(platformPostIds, (urn) => memberMetrics(urn, account, connection));
  },
};
