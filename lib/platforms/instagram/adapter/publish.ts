import { isComment } from '../../kit/first-comment.ts';
import { classifyNoResponse, missingPostId, rejectContent } from '../../kit/http/classification.ts';
import { getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { fetchEach } from '../../kit/http/metrics.ts';
import type { HttpResponse } from '../../kit/http/request.ts';
import { validateImages } from '../../kit/media/media.ts';
import { validateVideo } from '../../kit/media/video.ts';
import { classifyRefreshStatus, requestToken } from '../../kit/oauth/token-refresh.ts';
import type { Access, MetricsPublisher } from '../../kit/publisher.ts';
import { normalizeForComparison } from '../../kit/text/normalize-text.ts';
import { definition } from '../facts/facts.ts';
import { findComment, sendComment } from './comments.ts';
import { fetchInsights } from './insights.ts';
import { parsePermalink } from './media.ts';
import { isStillProcessed, prepareContainer } from './preparation.ts';
import { reconcileByContainer } from './reconcile.ts';
import { call, classify, isId } from './request.ts';

/** A carousel has at most ten images. Instagram downloads them itself, so it checks their size and type. */
const IMAGE_RULES = { platformName: definition.displayName, maxCount: 10 };

/** Fetch the public URL of a post; null on any failure, because the post itself is published. */
async function fetchPermalink(mediaId: string, ...access: Access): Promise<string | null> {
  const result = await call('GET', `${mediaId}?fields=permalink`, undefined, ...access);
  if (result.response?.status !== 200) return null;
  return parsePermalink(getPath(parseJsonBody(result.response), 'permalink'));
}

/** Classify a failed refresh by Instagram's codes: it responds 400 to rate limits and its own failures too. */
function classifyRefresh(answer: HttpResponse) {
  if (answer.status < 400 || answer.status > 499) return classifyRefreshStatus(answer);
  const { outcome } = classify(answer, { externalId: '', accessToken: '' });
  return outcome === 'rejected' ? classifyRefreshStatus(answer) : outcome;
}

/** Instagram. Base URL `https://graph.instagram.com`; the account's `externalId` is the Instagram user id. */
export const instagramPublisher: MetricsPublisher = {
  async prepare(post, account, connection, preparation) {
    if (isComment(post)) return { outcome: 'prepared', preparation: {} };
    if (post.media.length === 0) {
      return rejectContent('media_required', 'Instagram posts require at least one image or video.');
    }
    const { displayName } = definition;
    const rejection = validateVideo(post.media, displayName) ?? validateImages(post.media, IMAGE_RULES);
    if (rejection !== null) return rejection;
    return prepareContainer(post, preparation, account, connection);
  },

  stillProcessing: isStillProcessed,

  async send(post, { containerId }, account, connection) {
    if (isComment(post)) return sendComment(post, account, connection);
    const startMs = performance.now();
    const path = `${encodeURIComponent(account.externalId)}/media_publish`;
    const result = await call('POST', path, { creation_id: containerId }, account, connection);
    if (result.response === null) return classifyNoResponse(result);
    if (!isSuccess(result.response)) return classify(result.response, account);
    const id = getPath(parseJsonBody(result.response), 'id');
    if (!isId(id)) return missingPostId(result.response.status);
    const deadlineMs = Math.floor(connection.deadlineMs - (performance.now() - startMs));
    const url = deadlineMs > 0 ? await fetchPermalink(id, account, { ...connection, deadlineMs }) : null;
    return { outcome: 'published', platformPostId: id, url };
  },

  comparableText: normalizeForComparison,

  reconcile: async (sent, ...access) =>
    isComment(sent) ? findComment(sent, ...access) : reconcileByContainer(sent, ...access),

  /**
   * Exchanges a valid long-lived token for a new one; there is no refresh token. Only this form, with the token in the
   * URL, is documented, so the URL must not be logged or shown.
   */
  async refresh({ accessToken }, { tokenUrl, deadlineMs }) {
    const query = new URLSearchParams({ grant_type: 'ig_refresh_token', access_token: accessToken });
    const request = { method: 'GET', url: `${tokenUrl}?${query}`, headers: {}, deadlineMs } as const;
    return requestToken(request, definition.token.lifetimeSeconds, classifyRefresh);
  },

  async metrics(platformPostIds, ...access) {
    return fetchEach(platformPostIds, (mediaId) => fetchInsights(mediaId, ...access));
  },
};
