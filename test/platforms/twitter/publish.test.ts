import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { twitterPublisher as x } from '../../../lib/platforms/twitter/adapter/publish.ts';
import {
  ACCOUNTS,
  JPEG,
  makeConnection,
  makePost,
  makePreparation,
  publish,
  startCannedServer,
  startServer,
  startSimulator,
  TOKEN,
} from '../platforms.ts';

const account = ACCOUNTS.twitter;
const image = { url: 'https://media.example/a.jpg', type: 'image' as const };

afterEach(() => {
  vi.useRealTimers();
});

describe('X on the wire', () => {
  it("posts text as JSON with a bearer token, and answers with the post's URL", async () => {
    let seen: { authorization?: string | undefined; type?: string | undefined } = {};
    await using server = await startServer(({ headers }, response) => {
      seen = { authorization: headers.authorization, type: headers['content-type'] };
      response.writeHead(201).end('{"data":{"id":"1445880548472328192","text":"hi"}}');
    });
    expect(await publish('twitter', makeConnection(server.origin))).toEqual({
      outcome: 'published',
      platformPostId: '1445880548472328192',
      url: 'https://x.com/i/web/status/1445880548472328192',
    });
    expect(server.urls).toEqual(['/2/tweets']);
    expect(seen).toEqual({ authorization: `Bearer ${TOKEN}`, type: 'application/json' });
  });

  it.each(['reply', 'comment'] as const)('posts a %s with the post that it answers', async (kind) => {
    await using server = await startCannedServer(201, { data: { id: '3' } });
    const replyTo = { kind, rootId: '1', parentId: '2' };
    const post = { text: 'Part', media: [], replyTo };
    expect(await publish('twitter', makeConnection(server.origin), post)).toMatchObject({ platformPostId: '3' });
    expect(server.bodies.map((body) => JSON.parse(body))).toEqual([
      { text: 'Part', reply: { in_reply_to_tweet_id: '2' } },
    ]);
  });

  it('uploads each image with its description, then names them in order', async () => {
    await using simulator = await startSimulator();
    const post = { text: 'two', media: [{ ...image, alt: 'A dog' }, image] };
    expect(await publish('twitter', simulator.connection('twitter'), post)).toMatchObject({
      outcome: 'published',
    });
    const requests = await simulator.requests();
    expect(requests.map(({ method, path }) => `${method} ${path.slice('/_simulator/twitter'.length)}`)).toEqual([
      'POST /2/media/upload',
      'POST /2/media/metadata',
      'POST /2/media/upload',
      'POST /2/tweets',
    ]);
    const bodies = requests.map(({ body }) => JSON.parse(body ?? 'null'));
    expect(bodies[0]).toEqual({
      media: Buffer.from(JPEG).toString('base64'),
      media_category: 'tweet_image',
      media_type: 'image/jpeg',
    });
    expect(bodies[1]).toEqual({ id: expect.any(String), metadata: { alt_text: { text: 'A dog' } } });
    expect(bodies[3].media.media_ids).toHaveLength(2);
    expect(bodies[3].media.media_ids[0]).toBe(bodies[1].id);
  });

  it.each([
    ['five images', Array.from({ length: 5 }, () => image), 'too_many_media'],
    ['a video', [{ ...image, type: 'video' as const }], 'media_unsupported'],
  ])('rejects %s before any request', async (_what, media, code) => {
    await using server = await startCannedServer(201, {});
    const outcome = await x.prepare({ text: 't', media }, account, makeConnection(server.origin), makePreparation());
    expect(outcome).toMatchObject({ outcome: 'rejected', error: { code, category: 'content' } });
    expect(server.urls).toEqual([]);
  });

  it.each([
    ['too large', { bytes: new Uint8Array(5 * 1024 * 1024 + 1), contentType: 'image/png' }, 'media_too_large'],
    ['not an image', { bytes: JPEG, contentType: 'text/html' }, 'media_unsupported'],
  ])('rejects a download that is %s', async (_what, fetched, code) => {
    const connection = { ...makeConnection('http://127.0.0.1:1'), downloadMedia: async () => fetched };
    const outcome = await x.prepare({ text: 't', media: [image] }, account, connection, makePreparation());
    expect(outcome).toMatchObject({ outcome: 'rejected', error: { code } });
  });

  it('retries when an image cannot be downloaded, and does not repeat its url', async () => {
    const downloadMedia = () => Promise.reject(new Error('404'));
    const outcome = await x.prepare(
      { text: 't', media: [{ ...image, url: 'https://media.example/a.jpg?sig=secret' }] },
      account,
      { ...makeConnection('http://127.0.0.1:1'), downloadMedia },
      makePreparation(),
    );
    expect(outcome).toMatchObject({
      outcome: 'retry',
      error: { code: 'media_unavailable', category: 'content' },
    });
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });

  it('waits for the latest reset among the exhausted windows only', async () => {
    const now = Math.floor(Date.now() / 1000);
    await using server = await startCannedServer(
      429,
      {},
      {
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': String(now + 100),
        'x-user-limit-24hour-remaining': '0',
        'x-user-limit-24hour-reset': String(now + 5_000),
        'x-app-limit-24hour-remaining': '7',
        'x-app-limit-24hour-reset': String(now + 90_000),
      },
    );
    const outcome = await publish('twitter', makeConnection(server.origin));
    if (outcome.outcome !== 'retry') throw new Error(JSON.stringify(outcome));
    expect(outcome.retryAfterSeconds).toBeGreaterThan(4_900);
    expect(outcome.retryAfterSeconds).toBeLessThanOrEqual(5_001);
  });

  it.each([
    ['years ahead', 3 * 366 * 86_400, null],
    ['more than a day ahead', 86_400 + 60, null],
    ['in the past', -60, null],
    ['now', 0, null],
  ])('ignores a reset that is %s', async (_what, secondsAhead, expected) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_795_000_000_000 });
    const reset = String(1_795_000_000 + secondsAhead);
    const headers = { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': reset };
    await using server = await startCannedServer(429, {}, headers);
    const outcome = await publish('twitter', makeConnection(server.origin));
    expect(outcome).toMatchObject({ outcome: 'retry', retryAfterSeconds: expected });
  });

  it('reads a reset in milliseconds, and ignores an implausible one beside it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_795_000_000_000 });
    await using server = await startCannedServer(
      429,
      {},
      {
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': '1795000600000',
        'x-app-limit-24hour-remaining': '0',
        'x-app-limit-24hour-reset': '9999999999',
      },
    );
    const outcome = await publish('twitter', makeConnection(server.origin));
    expect(outcome).toMatchObject({ outcome: 'retry', retryAfterSeconds: 600 });
  });

  it('does not invent a time when a 429 names none', async () => {
    await using server = await startCannedServer(
      429,
      {},
      { 'x-rate-limit-reset': 'soon', 'x-rate-limit-remaining': '0' },
    );
    expect(await publish('twitter', makeConnection(server.origin))).toMatchObject({
      outcome: 'retry',
      retryAfterSeconds: null,
    });
  });

  it("hands X's rejection of an over-long text on as content", async () => {
    await using simulator = await startSimulator();
    const outcome = await publish('twitter', simulator.connection('twitter'), makePost('twitter', 'a'.repeat(281)));
    expect(outcome).toMatchObject({ outcome: 'rejected', error: { category: 'content' } });
    expect(await simulator.posts()).toEqual([]);
  });

  it('takes an id that is not text for no id', async () => {
    await using server = await startCannedServer(201, '{"data":{"id":1445880548472328192}}');
    expect(await publish('twitter', makeConnection(server.origin))).toMatchObject({ outcome: 'unknown' });
  });
});

