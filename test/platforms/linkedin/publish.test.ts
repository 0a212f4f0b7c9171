import { afterEach, describe, expect, it, vi } from 'vitest';
import { MetricsUnavailableError } from '../../../lib/platforms/kit/http/metrics.ts';
import { linkedinPublisher as linkedin } from '../../../lib/platforms/linkedin/adapter/publish.ts';
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
} from '../platforms.ts';

const account = ACCOUNTS.linkedin;
const organization = { ...account, externalId: 'urn:li:organization:42' };
const image = { url: 'https://media.example/a.jpg', type: 'image' as const };

afterEach(() => {
  vi.useRealTimers();
});

describe('LinkedIn on the wire', () => {
  it('posts with the headers and the body the Posts API demands', async () => {
    await using simulator = await startSimulator();
    const outcome = await publish('linkedin', simulator.connection('linkedin'), makePost('linkedin', 'Hi (you)'));
    const id = (await simulator.posts())[0]?.id;
    expect(outcome).toEqual({
      outcome: 'published',
      platformPostId: id,
      url: `https://www.linkedin.com/feed/update/${id}`,
    });
    const [request] = await simulator.requests();
    expect(request).toMatchObject({
      method: 'POST',
      path: '/_simulator/linkedin/rest/posts',
      status: 201,
      headers: {
        authorization: '[redacted]',
        'linkedin-version': '202607',
        'x-restli-protocol-version': '2.0.0',
        'content-type': 'application/json',
      },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      author: 'urn:li:person:abc',
      commentary: 'Hi \\(you\\)',
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    });
  });

  it('uploads one image and attaches it with its description', async () => {
    await using simulator = await startSimulator();
    const post = { text: 'one', media: [{ ...image, alt: 'A dog' }] };
    expect(await publish('linkedin', simulator.connection('linkedin'), post)).toMatchObject({
      outcome: 'published',
    });
    const [begin, put, create] = await simulator.requests();
    expect(begin?.path).toBe('/_simulator/linkedin/rest/images?action=initializeUpload');
    expect(JSON.parse(begin?.body ?? '')).toEqual({ initializeUploadRequest: { owner: account.externalId } });
    expect(put).toMatchObject({
      method: 'PUT',
      status: 201,
      headers: { 'content-length': String(JPEG.length) },
    });
    const urn = `urn:li:image:${put?.path.split('/').at(-1)}`;
    expect(JSON.parse(create?.body ?? '').content).toEqual({ media: { id: urn, altText: 'A dog' } });
  });

  it('posts the card of a link with the title, the description and the image of its page', async () => {
    await using simulator = await startSimulator();
    const link = 'https://example.com/news';
    const page = { title: 'News', description: 'All of it', imageUrl: 'https://example.com/a.jpg' };
    const connection = { ...simulator.connection('linkedin'), fetchPage: async () => page };
    expect(await publish('linkedin', connection, { text: 'one', media: [], link })).toMatchObject({
      outcome: 'published',
    });
    const create = (await simulator.requests()).at(-1);
    expect(JSON.parse(create?.body ?? '').content).toEqual({
      article: {
        source: link,
        title: 'News',
        description: 'All of it',
        thumbnail: expect.stringMatching(/^urn:li:image:/),
      },
    });
  });

  it('posts the card of a link without an image when the image of its page cannot be downloaded', async () => {
    await using simulator = await startSimulator();
    const page = { title: 'News', description: '', imageUrl: 'https://example.com/a.jpg' };
    const downloadMedia = () => Promise.reject(new Error('No.'));
    const connection = { ...simulator.connection('linkedin'), fetchPage: async () => page, downloadMedia };
    const post = { text: 'one', media: [], link: 'https://example.com/news' };
    expect(await publish('linkedin', connection, post)).toMatchObject({ outcome: 'published' });
    const create = (await simulator.requests()).at(-1);
    expect(JSON.parse(create?.body ?? '').content).toEqual({ article: { source: post.link, title: 'News' } });
  });

  it('posts several images as a multi-image', async () => {
    await using simulator = await startSimulator();
    const post = { text: 'two', media: [image, image] };
    expect(await publish('linkedin', simulator.connection('linkedin'), post)).toMatchObject({
      outcome: 'published',
    });
    const create = (await simulator.requests()).at(-1);
    expect(JSON.parse(create?.body ?? '').content.multiImage.images).toHaveLength(2);
  });

  it('does not take its token to an upload url outside LinkedIn', async () => {
    await using thief = await startCannedServer(201, {});
    const value = { uploadUrl: `${thief.origin}/upload`, image: 'urn:li:image:1' };
    await using server = await startCannedServer(200, { value });
    const outcome = await linkedin.prepare(
      { text: 't', media: [image] },
      account,
      makeConnection(server.origin),
      makePreparation(),
    );
    expect(outcome).toMatchObject({ outcome: 'retry' });
    expect(thief.urls).toEqual([]);
  });

  it('does not keep the urn of an image that is longer than any', async () => {
    await using server = await startServer(({ headers }, response) => {
      const uploadUrl = `http://${headers.host}/upload`;
      response.end(JSON.stringify({ value: { uploadUrl, image: `urn:li:image:${'1'.repeat(300)}` } }));
    });
    const outcome = await linkedin.prepare(
      { text: 't', media: [image] },
      account,
      makeConnection(server.origin),
      makePreparation(),
    );
    expect(outcome).toMatchObject({ outcome: 'retry' });
    expect(server.urls).toHaveLength(1);
  });

  it('waits after a 429 for the next midnight in UTC', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T22:30:00Z') });
    await using server = await startCannedServer(429, { status: 429, message: 'throttle' });
    expect(await publish('linkedin', makeConnection(server.origin))).toMatchObject({
      outcome: 'retry',
      retryAfterSeconds: 5_400,
    });
  });

  it('tells a missing permission as a matter of authorization', async () => {
    await using server = await startCannedServer(403, {
      serviceErrorCode: 100,
      message: 'Not enough permissions',
      status: 403,
    });
    expect(await publish('linkedin', makeConnection(server.origin))).toMatchObject({
      outcome: 'rejected',
      error: { code: 'forbidden', category: 'auth' },
    });
  });

  it('rejects to guess a LinkedIn-Version', async () => {
    const connection = { ...makeConnection('http://127.0.0.1:1'), settings: {} };
    await expect(publish('linkedin', connection)).rejects.toThrow('linkedInVersion');
  });
});

