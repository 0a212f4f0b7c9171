import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { METRIC_NAMES, type Metrics, NO_METRICS } from '../../../lib/analytics/rules/metrics.ts';
import {
  applyPoll,
  isFirstPollOfUtcDay,
  newPostMetrics,
  nextPollAt,
  reschedulePoll,
} from '../../../lib/analytics/rules/post-metrics.ts';
import { at, entryOn, NOW_MS, scheduled, withOutcome } from '../../content/rules/items.ts';

const DAY_SECONDS = 86_400;
const entry = {
  ...entryOn(withOutcome(scheduled('twitter'), 'twitter', 'published'), 'twitter'),
  account_id: 'acc_1',
};
const fresh = newPostMetrics(entry, 'Spring is here #Spring #garden');

function read(totals: Partial<Metrics>, nowMs = NOW_MS, before = fresh) {
  const reading = { nowMs, everyMinutes: 15 };
  return applyPoll(before, { ...NO_METRICS, ...totals }, reading);
}

describe('newPostMetrics', () => {
  it('has the id of the schedule entry and the fields of the post', () => {
    expect(fresh).toMatchObject({
      id: 'scd_a0',
      content_id: 'cnt_1',
      platform: 'twitter',
      account_id: 'acc_1',
      platform_post_id: 'post-twitter',
      published_at: at(3600),
      hashtags: ['#spring', '#garden'],
    });
  });

  it('has no metrics and is due at once', () => {
    expect([fresh.totals, fresh.measured_at, fresh.due_at]).toEqual([NO_METRICS, null, at(3600)]);
  });
});

describe('nextPollAt', () => {
  it.each([
    ['at once', 0, 15 * 60],
    ['late on the first day', DAY_SECONDS - 1, 15 * 60],
    ['on the second day', DAY_SECONDS, 3600],
    ['late in the first week', 7 * DAY_SECONDS - 1, 3600],
    ['in the second week', 7 * DAY_SECONDS, DAY_SECONDS],
    ['on the ninetieth day', 90 * DAY_SECONDS, DAY_SECONDS],
  ])('is %s between two runs of the collector, before the interval has passed', (_when, age, rhythm) => {
    const nowMs = NOW_MS + age * 1000;
    const pauseSeconds = (Date.parse(nextPollAt(at(0), nowMs, 15)!) - nowMs) / 1000;
    expect(pauseSeconds).toBe(rhythm - 450);
  });

  it('keeps the interval although runs are up to a minute late and messages wait for minutes', () => {
    const RUN_MS = 15 * 60_000;
    const late = fc.record({ run: fc.nat(60_000), message: fc.nat(6 * 60_000) });
    fc.assert(
      fc.property(fc.array(late, { minLength: 1, maxLength: 50 }), fc.nat(80), (lateness, day) => {
        const firstRun = (day * DAY_SECONDS * 1000) / RUN_MS;
        let due = NOW_MS;
        const runs: number[] = [];
        for (let run = firstRun; runs.length < 8; run++) {
          const { run: runMs, message: messageMs } = lateness[run % lateness.length]!;
          const handedOutMs = NOW_MS + run * RUN_MS + runMs;
          if (due > handedOutMs) continue;
          runs.push(run);
          due = Date.parse(nextPollAt(at(0), handedOutMs + messageMs, 15)!);
        }
        const gaps = runs.slice(1).map((run, index) => run - runs[index]!);
        const rhythm = day === 0 ? 1 : day < 7 ? 4 : 96;
        expect(new Set(gaps)).toEqual(new Set([rhythm]));
      }),
    );
  });

  it('is null for a post older than ninety days', () => {
    expect(nextPollAt(at(0), NOW_MS + 90 * DAY_SECONDS * 1000 + 1, 15)).toBeNull();
  });

  it('is in the future, however short the interval', () => {
    const age = fc.integer({ min: 0, max: 90 * DAY_SECONDS });
    fc.assert(
      fc.property(age, fc.double({ min: 0.01, max: 60, noNaN: true }), (ageSeconds, everyMinutes) => {
        const nowMs = NOW_MS + ageSeconds * 1000;
        expect(Date.parse(nextPollAt(at(0), nowMs, everyMinutes)!)).toBeGreaterThan(nowMs);
      }),
    );
  });
});

