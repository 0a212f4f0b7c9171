import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-metric-poll-queued.ts';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { advanceTime, callApi, inSeconds } from '../functions/api-harness.ts';
import {
  additions,
  counted,
  HOUR,
  measurements,
  onX,
  post,
  queuedMessages,
  read,
  tenantOn,
} from '../functions/given/metric-polls.ts';
import { connect, setPlatforms, simulatePlatforms } from '../functions/simulated.ts';
import { newToken } from '../functions/tenants.ts';
import { sdkError, setupWorkers, sqsEvent } from '../functions/worker-harness.ts';
import { startCannedServer, startServer, TOKEN } from '../platforms/platforms.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();
const DAY = 24 * HOUR;

// The local stage polls every minute on the first day; the next poll is due half a minute later.
const PAUSE_SECONDS = 30;

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
