import { answerJson, at, succeeded } from './answer.ts';
import { classifySilence, rejectContent, withoutId } from './classification.ts';
import { readInsights } from './instagram-insights.ts';
import { permalinkIn } from './instagram-media.ts';
import { prepareAgain, prepareAnew } from './instagram-preparation.ts';
import { askContainer } from './instagram-reconciliation.ts';
import { call, classify, isId } from './instagram-request.ts';
import { checkPictures } from './media.ts';
import { readEach } from './metrics.ts';
import type {
  Outcome,
  PlatformConnection,
  PostMetrics,
  PreparationOutcome,
  Publisher,
  PublishingAccount,
} from './publisher.ts';
import type { Answer } from './request.ts';
import { requestToken, verdictByStatus } from './token-refresh.ts';

/** A carousel takes ten pictures. Instagram fetches them itself, so size and type are its own to check. */
const PICTURES = { platformName: 'Instagram', maxCount: 10 };

/** What Instagram documents for a long-lived token: 60 days. */
const TOKEN_LIFETIME_SECONDS = 60 * 86_400;

/** The public address of a post, or null: it is worth one more request, but not a failure. */
async function permalinkOf(
  mediaId: string,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<string | null> {
  const result = await call('GET', `${mediaId}?fields=permalink`, undefined, account, connection);
  if (result.answer?.status !== 200) return null;
  return permalinkIn(at(answerJson(result.answer), 'permalink'));
}

/** Instagram answers 400 to nearly everything, limits and failures of its own included; its codes tell them apart. */
function verdictOn(answer: Answer) {
  if (answer.status < 400 || answer.status > 499) return verdictByStatus(answer);
  const { outcome } = classify(answer, { externalId: '', accessToken: '' });
  return outcome === 'rejected' ? verdictByStatus(answer) : outcome;
}

/** Instagram. Base url `https://graph.instagram.com`; the account's `externalId` is the Instagram user id. */
export const instagram: Publisher = {
  platform: 'instagram',

  async prepare(post, account, connection, earlier): Promise<PreparationOutcome> {
    if (post.media.length === 0) {
      return rejectContent('media_required', 'Instagram has no posts without a picture.');
    }
    const objection = checkPictures(post.media, PICTURES);
    if (objection !== null) return objection;
    const containerId = earlier?.containerId;
    return isId(containerId)
      ? prepareAgain(containerId, post, account, connection)
      : prepareAnew(post, account, connection);
  },

  async send(_post, preparation, account, connection): Promise<Outcome> {
    const startMs = performance.now();
    const path = `${encodeURIComponent(account.externalId)}/media_publish`;
    const body = { creation_id: preparation.containerId };
    const result = await call('POST', path, body, account, connection);
    if (result.answer === null) return classifySilence(result);
    if (!succeeded(result.answer)) return classify(result.answer, account);
    const id = at(answerJson(result.answer), 'id');
    if (!isId(id)) return withoutId(result.answer.status);
    const leftMs = Math.floor(connection.deadlineMs - (performance.now() - startMs));
    const url = leftMs > 0 ? await permalinkOf(id, account, { ...connection, deadlineMs: leftMs }) : null;
    return { outcome: 'published', platformPostId: id, url };
  },

  reconcile: askContainer,

  /**
   * A long-lived token renews itself, as long as it lives; there is no refresh token. This form, with the
   * token in the url, is the only documented one, so the url must not be logged or shown.
   */
  async refresh({ accessToken }, { tokenUrl, deadlineMs }) {
    const query = new URLSearchParams({ grant_type: 'ig_refresh_token', access_token: accessToken });
    const request = { method: 'GET', url: `${tokenUrl}?${query}`, headers: {}, deadlineMs } as const;
    return requestToken(request, TOKEN_LIFETIME_SECONDS, verdictOn);
  },

  async metrics(platformPostIds, account, connection): Promise<PostMetrics[]> {
    return readEach(platformPostIds, (mediaId) => readInsights(mediaId, account, connection));
  },
};
