import twitterText from 'twitter-text';
import { bearerToken, jsonObject, type SimRequest, type SimResponse, unknownField } from './exchange.ts';
import type { OauthGrants } from './grants.ts';
import type { PostStore } from './ledger.ts';
import { injectPostFault } from './playing.ts';
import type { Scripts } from './scripts.ts';
import { openXMedia } from './x-media.ts';
import { readPosts } from './x-metrics.ts';
import { duplicate, invalid, problem, unauthorized, X_ERRORS } from './x-problems.ts';
import { readTimeline } from './x-timeline.ts';
import { refreshOnX } from './x-token.ts';

// biome-ignore format: one list
const TWEET_FIELDS = [
  'text', 'media', 'poll', 'reply', 'quote_tweet_id', 'reply_settings', 'geo', 'community_id', 'made_with_ai',
  'paid_partnership',
];

/** X API v2: tokens, posts, media, timelines, metrics. The account is the token's, or the token nobody registered. */
export function simulateX(
  ledger: PostStore,
  scripts: Scripts,
  grants: OauthGrants,
): (call: SimRequest) => SimResponse {
  const media = openXMedia(ledger);

  function create(call: SimRequest, account: string): SimResponse {
    const body = jsonObject(call.body);
    if (body === undefined || !call.headers['content-type']?.startsWith('application/json')) {
      return invalid('body', 'The request body is not a JSON object.');
    }
    const strange = unknownField(body, TWEET_FIELDS);
    if (strange !== undefined) {
      const message = `$.${strange}: is not defined in the schema and the schema does not allow additional properties`;
      return invalid(strange, message);
    }
    const { text = '' } = body;
    if (typeof text !== 'string') return invalid('text', '$.text: must be a string');
    const objection = media.objection(body.media);
    if (objection !== null) return objection;
    // A post of pictures alone has no text that could be wrong or a duplicate.
    if (text !== '' || body.media === undefined) {
      const { valid, weightedLength } = twitterText.parseTweet(text);
      if (text === '') return invalid('text', '$.text: is required');
      if (!valid) return invalid('text', `Your Tweet text is not valid (weighted length ${weightedLength}).`);
      if (ledger.findDuplicates('twitter', account, text).length > 0) return duplicate();
    }
    const id = ledger.newId();
    ledger.atomically(() => {
      ledger.addPost({ platform: 'twitter', id, account, text });
      if (body.media !== undefined) media.attachTo(id);
    });
    return { status: 201, body: { data: { id, text, edit_history_post_ids: [id] } } };
  }

  function answer(call: SimRequest): SimResponse {
    const operation = `${call.method} ${call.path}`;
    if (operation === 'POST /2/oauth2/token') return refreshOnX(call, grants, scripts);
    const token = bearerToken(call);
    const access = token === undefined ? null : grants.accessOf('twitter', token);
    const account = access?.account ?? token;
    const isAuthorized = access?.state === 'valid';
    if (operation === 'POST /2/tweets') {
      return injectPostFault(scripts.takeForPost('twitter', account ?? null), {
        publish: () => (isAuthorized && account !== undefined ? create(call, account) : unauthorized()),
        withoutId: (reply) => ({ ...reply, body: { data: {} } }),
        refusals: X_ERRORS,
      });
    }
    if (!isAuthorized || account === undefined) return unauthorized();
    const user = /^GET \/2\/users\/([0-9]{1,19})\/tweets$/.exec(operation)?.[1];
    if (user !== undefined) {
      // A token nobody registered has no user id: it stands for the user it asks about.
      return readTimeline(call, access.account === null ? account : user, ledger, media);
    }
    if (operation === 'GET /2/tweets') return readPosts(call, ledger, media);
    if (operation === 'POST /2/media/upload') return media.upload(call);
    if (operation === 'POST /2/media/metadata') return media.describe(call);
    return problem(404, 'Not Found', `Not Found: ${call.path}`);
  }
  return answer;
}
