import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PerformanceResponse } from '../../../lib/analytics/api/analytics/performance.ts';
import { ContentResponse } from '../../../lib/content/api/content/responses.ts';
import { blueskyPublisher as publisher } from '../../../lib/platforms/bluesky/adapter/publish.ts';
import {
  type BlueskyNetwork,
  type Person,
  type RecordReference,
  startBlueskyNetwork,
} from '../../../tools/real/network/bluesky-network.ts';
import { getTableInfo, scanTable } from '../../e2e/assertions.ts';
import { read, untilWithin } from '../../e2e/http-client.ts';
import { describeNotifications } from '../../platforms/bluesky/notification-cases.ts';
import { describeMetrics } from '../../platforms/conformance/metrics-cases.ts';
import type { PlatformServer, Subject } from '../../platforms/conformance/platform-server.ts';
import { makeConnection, makeSettings } from '../../platforms/platforms.ts';
import { connectAccount, type RealService, startRealService } from '../running-service.ts';

const POST = 'app.bsky.feed.post';
/** The AppView indexes a record within two seconds of its creation. */
const INDEX_DEADLINE_MS = 30_000;

let network: BlueskyNetwork;
let author: Person;
let reader: Person;

beforeAll(async () => {
  network = await startBlueskyNetwork();
  [author, reader] = [await network.createPerson('ada'), await network.createPerson('bob')];
});
afterAll(() => network?.stop());

const accessOf = ({ did, accessToken }: Person) =>
  [
    { externalId: did, accessToken },
    { ...makeConnection(network.url), settings: makeSettings({ appView: network.appViewUrl }) },
  ] as const;

/** What a reader does with a post: one like, repost, quote and reply. Returns the reply. */
async function react(post: RecordReference): Promise<RecordReference> {
  await reader.add('app.bsky.feed.like', { subject: post });
  await reader.add('app.bsky.feed.repost', { subject: post });
  await reader.add(POST, { text: 'See', embed: { $type: 'app.bsky.embed.record', record: post } });
  return reader.add(POST, { text: 'I agree', reply: { root: post, parent: post } });
}

async function mention(text: string): Promise<RecordReference> {
  const index = { byteStart: 0, byteEnd: text.indexOf(' ') };
  const features = [{ $type: 'app.bsky.richtext.facet#mention', did: author.did }];
  return reader.add(POST, { text, facets: [{ index, features }] });
}

const REACTIONS = { likes: 1, comments: 1, shares: 2, saves: 0, impressions: null, reach: null, clicks: null };

describe('the adapter', () => {
  test('reads likes, replies, reposts and quotes, and no number that Bluesky does not report', async () => {
    const [popular, ignored] = [
      await author.add(POST, { text: 'Popular' }),
      await author.add(POST, { text: 'Ignored' }),
    ];
    await react(popular);
    const metrics = await untilWithin('the counts', INDEX_DEADLINE_MS, async () => {
      const found = await publisher.metrics([popular.uri, ignored.uri], ...accessOf(author));
      const [first] = found;
      return found.length === 2 && first!.likes === 1 && first!.comments === 1 && first!.shares === 2 && found;
    });
    const nothing = { ...REACTIONS, likes: 0, comments: 0, shares: 0 };
    expect(metrics).toEqual([
      { platformPostId: popular.uri, ...REACTIONS },
      { platformPostId: ignored.uri, ...nothing },
    ]);
  });

  describeNotifications(async () => ({
    access: [...accessOf(author)],
    post: (text, reply) => indexed(author.add(POST, { text, ...(reply ? { reply } : {}) })),
    reply: (to, text) => indexed(reader.add(POST, { text, reply: to })),
    mention,
    async like(post) {
      await reader.add('app.bsky.feed.like', { subject: post });
    },
    [Symbol.asyncDispose]: async () => {},
  }));
});

const notByTime = 'the numbers of a real server count what people do, which time alone does not change';

