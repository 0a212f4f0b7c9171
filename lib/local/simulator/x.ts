import twitterText from 'twitter-text';
import { bearerToken, type Call, isObject, jsonObject, type Reply, unknownField } from './exchange.ts';
import type { Ledger } from './ledger.ts';
import { play, type Scripts } from './scripts.ts';
import { readPosts } from './x-metrics.ts';
import { invalid, problem } from './x-problems.ts';

// biome-ignore format: one list
const TWEET_FIELDS = [
  'text', 'media', 'poll', 'reply', 'quote_tweet_id', 'reply_settings', 'geo', 'community_id', 'made_with_ai',
  'paid_partnership',
];
const MEDIA_FIELDS = ['media', 'media_category', 'media_type', 'additional_owners', 'shared'];
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const MAX_DESCRIPTION_CHARACTERS = 1_000;
const WINDOW_SECONDS = 900;

const unauthorized = () => problem(401, 'Unauthorized', 'Unauthorized');
const duplicate = () =>
  problem(403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.');

function tooMany(): Reply {
  const reset = Math.ceil(Date.now() / 1000) + WINDOW_SECONDS;
  const headers = {
    'x-rate-limit-limit': '100',
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': String(reset),
    'x-user-limit-24hour-limit': '10000',
    'x-user-limit-24hour-remaining': '9900',
    'x-user-limit-24hour-reset': String(reset + 80_000),
  };
  return { ...problem(429, 'Too Many Requests', 'Too Many Requests'), headers };
}

const REFUSALS = {
  '500': () => problem(500, 'Internal Server Error', 'Internal Server Error'),
  '429': tooMany,
  '401': unauthorized,
  duplicate,
  '402': () =>
    problem(
      402,
      'CreditsDepleted',
      'Your enrolled account does not have any credits to fulfill this request.',
      {
        type: 'https://api.x.com/2/problems/credits',
      },
    ),
  '426': () => problem(426, 'Upgrade Required', 'Upgrade Required'),
};

/** X API v2: posts, media, metrics. The account is the token. */
export function simulateX(ledger: Ledger, scripts: Scripts): (call: Call) => Reply {
  const { database } = ledger;
  database.exec('CREATE TABLE IF NOT EXISTS x_media (id TEXT PRIMARY KEY, size INTEGER, description TEXT)');
  const addMedia = database.prepare('INSERT INTO x_media (id, size) VALUES (?, ?)');
  const findMedia = database.prepare('SELECT id FROM x_media WHERE id = ?');
  const describe = database.prepare('UPDATE x_media SET description = ? WHERE id = ?');

  function mediaObjection(media: unknown): Reply | null {
    if (media === undefined) return null;
    const ids = isObject(media) ? media.media_ids : undefined;
    if (!isObject(media) || unknownField(media, ['media_ids', 'tagged_user_ids']) !== undefined) {
      return invalid('media', '$.media: is not defined in the schema');
    }
    if (!Array.isArray(ids) || ids.length < 1 || ids.length > 4) {
      return invalid('media.media_ids', '$.media.media_ids: there must be 1 to 4 items in the array');
    }
    const strange = ids.find((id) => typeof id !== 'string' || findMedia.get(id) === undefined);
    return strange === undefined ? null : invalid('media.media_ids', 'Your media IDs are invalid.');
  }

  function create(call: Call, account: string): Reply {
    const body = jsonObject(call.body);
    if (body === undefined || !call.headers['content-type']?.startsWith('application/json')) {
      return invalid('body', 'The request body is not a JSON object.');
    }
    const strange = unknownField(body, TWEET_FIELDS);
    if (strange !== undefined) {
      const message = `$.${strange}: is not defined in the schema and the schema does not allow additional properties`;
      return invalid(strange, message);
    }
    const { text = '', media } = body;
    if (typeof text !== 'string') return invalid('text', '$.text: must be a string');
    const objection = mediaObjection(media);
    if (objection !== null) return objection;
    // A post of pictures alone has no text that could be wrong or a duplicate.
    if (text !== '' || media === undefined) {
      const { valid, weightedLength } = twitterText.parseTweet(text);
      if (text === '') return invalid('text', '$.text: is required');
      if (!valid) return invalid('text', `Your Tweet text is not valid (weighted length ${weightedLength}).`);
      if (ledger.findDuplicates('twitter', account, text).length > 0) return duplicate();
    }
    const id = ledger.newId();
    ledger.addPost({ platform: 'twitter', id, account, text });
    return { status: 201, body: { data: { id, text, edit_history_post_ids: [id] } } };
  }

  function upload(call: Call): Reply {
    const body = jsonObject(call.body);
    let size = call.body.length;
    if (!call.headers['content-type']?.startsWith('multipart/form-data')) {
      if (body === undefined) return invalid('media', '$.media: is missing but it is required');
      const strange = unknownField(body, MEDIA_FIELDS);
      if (strange !== undefined) return invalid(strange, `$.${strange}: is not defined in the schema`);
      if (typeof body.media !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(body.media)) {
        return invalid('media', '$.media: is not base64');
      }
      if (typeof body.media_category !== 'string')
        return invalid('media_category', 'is missing but it is required');
      size = Buffer.from(body.media, 'base64').length;
    }
    if (size > MAX_IMAGE_BYTES) return problem(413, 'Payload Too Large', 'The media is larger than 5 MB.');
    const id = ledger.newId();
    addMedia.run(id, size);
    return { status: 200, body: { data: { id, media_key: `3_${id}`, expires_after_secs: 86_400, size } } };
  }

  function addDescription(call: Call): Reply {
    const body = jsonObject(call.body) ?? {};
    const metadata = isObject(body.metadata) ? body.metadata : {};
    const text = isObject(metadata.alt_text) ? metadata.alt_text.text : undefined;
    if (unknownField(body, ['id', 'metadata']) !== undefined || typeof text !== 'string') {
      return invalid('metadata', '$.metadata.alt_text.text: must be a string');
    }
    if (text.length > MAX_DESCRIPTION_CHARACTERS) return invalid('metadata', 'alt_text is too long');
    if (describe.run(text, String(body.id)).changes === 0)
      return invalid('id', 'Your media IDs are invalid.');
    return { status: 200, body: { data: { id: body.id, associated_metadata: { alt_text: { text } } } } };
  }

  function answer(call: Call): Reply {
    const account = bearerToken(call);
    const authorized = account !== undefined && account !== 'expired';
    const operation = `${call.method} ${call.path}`;
    if (operation === 'POST /2/tweets') {
      return play(scripts.take('twitter'), {
        publish: () => (authorized ? create(call, account) : unauthorized()),
        withoutId: (reply) => ({ ...reply, body: { data: {} } }),
        refusals: REFUSALS,
      });
    }
    if (!authorized) return unauthorized();
    if (operation === 'GET /2/tweets') return readPosts(call, ledger);
    if (operation === 'POST /2/media/upload') return upload(call);
    if (operation === 'POST /2/media/metadata') return addDescription(call);
    return problem(404, 'Not Found', `Not Found: ${call.path}`);
  }
  return answer;
}
