import { afterEach, describe, expect, it, vi } from 'vitest';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import { PLATFORM_TABLE, PLATFORMS, REPORTS_IMPRESSIONS } from '../../lib/platforms/platforms.ts';
import { FIXTURES } from './fixtures.ts';
import { ACCOUNTS, makeConnection, publish, startCannedServer, startSimulator } from './platforms.ts';

it.each(PLATFORMS)('%s reads metrics if and only if its definition has limits for them', (platform) => {
  expect(PUBLISHERS[platform].metrics !== undefined).toBe(PLATFORM_TABLE[platform].metrics !== undefined);
});

describe.each(PLATFORMS.filter((platform) => PUBLISHERS[platform].metrics))('%s', (platform) => {
  const readMetrics = PUBLISHERS[platform].metrics!;
  const account = ACCOUNTS[platform];

  afterEach(() => {
    vi.useRealTimers();
  });

  it('reads numbers that are whole, not negative, and grow', async () => {
    await using simulator = await startSimulator();
    const connection = simulator.connection(platform);
    const published = await publish(platform, connection);
    if (published.outcome !== 'published') throw new Error(JSON.stringify(published));
    const ids = [published.platformPostId];

    const readAfter = async (hours: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
      const metrics = await readMetrics(ids, account, connection);
      vi.useRealTimers();
      expect(metrics).toHaveLength(1);
      return metrics[0]!;
    };
    const early = await readAfter(2);
    const late = await readAfter(72);
    for (const { platformPostId, ...numbers } of [early, late]) {
      expect(platformPostId).toBe(ids[0]);
      for (const number of Object.values(numbers)) expect(number === null || Number.isInteger(number)).toBe(true);
    }
    const { impressions } = early;
    expect(impressions !== null).toBe(REPORTS_IMPRESSIONS[platform]);
    expect(impressions ?? 1).toBeGreaterThan(0);
    expect(late.impressions === null).toBe(impressions === null);
    expect(late.impressions ?? 2).toBeGreaterThan(impressions ?? 1);
    expect(late.likes).toBeGreaterThan(early.likes!);
  });

  it('reads a post that is forty days old', async () => {
    await using simulator = await startSimulator();
    const connection = simulator.connection(platform);
    const published = await publish(platform, connection);
    if (published.outcome !== 'published') throw new Error(JSON.stringify(published));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 86_400_000 });
    const [metrics] = await readMetrics([published.platformPostId], account, connection);
    expect(metrics?.likes).toBeGreaterThan(0);
  });

  it('leaves out a post the platform does not know', async () => {
    await using simulator = await startSimulator();
    const unknown = FIXTURES[platform].unknownPostId;
    expect(await readMetrics([unknown], account, simulator.connection(platform))).toEqual([]);
  });

  it.skipIf(FIXTURES[platform].hasPublicMetrics)(
    'rejects with the reason when the token is not accepted for numbers',
    async () => {
      await using simulator = await startSimulator();
      const expired = { ...account, accessToken: 'expired' };
      const id = FIXTURES[platform].unknownPostId;
      await expect(readMetrics([id], expired, simulator.connection(platform))).rejects.toMatchObject({
        cause: { category: 'auth' },
      });
    },
  );

  it('asks for nothing when there are no posts to read', async () => {
    await using server = await startCannedServer(200, {});
    expect(await readMetrics([], account, makeConnection(server.origin))).toEqual([]);
    expect(server.urls).toEqual([]);
  });
});
