import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-metric-poll-queued.ts';
import { handler as collect } from '../../functions/on-metric-polls-due.ts';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import type { PostMetrics } from '../../lib/analytics/rules/post-metrics.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { WRITE_SCHEMA_VERSION } from '../../lib/core/table/schema-version.ts';
import { DETAILED_PLATFORMS as PLATFORMS, type DetailedPlatform as Platform } from '../platforms/fixtures.ts';
import { startCannedServer, startServer, TOKEN } from '../platforms/platforms.ts';
import { advanceTime, callApi, inSeconds, type Json } from './api-harness.ts';
import { readAdditions } from './bucket-reader.ts';
import { accountOn, connect, setPlatforms, simulatePlatforms } from './simulated.ts';
import { newId, newTenant, newToken, type Tenant } from './tenants.ts';
import {
  METRICS_POLL_QUEUE,
  type SentMessage,
  sdkError,
  setupWorkers,
  sqsEvent,
  storedRecords,
} from './worker-harness.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
// The local stage polls every minute on the first day; the next poll is due half a minute later.
const PAUSE_SECONDS = 30;

const measurements = () => storedRecords<PostMetrics>(harness, 'PostMetrics');
const additions = () => readAdditions(harness.table.changes());
const sorted = (texts: string[]) => [...texts].sort();

/** A connected tenant. */
async function tenantOn(platform: Platform, accessToken?: string): Promise<Tenant> {
  const tenant = await newTenant();
  await connect(tenant, platform, accessToken);
  return tenant;
}

/** A post of the tenant that was published some time ago and is due to be polled. */
async function post(
  tenant: Tenant,
  platform: Platform,
  platformPostId: string,
  fields: Partial<PostMetrics> = {},
): Promise<PostMetrics> {
  const measurement: PostMetrics = {
    id: newId('entry'),
    workspace_id: tenant.workspace.id,
    content_id: newId('content'),
    platform,
    account_id: (await accountOn(tenant, platform))?.id ?? newId('account'),
    platform_post_id: platformPostId,
    published_at: inSeconds(-3600),
    hashtags: [],
    totals: NO_METRICS,
    measured_at: null,
    due_at: inSeconds(0),
    version: 0,
    ...fields,
  };
  await commit([postMetricsWrite(null, measurement)]);
  return measurement;
}

/** The messages that the collector sends now. */
async function queuedMessages(): Promise<SentMessage[]> {
  harness.sent();
  await collect();
  return harness.sent().filter(({ queue }) => queue === METRICS_POLL_QUEUE);
}

/** Queue all due polls and processes them; none may fail. */
async function read(): Promise<void> {
  for (const { message } of await queuedMessages()) {
    expect(await handler(sqsEvent(message))).toEqual({ batchItemFailures: [] });
  }
}

/** Return a response of X for posts with their likes only. */
const onX = (likes: Record<string, number>) => ({
  data: Object.entries(likes).map(([id, like_count]) => ({ id, public_metrics: { like_count } })),
});

/** The counted metrics of this name, with their platform. */
const counted = (name: string) =>
  harness
    .logged()
    .split('\n')
    .flatMap((line) => (line.includes(`"${name}":`) ? [JSON.parse(line) as Json] : []))
    .map(({ platform, [name]: value }) => [platform, value]);

