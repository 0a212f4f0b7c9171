import { afterEach, expect, vi } from 'vitest';
import { PUBLISHERS } from '../../../lib/platforms/adapters.ts';
import { reportsImpressions } from '../../../lib/platforms/platforms.ts';
import { FIXTURES } from '../fixtures.ts';
import { makePost, publish } from '../platforms.ts';
import { defineCases, type PlatformServer, type Subject } from './platform-server.ts';

/** Define the cases of metrics, for a platform that reports them. */
export function describeMetrics(subject: Subject): void {
  const { platform } = subject;
  const readMetrics = PUBLISHERS[platform].metrics!;
  const define = defineCases(subject);

  afterEach(() => {
    vi.useRealTimers();
  });

  async function publishedId(server: PlatformServer): Promise<string> {
    const published = await publish(platform, server.connection(), makePost(platform), server.account);
    if (published.outcome !== 'published') throw new Error(JSON.stringify(published));
    return published.platformPostId;
  }

  define('reads numbers that are whole, not negative, and grow', async () => {
    await using server = await subject.start();
    const ids = [await publishedId(server)];

    const readAfter = async (hours: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
      const metrics = await readMetrics(ids, server.account, server.connection());
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
    expect(impressions !== null).toBe(reportsImpressions(platform));
    expect(impressions ?? 1).toBeGreaterThan(0);
    expect(late.impressions === null).toBe(impressions === null);
    expect(late.impressions ?? 2).toBeGreaterThan(impressions ?? 1);
    expect(late.likes).toBeGreaterThan(early.likes!);
  });

  define('reads a post that is forty days old', async () => {
    await using server = await subject.start();
    const id = await publishedId(server);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 86_400_000 });
    const [metrics] = await readMetrics([id], server.account, server.connection());
    expect(metrics?.likes).toBeGreaterThan(0);
  });

  define('leaves out a post the platform does not know', async () => {
    await using server = await subject.start();
    const unknown = FIXTURES[platform].unknownPostId;
    expect(await readMetrics([unknown], server.account, server.connection())).toEqual([]);
  });

  if (FIXTURES[platform].hasPublicMetrics) return;
  define('rejects with the reason when the token is not accepted for numbers', async () => {
    await using server = await subject.start();
    const expired = { ...server.account, accessToken: 'expired' };
    const id = FIXTURES[platform].unknownPostId;
    await expect(readMetrics([id], expired, server.connection())).rejects.toMatchObject({
      cause: { category: 'auth' },
    });
  });
}
