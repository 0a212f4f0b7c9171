import { describe, expect, it } from 'vitest';
import { blueskyPublisher as publisher } from '../../../lib/platforms/bluesky/adapter/publish.ts';
import { startSimulatedServer } from '../conformance/simulated-server.ts';
import { ACCOUNTS, makeConnection, makePreparation, startCannedServer, startServer } from '../platforms.ts';
import { makeLibrary, makeVideo } from '../videos.ts';
import { describePreparation } from './preparation-cases.ts';

const account = ACCOUNTS.bluesky;

describePreparation({ platform: 'bluesky', start: () => startSimulatedServer('bluesky') });

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

  it('is repeated later when the server does not say whether a mentioned handle exists', async () => {
    await using server = await startCannedServer(502, 'Bad Gateway');
    const connection = makeConnection(server.origin);
    const outcome = await publisher.prepare({ text: 'Hi @a.test', media: [] }, account, connection, makePreparation());
    expect(outcome).toMatchObject({ outcome: 'retry' });
  });
});

describe('a mention beside media', () => {
  const image = { url: 'https://media.example/a.jpg', type: 'image' as const };

  it.each([
    ['an image', image],
    ['a video', makeVideo({ size_bytes: 1_000 })],
  ])('that cannot be looked up for now does not upload %s again', async (_, file) => {
    let uploads = 0;
    let isUnavailable = true;
    await using server = await startServer((request, response) => {
      if (request.url!.includes('resolveHandle')) {
        return void response.writeHead(isUnavailable ? 502 : 200).end(JSON.stringify({ did: account.externalId }));
      }
      uploads += 1;
      response.end(JSON.stringify({ blob: { $type: 'blob', ref: { $link: 'bafy' }, mimeType: 'a/b', size: 1 } }));
    });
    const preparation = makePreparation(null);
    const connection = { ...makeConnection(server.origin), openMedia: makeLibrary().openMedia };
    const prepare = () => publisher.prepare({ text: 'Hi @a.test', media: [file] }, account, connection, preparation);
    expect(await prepare()).toMatchObject({ outcome: 'retry' });
    isUnavailable = false;
    const second = await prepare();
    expect(second).toMatchObject({ outcome: 'prepared', preparation: { record: expect.stringContaining('bafy') } });
    expect(uploads).toBe(1);
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