describe('the queued polls', () => {
  it('are one message per account, grouped by platform, so that a slow platform delays no other', async () => {
    const [one, other] = [await tenantOn('twitter'), await tenantOn('twitter')];
    const posts = [
      await post(one, 'twitter', '1'),
      await post(one, 'twitter', '2'),
      await post(one, 'linkedin', 'urn:li:share:1'),
      await post(other, 'twitter', '3'),
    ];
    const messages = await queuedMessages();
    const queued = messages.map(({ messageGroupId, message }) =>
      [messageGroupId, message.workspace_id, message.platform].join(),
    );
    expect(sorted(queued)).toEqual(
      sorted([
        `twitter,${one.workspace.id},twitter`,
        `linkedin,${one.workspace.id},linkedin`,
        `twitter,${other.workspace.id},twitter`,
      ]),
    );
    const ids = messages.flatMap(({ message }) => message.ids as string[]);
    expect(sorted(ids)).toEqual(sorted(posts.map(({ id }) => id)));
  });

  it.each([
    ['twitter', 100],
    ['linkedin', 25],
    ['instagram', 25],
  ] as const)('of %s have at most %i posts per message', async (platform, most) => {
    const tenant = await tenantOn(platform);
    for (let index = 0; index <= most; index++) await post(tenant, platform, String(index + 1));
    const sizes = (await queuedMessages()).map(({ message }) => (message.ids as string[]).length);
    expect(sizes).toEqual([most, 1]);
  });

  it('contain no post that is not due and no post that a newer version wrote', async () => {
    const tenant = await tenantOn('twitter');
    await post(tenant, 'twitter', '1', { due_at: inSeconds(1) });
    const newer = postMetricsWrite(null, await post(tenant, 'twitter', '2'));
    if ('put' in newer) await commit([{ put: { ...newer.put, schema: WRITE_SCHEMA_VERSION + 1 }, condition: 'any' }]);
    expect(await queuedMessages()).toEqual([]);
    expect(harness.logged()).toContain('skipped items with newer schema');
  });
});

it('a run that reaches its time limit logs it and leaves the remaining posts to the next run', async () => {
  await post(await tenantOn('twitter'), 'twitter', '1');
  harness.table.fault = (command) => {
    if (command === 'QueryCommand') advanceTime(HOUR / 8);
    return null;
  };
  expect(await queuedMessages()).toEqual([]);
  expect(harness.logged()).toContain('run time limit reached');
  harness.table.fault = null;
  expect(await queuedMessages()).toHaveLength(1);
});

describe('a message about posts', () => {
  it.each([
    ['no JSON', 'x'],
    ['nothing', 'null'],
    ['no posts', { workspace_id: newId('workspace'), platform: 'twitter' }],
    ['an unknown platform', { workspace_id: newId('workspace'), platform: 'x', account_id: newId('account'), ids: [] }],
    ['no account', { workspace_id: newId('workspace'), platform: 'twitter', ids: [newId('entry')] }],
    [
      'an id of another kind',
      {
        workspace_id: newId('workspace'),
        platform: 'twitter',
        account_id: newId('account'),
        ids: [newId('content')],
      },
    ],
  ])('that contains %s is redelivered, until it is in the dead-letter queue', async (_, message) => {
    expect(await handler(sqsEvent(message))).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
  });

  it('that is delivered twice polls once', async () => {
    await post(await tenantOn('twitter'), 'twitter', '1');
    await using server = await startCannedServer(200, onX({ 1: 5 }));
    setPlatforms(platforms().origin, { twitter: server.origin });
    const [message] = await queuedMessages();
    await handler(sqsEvent(message!.message, message!.message));
    expect(server.urls).toHaveLength(1);
    expect(additions()).toHaveLength(1);
  });

  it('is redelivered when the table is unavailable, and logs its posts', async () => {
    await post(await tenantOn('twitter'), 'twitter', '1');
    const [message] = await queuedMessages();
    harness.table.fault = () => sdkError('InternalServerError');
    expect(await handler(sqsEvent(message!.message))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm0' }],
    });
    expect(harness.logged()).toContain('metric poll failed');
  });
});

/** How each platform reports that its limit is reached, and when it may be called again, in seconds. */
const LIMITS: Record<
  Platform,
  { status: number; body: object; headers: () => Record<string, string>; seconds: number }
> = {
  twitter: {
    status: 429,
    body: { title: 'Too Many Requests', status: 429 },
    headers: () => ({
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(Math.floor(Date.now() / 1000) + 700),
    }),
    seconds: 700,
  },
  linkedin: {
    status: 429,
    body: { serviceErrorCode: 101, message: 'Resource level throttle APPLICATION DAY limit', status: 429 },
    headers: () => ({}),
    // The clock is at 10:00:30 UTC, and LinkedIn's day ends at midnight.
    seconds: 14 * 3600 - 30,
  },
  instagram: {
    status: 400,
    body: { error: { message: 'Application request limit reached', code: 4 } },
    headers: () => ({
      'x-business-use-case-usage': JSON.stringify({ 1: [{ estimated_time_to_regain_access: 7 }] }),
    }),
    seconds: 420,
  },
};

