import { describe, expect, it } from 'vitest';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import { PLATFORM_TABLE, PLATFORMS } from '../../lib/platforms/platforms.ts';
import { describeMetrics } from './conformance/metrics-cases.ts';
import { startSimulatedServer } from './conformance/simulated-server.ts';
import { ACCOUNTS, makeConnection, startCannedServer } from './platforms.ts';

it.each(PLATFORMS)('%s reads metrics if and only if its definition has limits for them', (platform) => {
  expect(PUBLISHERS[platform].metrics !== undefined).toBe(PLATFORM_TABLE[platform].metrics !== undefined);
});

describe.each(PLATFORMS.filter((platform) => PUBLISHERS[platform].metrics))('%s', (platform) => {
  describeMetrics({ platform, start: () => startSimulatedServer(platform) });

  it('asks for nothing when there are no posts to read', async () => {
    await using server = await startCannedServer(200, {});
    const connection = makeConnection(server.origin);
    expect(await PUBLISHERS[platform].metrics!([], ACCOUNTS[platform], connection)).toEqual([]);
    expect(server.urls).toEqual([]);
  });
});
