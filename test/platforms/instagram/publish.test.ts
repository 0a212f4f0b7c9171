import { afterEach, describe, expect, it, vi } from 'vitest';
import { instagramPublisher as instagram } from '../../../lib/platforms/instagram/adapter/publish.ts';
import {
  ACCOUNTS,
  makeConnection,
  makePost,
  makePreparation,
  publish,
  startCannedServer,
  startServer,
  startSimulator,
} from '../platforms.ts';

const account = ACCOUNTS.instagram;
const image = { url: 'https://media.example/a.jpg', type: 'image' as const };
const send = (origin: string) =>
  instagram.send(makePost('instagram'), { containerId: '1' }, account, makeConnection(origin));

const rejection = (code: number, error_subcode?: number, more: object = {}) => ({
  error: { message: 'no', type: 'OAuthException', code, error_subcode, ...more },
});

afterEach(() => {
  vi.useRealTimers();
});

describe('Instagram on the wire', () => {
  it('asks for the quota, makes a container, polls it, publishes it, and reads the URL of the post', async () => {
    await using simulator = await startSimulator();
    const outcome = await publish('instagram', simulator.connection('instagram'));
    expect(outcome).toMatchObject({
      outcome: 'published',
      platformPostId: (await simulator.posts())[0]?.id,
      url: expect.stringMatching(/^https:\/\/www\.instagram\.com\/p\//),
    });
    const requests = await simulator.requests();
    const base = '/_simulator/instagram/v26.0';
    const id = JSON.parse(requests[4]?.body ?? '').creation_id;
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET ${base}/${account.externalId}/content_publishing_limit?fields=quota_usage,config`,
      `POST ${base}/${account.externalId}/media`,
      `GET ${base}/${id}?fields=status_code,status`,
      `GET ${base}/${id}?fields=status_code,status`,
      `POST ${base}/${account.externalId}/media_publish`,
      `GET ${base}/${(await simulator.posts())[0]?.id}?fields=permalink`,
    ]);
    expect(JSON.parse(requests[1]?.body ?? '')).toEqual({
      image_url: image.url,
      caption: 'Hello from the suite',
      alt_text: 'A dog',
    });
  });

  it('publishes several images as one carousel with one caption', async () => {
    await using simulator = await startSimulator();
    const media = [image, { ...image, url: 'https://media.example/b.jpg' }];
    const outcome = await publish('instagram', simulator.connection('instagram'), { text: 'both', media });
    expect(outcome).toMatchObject({ outcome: 'published' });
    const [, first, second, carousel] = (await simulator.requests()).map(({ body }) => body);
    expect(JSON.parse(first ?? '')).toEqual({ image_url: media[0]?.url, is_carousel_item: true });
    expect(JSON.parse(second ?? '')).toEqual({ image_url: media[1]?.url, is_carousel_item: true });
    expect(JSON.parse(carousel ?? '')).toMatchObject({ media_type: 'CAROUSEL', caption: 'both' });
    expect((await simulator.posts()).map(({ text }) => text)).toEqual(['both']);
  });

  it.each([
    ['text alone', [], 'media_required'],
    ['a video', [{ ...image, type: 'video' as const }], 'media_unsupported'],
    ['eleven images', Array.from({ length: 11 }, () => image), 'too_many_media'],
  ])('rejects %s before any request', async (_what, media, code) => {
    await using server = await startCannedServer(200, { id: '1' });
    const outcome = await instagram.prepare(
      { text: 't', media },
      account,
      makeConnection(server.origin),
      makePreparation(),
    );
    expect(outcome).toMatchObject({ outcome: 'rejected', error: { code, category: 'content' } });
    expect(server.urls).toEqual([]);
  });

  it('rejects an image Instagram cannot take', async () => {
    await using simulator = await startSimulator();
    const media = [{ ...image, url: 'https://media.example/a.png' }];
    const outcome = await publish('instagram', simulator.connection('instagram'), { text: 't', media });
    expect(outcome).toMatchObject({
      outcome: 'rejected',
      error: { code: 'media_unsupported', category: 'content' },
    });
    expect(await simulator.posts()).toEqual([]);
  });

  it('stops polling at the deadline and says that nothing is live', async () => {
    // Each request takes 300 ms of the clock that deadlines use; the pauses between them take none.
    vi.useFakeTimers({ toFake: ['performance'] });
    await using server = await startServer((_request, response) => {
      vi.advanceTimersByTime(300);
      response.writeHead(200).end(JSON.stringify({ id: '1', status_code: 'IN_PROGRESS' }));
    });
    const outcome = await instagram.prepare(
      makePost('instagram'),
      account,
      makeConnection(server.origin, 3_000),
      makePreparation(),
    );
    expect(outcome).toMatchObject({ outcome: 'unfinished', error: { code: 'media_not_ready' } });
    // Two polls of the creation, and four of the wait: after 1.2 s a pause of 2 s would end beyond the deadline of 3 s.
    expect(server.urls.filter((url) => url.includes('status_code'))).toHaveLength(6);
  });

  it('asks for a new preparation when the container is older than 24 hours', async () => {
    await using simulator = await startSimulator();
    const connection = simulator.connection('instagram');
    const prepared = await instagram.prepare(makePost('instagram'), account, connection, makePreparation());
    if (prepared.outcome !== 'prepared') throw new Error(JSON.stringify(prepared));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
    const outcome = await instagram.send(makePost('instagram'), prepared.preparation, account, connection);
    expect(outcome).toMatchObject({ outcome: 'retry', error: { code: 'container_gone' } });
    expect(await simulator.posts()).toEqual([]);
  });

  it('is published without a URL when the URL cannot be read', async () => {
    await using server = await startServer((request, response) => {
      if (request.method === 'GET') response.writeHead(500).end();
      else response.end('{"id":"18000000000000001"}');
    });
    expect(await send(server.origin)).toEqual({
      outcome: 'published',
      platformPostId: '18000000000000001',
      url: null,
    });
  });

  it('waits as many minutes as Instagram estimates', async () => {
    const usage = {
      a: [{ estimated_time_to_regain_access: 3 }],
      b: [{ estimated_time_to_regain_access: 12 }, {}],
    };
    await using server = await startCannedServer(400, rejection(80002), {
      'x-business-use-case-usage': JSON.stringify(usage),
    });
    expect(await send(server.origin)).toMatchObject({ outcome: 'retry', retryAfterSeconds: 720 });
  });

  it.each([-5, 0, 1_441, 525_600 * 9, 420_000])('ignores an estimate of %d minutes', async (minutes) => {
    const usage = { a: [{ estimated_time_to_regain_access: minutes }] };
    await using server = await startCannedServer(400, rejection(80002), {
      'x-business-use-case-usage': JSON.stringify(usage),
    });
    expect(await send(server.origin)).toMatchObject({ outcome: 'retry', retryAfterSeconds: null });
  });

  it.each([
    [4, 2207051, 'rejected', 'account'],
    [4, undefined, 'retry', 'rate_limit'],
    [9, 2207042, 'retry', 'rate_limit'],
    [9007, 2207027, 'retry', 'platform'],
    [24, 2207006, 'retry', 'platform'],
    [-2, 2207003, 'retry', 'content'],
    [-1, 2207001, 'unknown', 'platform'],
    [-1, 2207032, 'unknown', 'platform'],
    [36000, 2207004, 'rejected', 'content'],
    [36003, 2207009, 'rejected', 'content'],
    [190, 463, 'rejected', 'auth'],
    [10, undefined, 'rejected', 'auth'],
    [200, undefined, 'rejected', 'auth'],
    [368, undefined, 'rejected', 'account'],
    [506, undefined, 'rejected', 'content'],
    [100, 33, 'rejected', 'content'],
  ])('classifies error %s/%s at publishing as %s, %s', async (code, subcode, outcome, category) => {
    await using server = await startCannedServer(400, rejection(code, subcode));
    expect(await send(server.origin)).toMatchObject({ outcome, error: { category } });
  });

  it('returns an unknown outcome for a post after an error that Instagram calls transient', async () => {
    await using server = await startCannedServer(400, rejection(77_777, undefined, { is_transient: true }));
    expect(await send(server.origin)).toMatchObject({ outcome: 'unknown' });
  });

  it('may try again when the same failure meets the container, where nothing can be live', async () => {
    await using server = await startCannedServer(400, rejection(-1, 2207032));
    const outcome = await instagram.prepare(
      makePost('instagram'),
      account,
      makeConnection(server.origin),
      makePreparation(),
    );
    expect(outcome).toMatchObject({ outcome: 'retry', error: { retryable: true } });
  });
});

describe('Instagram numbers', () => {
  it('reads views as impressions, and has null for a metric without data', async () => {
    const insight = (name: string, value: unknown) => ({ name, period: 'lifetime', values: [{ value }] });
    const data = [insight('views', 50), insight('reach', 40), insight('saved', '3'), insight('likes', 0)];
    await using server = await startCannedServer(200, { data });
    expect(await instagram.metrics(['1'], account, makeConnection(server.origin))).toEqual([
      {
        platformPostId: '1',
        impressions: 50,
        reach: 40,
        likes: 0,
        comments: null,
        shares: null,
        saves: null,
        clicks: null,
        interactions: null,
      },
    ]);
    expect(server.urls).toEqual([
      '/v26.0/1/insights?metric=views,reach,likes,comments,shares,saved,total_interactions',
    ]);
  });

  const retired = (name: string) => ({
    error: { code: 100, message: `(#100) "${name}" is not a valid metric` },
  });
  const namesIn = (url: string) => new URL(url, 'http://x').searchParams.get('metric')!.split(',');

  it('are requested in parallel when one was retired: a post takes the time of two responses', async () => {
    const waiting: (() => void)[] = [];
    await using server = await startServer((request, response) => {
      const [name, ...others] = namesIn(request.url!);
      if (others.length > 0) return void response.writeHead(400).end(JSON.stringify(retired('plays')));
      waiting.push(() => response.end(JSON.stringify({ data: [{ name, values: [{ value: 3 }] }] })));
      if (waiting.length === 7) for (const answer of waiting) answer();
    });
    expect(await instagram.metrics(['1'], account, makeConnection(server.origin))).toMatchObject([
      { impressions: 3, reach: 3, likes: 3, comments: 3, shares: 3, saves: 3, interactions: 3 },
    ]);
  });

  it('are none, and no nulls, of a post that has none of the metrics', async () => {
    await using server = await startCannedServer(400, retired('views'));
    expect(await instagram.metrics(['1'], account, makeConnection(server.origin))).toEqual([]);
  });
});