describe('a rate limit of a platform', () => {
  it.each(PLATFORMS)('of %s pauses all polls of the account until it ends, and no longer', async (platform) => {
    const { status, body, headers, seconds } = LIMITS[platform];
    const tenant = await tenantOn(platform);
    await post(tenant, platform, '1');
    await post(tenant, platform, '2', { due_at: inSeconds(60) });
    await using server = await startCannedServer(status, body, headers());
    setPlatforms(platforms().origin, { [platform]: server.origin });
    const end = inSeconds(seconds);
    await read();
    const asked = server.urls.length;
    expect(asked).toBeGreaterThan(0);
    advanceTime(MINUTE);
    await read();
    advanceTime(seconds * 1000 - MINUTE - 1);
    await read();
    expect(server.urls).toHaveLength(asked);
    expect(measurements().map(({ due_at }) => due_at)).toEqual([end, end]);
    expect(measurements().map(({ measured_at }) => measured_at)).toEqual([null, null]);
    advanceTime(1);
    await read();
    expect(server.urls.length).toBeGreaterThan(asked);
  });

  it('does not pause the polls of another account', async () => {
    const [limited, well] = [await tenantOn('twitter', 'limited'), await tenantOn('twitter', 'well')];
    await post(limited, 'twitter', '1');
    await post(well, 'twitter', '2');
    await using server = await startServer((request, response) => {
      const isLimited = request.headers.authorization === 'Bearer limited';
      response.writeHead(isLimited ? 429 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(onX({ 2: 5 })));
    });
    setPlatforms(platforms().origin, { twitter: server.origin });
    await read();
    expect(additions().map(({ workspace_id }) => workspace_id)).toEqual([well.workspace.id]);
  });

  it.each([
    ['without an end', 429, 15 * 60],
    ['of X’s credits', 402, 3600],
    ['of X’s permissions', 403, 3600],
  ])('%s pauses polling for some time instead of repeating the request', async (_, status, seconds) => {
    await post(await tenantOn('twitter'), 'twitter', '1');
    await using server = await startCannedServer(status, { title: 'No' });
    setPlatforms(platforms().origin, { twitter: server.origin });
    await read();
    expect(measurements()).toMatchObject([{ due_at: inSeconds(seconds) }]);
  });

  it('reached during a batch preserves the results before it', async () => {
    const tenant = await tenantOn('instagram');
    for (let index = 1; index <= 7; index++) await post(tenant, 'instagram', String(index));
    let asked = 0;
    const { status, body, headers, seconds } = LIMITS.instagram;
    await using server = await startServer((_request, response) => {
      asked += 1;
      if (asked > 5) response.writeHead(status, headers()).end(JSON.stringify(body));
      else response.end(JSON.stringify({ data: [{ name: 'likes', values: [{ value: 3 }] }] }));
    });
    setPlatforms(platforms().origin, { instagram: server.origin });
    await read();
    expect(additions()).toHaveLength(5);
    const left = measurements().filter(({ measured_at }) => measured_at === null);
    expect(left.map(({ due_at }) => due_at)).toEqual([inSeconds(seconds), inSeconds(seconds)]);
  });

  it('does not appear in the account and does not change its status', async () => {
    const tenant = await tenantOn('twitter');
    await post(tenant, 'twitter', '1');
    const accounts = async () => (await callApi('accounts.list', { token: await newToken(tenant) })).json;
    const before = await accounts();
    await using server = await startCannedServer(429, {});
    setPlatforms(platforms().origin, { twitter: server.origin });
    await read();
    expect(await accounts()).toEqual(before);
  });
});

