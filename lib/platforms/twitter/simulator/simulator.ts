import twitterText from 'twitter-text';
import { openAuthorizationCodes } from '../../kit/simulator/authorization-codes.ts';
import { answerConsent } from '../../kit/simulator/consent.ts';
import { injectPostFault } from '../../kit/simulator/fault-injection.ts';
import { hasScope } from '../../kit/simulator/oauth-grants.ts';
import {
  bearerToken,
  jsonObject,
  parseForm,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import {
  type PlatformHandler,
  SAMPLE_CLIENT,
  type SimulatedPlatform,
  type SimulatorStores,
} from '../../kit/simulator/simulated-platform.ts';
import { TWITTER_COMMENTS } from './comments.ts';
import { exchangeOnX, readUser, X_CONSENT } from './consent.ts';
import { duplicate, forbidden, invalid, problem, unauthorized, X_ERRORS } from './errors.ts';
import { openXMedia } from './media.ts';
import { readPosts } from './metrics.ts';
import { answeredId, replyObjection } from './replies.ts';
import { readTimeline } from './timeline.ts';
import { refreshOnX, revokeOnX } from './token.ts';

// biome-ignore format: one list
const TWEET_FIELDS = [
  'text', 'media', 'poll', 'reply', 'quote_tweet_id', 'reply_settings', 'geo', 'community_id', 'made_with_ai',
  'paid_partnership',
];

function openTwitter(stores: SimulatorStores): PlatformHandler {
  const { store, scripts, grants } = stores;
  const media = openXMedia(stores);
  const codes = openAuthorizationCodes(store);

  function create(request: SimulatedRequest, account: string): SimulatedResponse {
    const body = jsonObject(request.body);
    if (body === undefined || !request.headers['content-type']?.startsWith('application/json')) {
      return invalid('body', 'The request body is not a JSON object.');
    }
    const unknown = unknownField(body, TWEET_FIELDS);
    if (unknown !== undefined) {
      const message = `$.${unknown}: is not defined in the schema and the schema does not allow additional properties`;
      return invalid(unknown, message);
    }
    const { text = '' } = body;
    if (typeof text !== 'string') return invalid('text', '$.text: must be a string');
    const objection = media.objection(body.media);
    if (objection !== null) return objection;
    // A post with only images has no text to validate.
    if (text !== '' || body.media === undefined) {
      const { valid, weightedLength } = twitterText.parseTweet(text);
      if (text === '') return invalid('text', '$.text: is required');
      if (!valid) return invalid('text', `Your Tweet text is not valid (weighted length ${weightedLength}).`);
      if (store.findDuplicates('twitter', account, text).length > 0) return duplicate();
    }
    const rejection = replyObjection(store, body.reply, account);
    if (rejection !== null) return rejection;
    const id = store.newId();
    store.atomically(() => {
      store.addPost({ platform: 'twitter', id, account, text, ...answeredId(body.reply) });
      if (body.media !== undefined) media.attachTo(id, body.media);
    });
    return { status: 201, body: { data: { id, text, edit_history_post_ids: [id] } } };
  }

  function answer(request: SimulatedRequest): SimulatedResponse {
    const operation = `${request.method} ${request.path}`;
    const consent = answerConsent(request, codes, X_CONSENT);
    if (consent !== null) return consent;
    if (operation === 'POST /2/oauth2/token') {
      const isExchange = parseForm(request)?.grant_type === 'authorization_code';
      return isExchange ? exchangeOnX(request, stores, codes) : refreshOnX(request, grants, scripts);
    }
    if (operation === 'POST /2/oauth2/revoke') return revokeOnX(request, grants);
    const token = bearerToken(request);
    const access = token === undefined ? null : grants.accessOf('twitter', token);
    const account = access?.account ?? token;
    const isAuthorized = access?.state === 'valid';
    if (operation === 'POST /2/tweets') {
      return injectPostFault(scripts.takeForPost('twitter', account ?? null), {
        publish: () => {
          if (!isAuthorized || account === undefined) return unauthorized();
          return hasScope(access, 'tweet.write') ? create(request, account) : forbidden();
        },
        withoutId: (reply) => ({ ...reply, body: { data: {} } }),
        rejections: X_ERRORS,
      });
    }
    if (!isAuthorized || account === undefined) return unauthorized();
    if (operation === 'GET /2/users/me') return readUser(account);
    const user = /^GET \/2\/users\/([0-9]{1,19})\/tweets$/.exec(operation)?.[1];
    if (user !== undefined) {
      // An unregistered token has no user id: it acts as the user in the path.
      return readTimeline(request, access.account === null ? account : user, store, media);
    }
    if (operation === 'GET /2/tweets') return readPosts(request, store, media);
    const uploaded = media.answerUpload(request, account);
    if (uploaded !== null) return uploaded;
    if (operation === 'POST /2/media/upload') return media.upload(request);
    if (operation === 'POST /2/media/metadata') return media.describe(request);
    return problem(404, 'Not Found', `Not Found: ${request.path}`);
  }
  return { answer };
}

/** Simulate X API v2. The account is that of the token, or the unregistered token itself. */
export const simulated: SimulatedPlatform = {
  accountPattern: /^[0-9]{1,19}$/,
  tokenLifetimeSeconds: 7_200,
  sampleAccount: {
    external_id: '1000000001',
    access_token: 'simulator-x',
    refresh_token: 'simulator-x-refresh',
    ...SAMPLE_CLIENT,
  },
  open: openTwitter,
  comments: TWITTER_COMMENTS,
};