describe('reschedulePoll', () => {
  const held = (until: string | null, nowMs = NOW_MS) => reschedulePoll(fresh, until, nowMs, 15).due_at;

  it('uses the usual interval, but not before the end of the backoff', () => {
    const usual = nextPollAt(fresh.published_at, NOW_MS, 15);
    expect([held(null), held(at(60)), held(at(7200))]).toEqual([usual, usual, at(7200)]);
  });

  it('is null for a post that is too old', () => {
    expect(held(at(91 * DAY_SECONDS), NOW_MS + 91 * DAY_SECONDS * 1000)).toBeNull();
  });
});

describe('isFirstPollOfUtcDay', () => {
  it.each([
    ['of a post never read', null, '2026-11-21T12:00:00.000Z', true],
    ['a second after the last', '2026-11-21T12:00:00.000Z', '2026-11-21T12:00:01.000Z', false],
    ['a second after midnight UTC', '2026-11-21T23:59:59.000Z', '2026-11-22T00:00:01.000Z', true],
  ])('%s', (_, measured_at, now, isFirst) => {
    expect(isFirstPollOfUtcDay({ ...fresh, measured_at }, Date.parse(now))).toBe(isFirst);
  });
});

describe('applyPoll', () => {
  it('returns all totals as the increment of the first poll, and counts the post', () => {
    const { measurement, delta } = read({ likes: 3, impressions: 40 });
    expect(delta).toMatchObject({
      content_id: 'cnt_1',
      platform: 'twitter',
      at: at(0),
      posts: 1,
      deltas: { ...NO_METRICS, likes: 3, impressions: 40 },
    });
    expect(measurement).toMatchObject({
      totals: { likes: 3, impressions: 40, reach: null },
      measured_at: at(0),
    });
  });

  it('returns only the difference later, and does not count the post again', () => {
    const first = read({ likes: 3 }).measurement;
    const { measurement, delta } = read({ likes: 5 }, NOW_MS + 900_000, first);
    expect([delta.posts, delta.deltas.likes, measurement.totals.likes]).toEqual([0, 2, 5]);
  });

  it('keeps the last total when a platform reports none', () => {
    const first = read({ likes: 3 }).measurement;
    const { measurement, delta } = read({ likes: null }, NOW_MS + 900_000, first);
    expect([delta.deltas.likes, measurement.totals.likes]).toEqual([null, 3]);
  });

  it('keeps the interactions total of Instagram, in no sum, until a new one is reported', () => {
    const reading = { nowMs: NOW_MS, everyMinutes: 15 };
    const first = applyPoll(fresh, { ...NO_METRICS, interactions: 12 }, reading);
    expect(first.measurement.interactions).toBe(12);
    expect(first.delta.deltas).toEqual(NO_METRICS);
    const later = applyPoll(first.measurement, { ...NO_METRICS, interactions: null }, reading);
    expect(later.measurement.interactions).toBe(12);
  });

  it('schedules the next poll', () => {
    const { measurement } = read({}, NOW_MS + 3600_000);
    expect(measurement.due_at).toBe(nextPollAt(at(3600), NOW_MS + 3600_000, 15));
  });

  it('returns increments that add up to the latest totals, and counts the post once', () => {
    const totals = fc.record(
      Object.fromEntries(METRIC_NAMES.map((name) => [name, fc.option(fc.nat())])),
    ) as fc.Arbitrary<Metrics>;
    fc.assert(
      fc.property(fc.array(totals, { minLength: 1, maxLength: 6 }), (readings) => {
        let measurement = fresh;
        const sums: Metrics = { ...NO_METRICS };
        let posts = 0;
        for (const [index, reading] of readings.entries()) {
          const next = read(reading, NOW_MS + index * 900_000, measurement);
          measurement = next.measurement;
          posts += next.delta.posts;
          for (const name of METRIC_NAMES) {
            const added = next.delta.deltas[name];
            if (added !== null) sums[name] = (sums[name] ?? 0) + added;
          }
        }
        expect([sums, posts]).toEqual([measurement.totals, 1]);
      }),
    );
  });
});