describe('two concurrent polls of one post', () => {
  /** Every poll is held until the test responds to it. */
  async function startWaiting() {
    const waiting: ServerResponse[] = [];
    const server = await startServer((_request, response) => void waiting.push(response));
    setPlatforms(platforms().origin, { twitter: server.origin });
    const answer = (index: number, likes: number) => {
      waiting[index]!.setHeader('content-type', 'application/json');
      waiting[index]!.end(JSON.stringify(onX({ 1: likes })));
    };
    const begun = async (count: number) => {
      while (waiting.length < count) await new Promise((resolve) => setImmediate(resolve));
    };
    return { ...server, answer, begun };
  }

  it('of which the older one ends later preserve the newer result and count it once', async () => {
    await post(await tenantOn('twitter'), 'twitter', '1');
    await using server = await startWaiting();
    const [message] = await queuedMessages();
    const older = handler(sqsEvent(message!.message));
    await server.begun(1);
    const newer = handler(sqsEvent(message!.message));
    await server.begun(2);
    server.answer(1, 50);
    await newer;
    advanceTime(MINUTE);
    server.answer(0, 40);
    await older;
    expect(measurements()).toMatchObject([{ totals: { likes: 50 }, version: 1 }]);
    expect(additions()).toMatchObject([{ posts: 1, deltas: { likes: 50 } }]);
  });

  it.each([[[0, 1, 2, 3]], [[3, 2, 1, 0]], [[2, 0, 3, 1]]])(
    'and more, ending in the order %j, count one result, and the next poll adds the difference',
    async (order) => {
      await post(await tenantOn('twitter'), 'twitter', '1');
      await using server = await startWaiting();
      const [message] = await queuedMessages();
      const readings: Promise<unknown>[] = [];
      for (const index of [0, 1, 2, 3]) {
        readings.push(handler(sqsEvent(message!.message)));
        await server.begun(index + 1);
      }
      for (const index of order) {
        server.answer(index, 10 * (index + 1));
        await readings[index];
      }
      expect(additions()).toMatchObject([{ deltas: { likes: 10 * (order[0]! + 1) } }]);
      advanceTime(MINUTE);
      const last = read();
      await server.begun(5);
      server.answer(4, 60);
      await last;
      const deltas = additions().map((each) => each.deltas.likes!);
      expect(deltas.reduce((sum, each) => sum + each, 0)).toBe(60);
      expect(measurements()).toMatchObject([{ totals: { likes: 60 } }]);
    },
  );
});

describe('the cost of polling', () => {
  it('is counted in polls on every platform and in US dollars on X', async () => {
    await post(await tenantOn('twitter'), 'twitter', '1');
    await post(await tenantOn('linkedin'), 'linkedin', 'urn:li:share:1');
    await using x = await startCannedServer(200, onX({ 1: 5 }));
    await using linkedin = await startCannedServer(200, { elements: [{ count: 1 }] });
    setPlatforms(platforms().origin, { twitter: x.origin, linkedin: linkedin.origin });
    await read();
    expect(counted('MetricPolls').sort()).toEqual([
      ['linkedin', 1],
      ['twitter', 1],
    ]);
    expect(counted('PlatformReadCostUsd')).toEqual([['twitter', 0.005]]);
  });

  it('is charged by X once per post and UTC day', async () => {
    await post(await tenantOn('twitter'), 'twitter', '1');
    await using x = await startCannedServer(200, onX({ 1: 5 }));
    setPlatforms(platforms().origin, { twitter: x.origin });
    // From 10:00 UTC on, every two hours, into the next day.
    for (let reading = 0; reading < 8; reading++) {
      await read();
      advanceTime(2 * HOUR);
    }
    const dollars = counted('PlatformReadCostUsd').map(([, value]) => Number(value));
    expect(dollars).toHaveLength(8);
    expect(dollars.reduce((sum, each) => sum + each, 0)).toBeCloseTo(0.01);
    expect(dollars[0]).toBe(0.005);
    expect(dollars[7]).toBe(0.005);
  });

  it('is counted once for two concurrent polls, because X charges once', async () => {
    await post(await tenantOn('twitter'), 'twitter', '1');
    const answers: (() => void)[] = [];
    await using x = await startServer((_request, response) => {
      answers.push(() => response.end(JSON.stringify(onX({ 1: 5 }))));
      if (answers.length === 2) for (const answer of answers) answer();
    });
    setPlatforms(platforms().origin, { twitter: x.origin });
    const [message] = await queuedMessages();
    await Promise.all([1, 2].map(() => handler(sqsEvent(message!.message))));
    const dollars = counted('PlatformReadCostUsd').map(([, value]) => Number(value));
    expect(dollars.reduce((sum, each) => sum + each, 0)).toBe(0.005);
  });

  it('is zero for a post that X does not return', async () => {
    const tenant = await tenantOn('twitter');
    await post(tenant, 'twitter', '1');
    const errors = [{ title: 'Not Found Error', value: '1' }];
    await using gone = await startCannedServer(200, { errors });
    setPlatforms(platforms().origin, { twitter: gone.origin });
    await read();
    expect([counted('MetricPolls'), counted('PlatformReadCostUsd')]).toEqual([[], []]);
    await post(tenant, 'twitter', '2');
    await using x = await startCannedServer(200, { ...onX({ 2: 5 }), errors });
    setPlatforms(platforms().origin, { twitter: x.origin });
    advanceTime(HOUR);
    await read();
    expect([counted('MetricPolls'), counted('PlatformReadCostUsd')]).toEqual([[['twitter', 1]], [['twitter', 0.005]]]);
  });
});

