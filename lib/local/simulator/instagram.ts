import { bearerToken, type Call, jsonObject, type Reply, unknownField } from './exchange.ts';
import { readInsights } from './instagram-insights.ts';
import { refuse } from './instagram-refusal.ts';
import type { Ledger } from './ledger.ts';
import { play, type Scripts } from './scripts.ts';

const CONTAINER_FIELDS = ['image_url', 'caption', 'alt_text', 'is_carousel_item', 'media_type', 'children'];
const CONTAINER_LIFE_MS = 24 * 3_600_000;
const MAX_CAPTION_CHARACTERS = 2_200;
const OLDEST_VERSION = 21;

interface Container {
  id: string;
  account: string;
  imageUrls: string;
  caption: string;
  createdAtMs: number;
  polls: number;
  mediaId: string | null;
}

const expired = () => refuse(190, 'Error validating access token: Session has expired.', 463);

const USAGE = JSON.stringify({
  '17841400000000000': [
    {
      type: 'instagram',
      call_count: 100,
      total_cputime: 20,
      total_time: 20,
      estimated_time_to_regain_access: 7,
    },
  ],
});

const REFUSALS = {
  '500': (): Reply => ({
    status: 500,
    body: { error: { message: 'An unknown error occurred', type: 'OAuthException', code: 1 } },
  }),
  '429': () =>
    refuse(4, 'Application request limit reached', undefined, { 'x-business-use-case-usage': USAGE }),
  '401': expired,
  duplicate: () => refuse(506, 'Duplicate status message'),
  '402': (): Reply => ({ ...refuse(100, 'Payment Required'), status: 402 }),
  '426': (): Reply => ({ ...refuse(2635, 'You are calling a deprecated version of the API'), status: 426 }),
};