describe('LinkedIn read back', () => {
  it('is impossible, and nothing is asked', async () => {
    await using server = await startCannedServer(200, {});
    const sent = {
      ...makePost('linkedin'),
      preparation: { imageUrns: [] },
      window: { fromMs: Date.now(), toMs: Date.now() },
    };
    expect(await linkedin.reconcile(sent, account, makeConnection(server.origin))).toEqual({
      found: 'unsupported',
    });
    expect(server.urls).toEqual([]);
  });
});

describe('LinkedIn numbers', () => {
  it("reads a page's shares and posts in one request", async () => {
    const totalShareStatistics = {
      uniqueImpressionsCount: 1,
      impressionCount: 2,
      clickCount: 3,
      likeCount: 4,
      commentCount: 5,
      shareCount: 6,
    };
    const elements = [
      { share: 'urn:li:share:1', totalShareStatistics },
      { ugcPost: 'urn:li:ugcPost:2', totalShareStatistics: { likeCount: 1.5 } },
      { share: 'urn:li:share:999', totalShareStatistics },
    ];
    await using server = await startCannedServer(200, { elements });
    const ids = ['urn:li:share:1', 'urn:li:ugcPost:2'];
    expect(await linkedin.metrics(ids, organization, makeConnection(server.origin))).toEqual([
      {
        platformPostId: ids[0],
        impressions: 2,
        reach: 1,
        likes: 4,
        comments: 5,
        shares: 6,
        saves: null,
        clicks: 3,
      },
      {
        platformPostId: ids[1],
        impressions: null,
        reach: null,
        likes: null,
        comments: null,
        shares: null,
        saves: null,
        clicks: null,
      },
    ]);
    expect(server.urls).toEqual([
      '/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=urn%3Ali%3Aorganization%3A42' +
        '&shares=List(urn%3Ali%3Ashare%3A1)&ugcPosts=List(urn%3Ali%3AugcPost%3A2)',
    ]);
  });

  it("reads a page's post from the simulator", async () => {
    await using simulator = await startSimulator();
    const connection = simulator.connection('linkedin');
    const published = await publish('linkedin', connection, makePost('linkedin'), organization);
    if (published.outcome !== 'published') throw new Error(JSON.stringify(published));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    const metrics = await linkedin.metrics([published.platformPostId], organization, connection);
    expect(metrics).toMatchObject([{ platformPostId: published.platformPostId, saves: null }]);
    expect(metrics[0]?.reach).toBeGreaterThan(0);
  });

  it('requests nothing for posts without statistics: the response would have those of the page', async () => {
    await using server = await startCannedServer(200, { elements: [] });
    const organization = { ...account, externalId: 'urn:li:organization:1' };
    expect(await linkedin.metrics(['urn:li:activity:1'], organization, makeConnection(server.origin))).toEqual([]);
    expect(server.urls).toEqual([]);
  });

  it("reads a member's post number by number, by the kind of its urn", async () => {
    await using server = await startServer((request, response) => {
      const queryType = new URL(request.url!, 'http://x').searchParams.get('queryType')!;
      const count = { IMPRESSION: 10, MEMBERS_REACHED: 9, REACTION: 8, COMMENT: '7', RESHARE: 6 }[queryType];
      response.end(JSON.stringify({ elements: [{ count }] }));
    });
    expect(await linkedin.metrics(['urn:li:ugcPost:7'], account, makeConnection(server.origin))).toEqual([
      {
        platformPostId: 'urn:li:ugcPost:7',
        impressions: 10,
        reach: 9,
        likes: 8,
        comments: null,
        shares: 6,
        saves: null,
        clicks: null,
      },
    ]);
    expect(server.urls).toHaveLength(5);
    expect(server.urls[0]).toBe(
      '/rest/memberCreatorPostAnalytics?q=entity&entity=(ugc:urn%3Ali%3AugcPost%3A7)&queryType=IMPRESSION&aggregation=TOTAL',
    );
  });

  it('says with the rejection what was read when a limit is reached midway', async () => {
    let asked = 0;
    await using server = await startServer((_request, response) => {
      asked += 1;
      response.writeHead(asked <= 25 ? 200 : 429).end('{"elements":[{"count":1}]}');
    });
    const ids = Array.from({ length: 6 }, (_, index) => `urn:li:share:${index + 1}`);
    const rejection = await linkedin
      .metrics(ids, account, makeConnection(server.origin))
      .catch((error: unknown) => error as MetricsUnavailableError);
    if (!(rejection instanceof MetricsUnavailableError)) throw new Error('It was not rejected.');
    expect(rejection.found.map(({ platformPostId }) => platformPostId)).toEqual(ids.slice(0, 5));
    expect(rejection).toMatchObject({ cause: { category: 'rate_limit' } });
    expect(rejection.retryAfterSeconds).toBeGreaterThan(0);
  });
});
