import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-metric-poll-queued.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { advanceTime, callApi, inSeconds } from '../functions/api-harness.ts';
import {
  additions,
  counted,
  HOUR,
  MINUTE,
  measurements,
  onX,
  post,
  queuedMessages,
  read,
  tenantOn,
} from '../functions/given/metric-polls.ts';
import { setPlatforms, simulatePlatforms } from '../functions/simulated.ts';
import { newToken } from '../functions/tenants.ts';
import { setupWorkers, sqsEvent } from '../functions/worker-harness.ts';
import { DETAILED_PLATFORMS as PLATFORMS, type DetailedPlatform as Platform } from '../platforms/fixtures.ts';
import { startCannedServer, startServer } from '../platforms/platforms.ts';

setupWorkers();

const platforms = simulatePlatforms();

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
    // From 10:00 UTC on, every two hours, into the next day. A post without a change would be read less often.
    for (let reading = 0; reading < 8; reading++) {
      for (const post of measurements()) await commit([postMetricsWrite(post, { ...post, due_at: inSeconds(0) })]);
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