describe('a metric that a platform no longer reports', () => {
  it('retains its last value: X reports clicks for thirty days only, and the other metrics continue', async () => {
    const published_at = inSeconds(-31 * 86_400);
    const totals = { ...NO_METRICS, clicks: 8, likes: 1 };
    await post(await tenantOn('twitter'), 'twitter', '1', {
      published_at,
      totals,
      measured_at: published_at,
    });
    await using x = await startServer((request, response) => {
      const wantsAll = request.url!.includes('non_public_metrics');
      const errors = [
        { field: 'non_public_metrics.url_link_clicks', resource_id: '1', title: 'Field Authorization Error' },
      ];
      response.end(JSON.stringify(wantsAll ? { errors } : onX({ 1: 9 })));
    });
    setPlatforms(platforms().origin, { twitter: x.origin });
    await read();
    expect(measurements()).toMatchObject([{ totals: { clicks: 8, likes: 9 } }]);
    expect(additions()).toMatchObject([{ deltas: { clicks: null, likes: 8 } }]);
  });

  it('does not affect the others when Instagram removes a metric', async () => {
    await post(await tenantOn('instagram'), 'instagram', '1');
    await using server = await startServer((request, response) => {
      const names = new URL(request.url!, 'http://x').searchParams.get('metric')!.split(',');
      if (names.includes('views')) {
        const message = '(#100) metric[0] must be one of the following values: reach, likes, total_interactions';
        response.writeHead(400).end(JSON.stringify({ error: { code: 100, message } }));
        return;
      }
      response.end(JSON.stringify({ data: names.map((name) => ({ name, values: [{ value: name.length }] })) }));
    });
    setPlatforms(platforms().origin, { instagram: server.origin });
    await read();
    expect(measurements()).toMatchObject([
      { totals: { impressions: null, reach: 5, likes: 5, saves: 5 }, interactions: 18 },
    ]);
    expect(additions()).toMatchObject([{ deltas: { impressions: null, reach: 5 } }]);
  });
});

describe('a post that a platform does not respond for', () => {
  it('does not prevent the following ones from being polled', async () => {
    const tenant = await tenantOn('instagram');
    for (let index = 1; index <= 7; index++) await post(tenant, 'instagram', String(index));
    await using server = await startServer((request, response) => {
      if (request.url!.includes('/1/insights')) return void request.socket.destroy();
      response.end(JSON.stringify({ data: [{ name: 'likes', values: [{ value: 3 }] }] }));
    });
    setPlatforms(platforms().origin, { instagram: server.origin });
    await read();
    expect(additions()).toHaveLength(6);
    const silent = measurements().find(({ platform_post_id }) => platform_post_id === '1');
    expect(silent).toMatchObject({ measured_at: null, due_at: inSeconds(PAUSE_SECONDS) });
  });
});

