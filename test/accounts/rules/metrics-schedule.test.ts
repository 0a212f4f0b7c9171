import { describe, expect, it } from 'vitest';
import {
  metricsScheduleOf,
  readPriceMicroUsd,
  readsPerPost,
  toUsd,
} from '../../../lib/accounts/rules/metrics-schedule.ts';
import { PLATFORMS } from '../../../lib/platforms/platform.ts';
import { CONTENT_FORMATS } from '../../../lib/platforms/platforms.ts';

const on = (platform: (typeof PLATFORMS)[number], id = 'acc_01K00000000000000000000000') => ({ id, platform });

describe('the default schedule', () => {
  it('is `days` on X, which charges for each read, and `frequent` elsewhere', () => {
    const schedules = PLATFORMS.map((platform) => [platform, metricsScheduleOf(on(platform))]);
    expect(Object.fromEntries(schedules)).toEqual({
      ...{ instagram: 'frequent', twitter: 'days', linkedin: 'frequent', bluesky: 'frequent' },
    });
  });

  it('is `frequent` for a sandbox account, which is free', () => {
    const sandbox = on('twitter', 'acc_sandbox_01K00000000000000000000000');
    expect([metricsScheduleOf(sandbox), readPriceMicroUsd(sandbox)]).toEqual(['frequent', 0]);
  });

  it('costs at most three times as much as publishing, on each platform that charges for reads', () => {
    for (const platform of PLATFORMS) {
      const reading = readsPerPost(platform) * toUsd(readPriceMicroUsd(on(platform)));
      const publishing = CONTENT_FORMATS[platform].publishPriceUsd?.('A post') ?? 0;
      expect(reading, platform).toBeLessThanOrEqual(3 * publishing);
    }
  });
});

describe('the charged reads of a post', () => {
  it('are one per UTC day of the schedule, and none where reading is free', () => {
    const reads = (['off', 'days', 'daily', 'frequent'] as const).map((schedule) => readsPerPost('twitter', schedule));
    expect(reads).toEqual([0, 5, 91, 92]);
    expect(readsPerPost('linkedin', 'daily')).toBe(0);
  });
});