describe('X numbers', () => {
  it('maps each of them, adds reposts and quotes, and has no reach', async () => {
    const data = [
      {
        id: '1',
        public_metrics: {
          retweet_count: 2,
          reply_count: 3,
          like_count: 4,
          quote_count: 5,
          bookmark_count: 6,
          impression_count: 700,
        },
        non_public_metrics: { url_link_clicks: 8, impression_count: 699 },
      },
    ];
    await using server = await startCannedServer(200, { data });
    expect(await x.metrics(['1', '2'], account, makeConnection(server.origin))).toEqual([
      {
        platformPostId: '1',
        impressions: 700,
        reach: null,
        likes: 4,
        comments: 3,
        shares: 7,
        saves: 6,
        clicks: 8,
      },
    ]);
    expect(server.urls).toEqual(['/2/tweets?ids=1,2&tweet.fields=public_metrics,non_public_metrics']);
  });

  it('has null, never 0, for what is missing, negative, fractional or text', async () => {
    const data = [
      {
        id: '1',
        public_metrics: { retweet_count: 2, reply_count: -1, like_count: '4', impression_count: 1.5 },
      },
    ];
    await using server = await startCannedServer(200, { data });
    expect(await x.metrics(['1'], account, makeConnection(server.origin))).toEqual([
      {
        platformPostId: '1',
        impressions: null,
        reach: null,
        likes: null,
        comments: null,
        shares: null,
        saves: null,
        clicks: null,
      },
    ]);
  });

  it('has null for a number that nothing on earth is counted to', async () => {
    const public_metrics = { like_count: 1e12, reply_count: 1e12 + 1, retweet_count: 2 ** 53 - 1 };
    const data = [{ id: '1', public_metrics: { ...public_metrics, quote_count: 1 } }];
    await using server = await startCannedServer(200, { data });
    expect(await x.metrics(['1'], account, makeConnection(server.origin))).toMatchObject([
      { likes: 1e12, comments: null, shares: null },
    ]);
  });

  /** X, where post 1 is young, post 2 older than thirty days and post 3 is gone. */
  const threeAges = (second: (response: ServerResponse) => void) =>
    startServer((request, response) => {
      if (!request.url!.includes('non_public_metrics')) return second(response);
      const errors = [
        { field: 'non_public_metrics.url_link_clicks', title: 'Field Authorization Error' },
        { value: '3', title: 'Not Found Error' },
      ];
      response.end(JSON.stringify({ data: [{ id: '1', public_metrics: { like_count: 4 } }], errors }));
    });

  it('asks again for an old post of which X rejects a field, though the error does not name it', async () => {
    const data = [{ id: '2', public_metrics: { like_count: 5 } }];
    await using server = await threeAges((response) => response.end(JSON.stringify({ data })));
    const found = await x.metrics(['1', '2', '3'], account, makeConnection(server.origin));
    expect(found.map(({ platformPostId, likes }) => [platformPostId, likes])).toEqual([
      ['1', 4],
      ['2', 5],
    ]);
    expect(server.urls.at(-1)).toBe('/2/tweets?ids=2&tweet.fields=public_metrics');
  });

  it('says with the rejection what was read when the limit is met at the old posts', async () => {
    await using server = await threeAges((response) => response.writeHead(429).end('{}'));
    const rejection = x.metrics(['1', '2', '3'], account, makeConnection(server.origin));
    await expect(rejection).rejects.toMatchObject({
      cause: { category: 'rate_limit' },
      found: [{ platformPostId: '1', likes: 4 }],
    });
  });

  it('rejects more than 100 posts at once', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => String(index));
    await expect(x.metrics(ids, account, makeConnection('http://127.0.0.1:1'))).rejects.toThrow(RangeError);
  });
});