/** Instagram content publishing and insights, by Instagram login. The account is the id in the path. */
export function simulateInstagram(ledger: Ledger, scripts: Scripts): (call: Call) => Reply {
  const { database } = ledger;
  database.exec(`CREATE TABLE IF NOT EXISTS instagram_containers (
    id TEXT PRIMARY KEY, account TEXT, image_urls TEXT, caption TEXT, created_at_ms INTEGER,
    polls INTEGER DEFAULT 0, media_id TEXT)`);
  const add = database.prepare(
    'INSERT INTO instagram_containers (id, account, image_urls, caption, created_at_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const find = database.prepare(`SELECT id, account, image_urls AS imageUrls, caption,
    created_at_ms AS createdAtMs, polls, media_id AS mediaId FROM instagram_containers WHERE id = ?`);
  const poll = database.prepare('UPDATE instagram_containers SET polls = polls + 1 WHERE id = ?');
  const publishAs = database.prepare('UPDATE instagram_containers SET media_id = ? WHERE id = ?');
  const sameImages = database.prepare(`SELECT 1 FROM instagram_containers a JOIN instagram_containers b
    ON a.image_urls = b.image_urls WHERE a.id = ? AND b.media_id = ?`);

  const findContainer = (id: string) => find.get(id) as unknown as Container | undefined;

  /** A container needs to be looked at once before it is finished. */
  function stateOf(container: Container): string {
    if (container.mediaId !== null) return 'PUBLISHED';
    if (Date.now() - container.createdAtMs > CONTAINER_LIFE_MS) return 'EXPIRED';
    if (/\.png(?:\?|\n|$)/i.test(container.imageUrls)) return container.polls === 0 ? 'IN_PROGRESS' : 'ERROR';
    return container.polls === 0 ? 'IN_PROGRESS' : 'FINISHED';
  }

  function createContainer(call: Call, account: string): Reply {
    const body = jsonObject(call.body);
    if (body === undefined) return refuse(100, 'Invalid parameter');
    const strange = unknownField(body, CONTAINER_FIELDS);
    if (strange !== undefined) return refuse(100, `Invalid parameter: ${strange}`);
    const { image_url: imageUrl, caption = '', media_type: mediaType, children } = body;
    if (typeof caption !== 'string') return refuse(100, 'Param caption must be a string');
    if ([...caption].length > MAX_CAPTION_CHARACTERS)
      return refuse(36004, 'The caption was too long', 2207010);
    let imageUrls: string;
    if (mediaType === 'CAROUSEL') {
      const parts = String(children).split(',').map(findContainer);
      if (parts.length < 2 || parts.length > 10 || parts.some((part) => part?.account !== account)) {
        return refuse(100, 'Param children must be 2 to 10 containers');
      }
      imageUrls = parts.map((part) => part?.imageUrls).join('\n');
    } else {
      if (mediaType !== undefined && mediaType !== 'IMAGE')
        return refuse(100, 'Param media_type is not offered here');
      if (typeof imageUrl !== 'string') return refuse(100, 'The parameter image_url is required');
      if (!/^https?:\/\//.test(imageUrl)) return refuse(9004, 'The media could not be fetched', 2207052);
      imageUrls = imageUrl;
    }
    const id = ledger.newId();
    add.run(id, account, imageUrls, caption, Date.now());
    return { status: 200, body: { id } };
  }

  function publish(call: Call, account: string): Reply {
    const body = jsonObject(call.body);
    const strange = body === undefined ? 'body' : unknownField(body, ['creation_id']);
    if (body === undefined || strange !== undefined) return refuse(100, `Invalid parameter: ${strange}`);
    const container = findContainer(String(body.creation_id));
    const state = container === undefined ? 'PUBLISHED' : stateOf(container);
    if (container === undefined || container.account !== account || state === 'PUBLISHED') {
      return refuse(24, 'The media with the given creation id could not be found', 2207006);
    }
    if (state === 'EXPIRED') return refuse(-2, 'The media has expired', 2207020);
    if (state !== 'FINISHED') return refuse(9007, 'The media is not ready to be published', 2207027);
    // Many pictures have no caption, so a duplicate here is the same caption on the same pictures.
    const earlier = ledger.findDuplicates('instagram', account, container.caption);
    if (earlier.some((mediaId) => sameImages.get(container.id, mediaId) !== undefined))
      return REFUSALS.duplicate();
    const id = ledger.newId();
    ledger.addPost({ platform: 'instagram', id, account, text: container.caption });
    publishAs.run(id, container.id);
    return { status: 200, body: { id } };
  }

  function read(call: Call, id: string): Reply {
    const fields = call.query.get('fields')?.split(',') ?? [];
    const container = findContainer(id);
    const post = ledger.findPost('instagram', id);
    let known: Record<string, unknown>;
    if (container !== undefined) {
      const state = stateOf(container);
      poll.run(id);
      const failed = 'Error: Media upload has failed with error code 2207005';
      known = { id, status_code: state, status: state === 'ERROR' ? failed : state };
    } else if (post !== undefined) {
      const permalink = `https://www.instagram.com/p/${Buffer.from(id).toString('base64url')}/`;
      known = { id, permalink, caption: post.text, timestamp: new Date(post.atMs).toISOString() };
    } else {
      return refuse(100, `Unsupported get request. Object with ID '${id}' does not exist`, 33);
    }
    const strange = fields.find((field) => !Object.hasOwn(known, field));
    if (strange !== undefined) return refuse(100, `Tried accessing nonexisting field (${strange})`);
    return { status: 200, body: { id, ...Object.fromEntries(fields.map((field) => [field, known[field]])) } };
  }

  function answer(call: Call): Reply {
    const [, version, id = '', edge] = /^\/v(\d+)\.0\/(\d+)(?:\/(\w+))?$/.exec(call.path) ?? [];
    const token = bearerToken(call);
    const unauthorized = () => {
      if (token === undefined) return refuse(190, 'An access token is required to request this resource.');
      return token === 'expired' ? expired() : null;
    };
    const operation = `${call.method} ${edge ?? ''}`.trim();
    if (version !== undefined && operation === 'POST media_publish') {
      return play(scripts.take('instagram'), {
        publish: () => unauthorized() ?? publish(call, id),
        withoutId: ({ status }) => ({ status, body: {} }),
        refusals: REFUSALS,
      });
    }
    const objection = unauthorized();
    if (objection !== null) return objection;
    if (version === undefined) return refuse(100, `Unknown path components: ${call.path}`);
    if (Number(version) < OLDEST_VERSION)
      return refuse(2635, 'You are calling a deprecated version of the API');
    if (operation === 'POST media') return createContainer(call, id);
    if (operation === 'GET insights') return readInsights(call, id, ledger);
    if (operation === 'GET') return read(call, id);
    return refuse(100, `Unsupported ${call.method.toLowerCase()} request`);
  }
  return answer;
}
