import { describe, expect, it } from 'vitest';
import type { LinkedPage } from '../../../lib/net/fetch-page.ts';
import { blueskyPublisher as publisher } from '../../../lib/platforms/bluesky/publish.ts';
import type { Post } from '../../../lib/platforms/publisher.ts';
import {
  ACCOUNTS,
  JPEG,
  makeConnection,
  makePreparation,
  startCannedServer,
  startServer,
  startSimulator,
} from '../platforms.ts';

const account = ACCOUNTS.bluesky;
const LINK = 'https://example.com/news';
const PAGE: LinkedPage = { title: 'News', description: 'All of it', imageUrl: 'https://example.com/a.jpg' };

async function prepare(
  post: Partial<Post>,
  connection: ReturnType<typeof makeConnection>,
  preparation = makePreparation(),
) {
  const prepared = await publisher.prepare({ text: '', media: [], ...post }, account, connection, preparation);
  if (prepared.outcome !== 'prepared') throw new Error(JSON.stringify(prepared));
  const { recordKey } = prepared.preparation;
  return {
    ...prepared.preparation,
    recordKey: String(recordKey),
    record: JSON.parse(String(prepared.preparation.record)),
  };
}

describe('the link card of a post', () => {
  it('has the title, description and image of the page', async () => {
    await using simulator = await startSimulator();
    const connection = { ...simulator.connection('bluesky'), fetchPage: async () => PAGE };
    const { record } = await prepare({ text: `See ${LINK}.` }, connection);
    expect(record.embed).toMatchObject({
      $type: 'app.bsky.embed.external',
      external: { uri: LINK, title: 'News', description: 'All of it', thumb: { size: JPEG.byteLength } },
    });
  });

  it('is left out when the page cannot be read', async () => {
    await using simulator = await startSimulator();
    const connection = { ...simulator.connection('bluesky'), fetchPage: async () => null };
    expect((await prepare({ text: LINK }, connection)).record).not.toHaveProperty('embed');
  });

  it('has no image when the image is too large or cannot be downloaded', async () => {
    await using simulator = await startSimulator();
    const large = async () => ({ bytes: new Uint8Array(1_000_001), contentType: 'image/jpeg' });
    const broken = async () => {
      throw new Error('No.');
    };
    for (const downloadMedia of [large, broken]) {
      const connection = { ...simulator.connection('bluesky'), fetchPage: async () => PAGE, downloadMedia };
      expect((await prepare({ text: LINK }, connection)).record.embed.external).not.toHaveProperty('thumb');
    }
  });

  it('is not made for a post with images, whose page is not read', async () => {
    await using simulator = await startSimulator();
    const fetchPage = async () => {
      throw new Error('It is read');
    };
    const media = [{ url: 'https://media.example/a.jpg', type: 'image' as const }];
    const { record } = await prepare({ text: LINK, media }, { ...simulator.connection('bluesky'), fetchPage });
    expect(record.embed.$type).toBe('app.bsky.embed.images');
  });
});

describe('the preparation of a post', () => {
  it.each([
    ['Plain text with a #tag', false],
    ['A link: example.com', true],
    ['Hello @acme.test', true],
  ])('of %j sends requests: %s', async (text, expected) => {
    expect(publisher.preparesWithRequests!({ text, media: [] })).toBe(expected);
    await using server = await startCannedServer(500, {});
    await publisher.prepare({ text, media: [] }, account, makeConnection(server.origin), makePreparation());
    expect(server.urls.length > 0).toBe(text.includes('@'));
  });

  it('keeps the record of an attempt whose outcome is unknown', async () => {
    await using simulator = await startSimulator();
    const connection = simulator.connection('bluesky');
    const first = await prepare({ text: 'Hello' }, connection);
    const saved = { ...first, record: JSON.stringify(first.record) };
    expect(await prepare({ text: 'Hello' }, connection, makePreparation(saved))).toEqual(first);
  });

  it('uploads no image again after an attempt that was certainly not sent, and makes a new record', async () => {
    await using simulator = await startSimulator();
    const connection = simulator.connection('bluesky');
    const media = [{ url: 'https://media.example/a.jpg', type: 'image' as const }];
    const first = await prepare({ media }, connection);
    const saved = { ...first, record: JSON.stringify(first.record) };
    const again = await prepare(
      { media },
      connection,
      makePreparation(saved, () => true, false),
    );
    expect(again.recordKey).not.toBe(first.recordKey);
    const uploads = (await simulator.requests()).filter(({ path }) => path.endsWith('uploadBlob'));
    expect(uploads).toHaveLength(1);
  });

  it('is repeated later when the server does not say whether a mentioned handle exists', async () => {
    await using server = await startCannedServer(502, 'Bad Gateway');
    const connection = makeConnection(server.origin);
    const outcome = await publisher.prepare({ text: 'Hi @a.test', media: [] }, account, connection, makePreparation());
    expect(outcome).toMatchObject({ outcome: 'retry' });
  });
});