it('a platform that does not respond for several posts gets no more requests in the batch', async () => {
  const tenant = await tenantOn('instagram');
  for (let index = 1; index <= 7; index++) await post(tenant, 'instagram', String(index));
  await using server = await startServer((request) => void request.socket.destroy());
  setPlatforms(platforms().origin, { instagram: server.origin });
  await read();
  expect(server.urls).toHaveLength(5);
});

describe('the posts of a deleted account', () => {
  it('keep their metrics, and get no more when it is connected again, as a new account with new posts', async () => {
    const tenant = await tenantOn('twitter');
    const old = await post(tenant, 'twitter', '1');
    const poll = async (likes: number) => {
      await using x = await startCannedServer(200, onX({ 1: likes, 2: likes }));
      setPlatforms(platforms().origin, { twitter: x.origin });
      await read();
      setPlatforms(platforms().origin);
      advanceTime(DAY);
    };
    await poll(5);
    const token = await newToken(tenant);
    await callApi('accounts.delete', { token, params: { id: String(old.account_id) } });
    await connect(tenant, 'twitter');
    const renewed = await post(tenant, 'twitter', '2');
    expect(renewed.account_id).not.toBe(old.account_id);
    await poll(7);
    const likes = measurements().map(({ platform_post_id, totals }) => [platform_post_id, totals.likes]);
    expect(likes.sort()).toEqual([
      ['1', 5],
      ['2', 7],
    ]);
    expect(additions().map(({ deltas }) => deltas.likes)).toEqual([5, 7]);
  });
});

describe('a post whose metrics cannot be saved', () => {
  it('does not prevent the following ones from being saved, and is retried alone', async () => {
    const tenant = await tenantOn('twitter');
    for (const id of ['1', '2', '3']) await post(tenant, 'twitter', id);
    await using server = await startCannedServer(200, onX({ 1: 5, 2: 5, 3: 5 }));
    setPlatforms(platforms().origin, { twitter: server.origin });
    const [message] = await queuedMessages();
    const [unsaved] = measurements();
    harness.table.fault = (command, input) =>
      command === 'TransactWriteCommand' && JSON.stringify(input).includes(unsaved!.id)
        ? sdkError('InternalServerError')
        : null;
    expect((await handler(sqsEvent(message!.message))).batchItemFailures).toHaveLength(1);
    harness.table.fault = null;
    expect(additions()).toHaveLength(2);
    expect(counted('PlatformReadCostUsd')).toEqual([['twitter', 0.01]]);
    await handler(sqsEvent(message!.message));
    expect(server.urls.at(-1)).toMatch(/ids=\d&/);
    expect(additions()).toHaveLength(3);
  });
});

describe('an error that only the operator can fix', () => {
  it.each([
    ['X has no credits left', 'twitter', 402],
    ['LinkedIn no longer serves the version', 'linkedin', 426],
  ] as const)('triggers its alarm when polling receives it first: %s', async (_, platform, status) => {
    await post(await tenantOn(platform), platform, platform === 'linkedin' ? 'urn:li:share:1' : '1');
    await using server = await startCannedServer(status, {});
    setPlatforms(platforms().origin, { [platform]: server.origin });
    await read();
    expect(counted('PlatformAccessBlocked')).toEqual([[platform, 1]]);
  });
});

describe('a token', () => {
  it('is in no log line, whatever the platform responds', async () => {
    await post(await tenantOn('twitter'), 'twitter', '1');
    await using echo = await startCannedServer(429, { detail: `The token ${TOKEN} is over its limit` });
    setPlatforms(platforms().origin, { twitter: echo.origin });
    await read();
    expect(harness.logged()).toContain('platform rejected metric poll');
    expect(harness.logged()).not.toContain(TOKEN);
  });
});

it('polling ends after ninety days', async () => {
  await post(await tenantOn('twitter'), 'twitter', '1', { published_at: inSeconds(-91 * (DAY / 1000)) });
  await using server = await startCannedServer(429, {});
  setPlatforms(platforms().origin, { twitter: server.origin });
  await read();
  expect(measurements()).toMatchObject([{ due_at: null }]);
});