describe('the adapter, in the cases of every platform', () => {
  const start = async (): Promise<PlatformServer> => {
    const [account, connection] = accessOf(author);
    const unused = () => Promise.reject(new Error('The cases of metrics do not need it.'));
    return {
      account,
      credentials: { accessToken: account.accessToken, refreshToken: null, clientId: null, clientSecret: null },
      tokens: { tokenUrl: network.url, deadlineMs: connection.deadlineMs },
      connection: () => connection,
      posts: unused,
      requests: unused,
      script: unused,
      scriptRefresh: unused,
      [Symbol.asyncDispose]: async () => {},
    };
  };
  const inexpressible = {
    'reads numbers that are whole, not negative, and grow': notByTime,
    'reads a post that is forty days old': notByTime,
  };
  const subject: Subject = { platform: 'bluesky', start, inexpressible, titles: new Set() };
  describeMetrics(subject);

  test('is excused only from cases that exist', () => {
    expect(Object.keys(inexpressible).filter((title) => !subject.titles!.has(title))).toEqual([]);
  });
});

describe('the service', () => {
  let running: RealService;
  beforeAll(async () => {
    running = await startRealService({ appView: network.appViewUrl, directory: network.plcUrl });
  });
  afterAll(() => running?.stop());

  test('shows the metrics of a published post, and stores its replies and mentions once', async () => {
    const { api, service, clock } = running;
    const account = await connectAccount(api, author);
    const body = { title: 'From the service', platforms: ['bluesky'] };
    const { id } = read(await api('POST', '/content', body), 201, ContentResponse());
    await api('PUT', `/content/${id}`, { status: 'published' });
    const uri = await untilWithin('the post to be published', 60_000, async () => {
      const [target] = read(await api('GET', `/content/${id}`), 200, ContentResponse()).targets;
      return target!.status === 'published' && target!.platform_post_id!;
    });
    const cid = await untilWithin('the post to be indexed', INDEX_DEADLINE_MS, () => cidOf(uri));
    const reply = await react({ uri, cid });
    const greeting = await mention('@ada.test well said');
    await untilWithin('the counts', INDEX_DEADLINE_MS, async () => {
      const [found] = await publisher.metrics([uri], ...accessOf(author));
      return found?.likes === 1 && found.comments === 1 && found.shares === 2;
    });

    const breakdown = await untilWithin('the metrics of the post', 120_000, async () => {
      await service.invoke('on-metric-polls-due', {});
      const { breakdown } = read(await api('GET', '/analytics/performance'), 200, PerformanceResponse());
      const found = breakdown.find(({ platform }) => platform === 'bluesky');
      if (found?.likes === 1) return found;
      clock.advance(5 * 60_000);
      return false;
    });
    expect(breakdown).toMatchObject(REACTIONS);

    const stored = async () => (await scanTable(getTableInfo(service))).filter(({ entity }) => entity === 'Engagement');
    await untilWithin('the comment and the mention', 60_000, async () => (await stored()).length >= 2);
    const readAt = async () =>
      (await scanTable(getTableInfo(service))).find(({ id }) => id === account.id)?.engagements_read_at;
    const firstReadAt = await untilWithin('the end of the first poll', 60_000, async () =>
      String((await readAt()) ?? ''),
    );
    await untilWithin('the end of a second poll', 120_000, async () => {
      clock.advance(60 * 60_000);
      await service.invoke('on-metric-polls-due', {});
      await sleep(1_000);
      return String(await readAt()) > firstReadAt;
    });
    const engagements = await stored();
    const from = { account_id: account.id, actor: 'bob.test' };
    expect(engagements).toHaveLength(2);
    expect(engagements).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...from, kind: 'comment', content_id: id, platform_post_id: uri, text: 'I agree' }),
        expect.objectContaining({ ...from, kind: 'mention', platform_post_id: greeting.uri }),
      ]),
    );
    expect(engagements.map(({ external_id }) => external_id).sort()).toEqual([reply.uri, greeting.uri].sort());
  });
});

/** Wait for a post in the AppView, which processes accounts in parallel: a reply may be indexed before its post. */
async function indexed(added: Promise<RecordReference>): Promise<RecordReference> {
  const post = await added;
  await untilWithin('the post to be indexed', INDEX_DEADLINE_MS, () => cidOf(post.uri));
  return post;
}

/** The content id of an indexed post, which reactions name; null before the AppView has it. */
async function cidOf(uri: string): Promise<string | false> {
  const response = await fetch(
    `${network.appViewUrl}/xrpc/app.bsky.feed.getPosts?${new URLSearchParams({ uris: uri })}`,
  );
  const { posts } = (await response.json()) as { posts: RecordReference[] };
  return posts[0]?.cid ?? false;
}