describe('an error of the server', () => {
  it.each([
    [400, 'InvalidToken', 'rejected', 'auth'],
    [400, 'ExpiredToken', 'rejected', 'auth'],
    [401, 'AuthMissing', 'rejected', 'auth'],
    [401, 'AccountTakedown', 'rejected', 'account'],
    [403, 'AccountNotFound', 'rejected', 'account'],
    [400, 'InvalidSwap', 'rejected', 'content'],
    [400, 'InvalidRequest', 'rejected', 'content'],
    [413, 'PayloadTooLarge', 'rejected', 'content'],
    [429, 'RateLimitExceeded', 'retry', 'rate_limit'],
    [500, 'InternalServerError', 'unknown', 'platform'],
    [502, 'UpstreamFailure', 'unknown', 'platform'],
  ])('%s %s is %s, of category %s', async (status, error, outcome, category) => {
    await using server = await startCannedServer(status, { error, message: 'Because.' });
    const preparation = { recordKey: '3l6oveex3ii2l', record: '{}' };
    const post = { text: '', media: [] };
    const sent = await publisher.send(post, preparation, account, makeConnection(server.origin));
    expect(sent).toMatchObject({ outcome, error: { category } });
  });

  it('with RateLimit-Reset says when to try again', async () => {
    const reset = { 'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 120) };
    await using server = await startCannedServer(429, { error: 'RateLimitExceeded' }, reset);
    const preparation = { recordKey: '3l6oveex3ii2l', record: '{}' };
    const sent = await publisher.send({ text: '', media: [] }, preparation, account, makeConnection(server.origin));
    expect(sent).toMatchObject({ retryAfterSeconds: expect.closeTo(120, -1) });
  });
});

it('no request goes to a server at an address that is not public', async () => {
  await using server = await startCannedServer(200, {});
  const { allowLoopback: _, ...connection } = makeConnection(server.origin);
  const preparation = { recordKey: '3l6oveex3ii2l', record: '{}' };
  const sent = await publisher.send({ text: '', media: [] }, preparation, account, connection);
  expect(sent).toMatchObject({ outcome: 'retry', error: { code: 'unreachable' } });
  expect(server.urls).toEqual([]);
});

describe('metrics', () => {
  it('are read for 25 posts in a request, without the token', async () => {
    const seen: (string | undefined)[] = [];
    await using server = await startServer((request, response) => {
      seen.push(request.headers.authorization);
      const uris = new URL(request.url!, 'http://a').searchParams.getAll('uris');
      const counts = { likeCount: 3, repostCount: 2, quoteCount: 1, replyCount: 4, bookmarkCount: 5 };
      response.end(JSON.stringify({ posts: uris.map((uri) => ({ uri, ...counts })) }));
    });
    const ids = Array.from({ length: 60 }, (_, index) => `at://${account.externalId}/app.bsky.feed.post/${index}`);
    const metrics = await publisher.metrics(ids, account, makeConnection(server.origin));
    expect(metrics).toHaveLength(60);
    expect(metrics[0]).toMatchObject({
      likes: 3,
      shares: 3,
      comments: 4,
      saves: 5,
      impressions: null,
      reach: null,
      clicks: null,
    });
    expect(seen).toEqual([undefined, undefined, undefined]);
  });
});
