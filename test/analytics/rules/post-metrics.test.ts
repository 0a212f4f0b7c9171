import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { METRIC_NAMES, type Metrics, NO_METRICS } from '../../../lib/analytics/rules/metrics.ts';
import { nextPollAt, type PollTime } from '../../../lib/analytics/rules/poll-schedule.ts';
import {
  applyEngagement,
  applyMissing,
  applyPoll,
  isFirstPollOfUtcDay,
  newPostMetrics,
} from '../../../lib/analytics/rules/post-metrics.ts';
import { at, entryOn, NOW_MS, scheduled, withOutcome } from '../../content/rules/items.ts';

const entry = {
  ...entryOn(withOutcome(scheduled('twitter'), 'twitter', 'published'), 'twitter'),
  account_id: 'acc_1',
};
const fresh = newPostMetrics(entry, 'Spring is here #Spring #garden', 'frequent');

const time = (nowMs: number): PollTime => ({ schedule: 'frequent', nowMs, everyMinutes: 15 });

function read(totals: Partial<Metrics>, nowMs = NOW_MS, before = fresh) {
  return applyPoll(before, { ...NO_METRICS, ...totals }, time(nowMs));
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

  it('is due an hour after publication where each day is one poll', () => {
    expect(newPostMetrics(entry, '', 'days').due_at).toBe(at(7200));
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
    const first = applyPoll(fresh, { ...NO_METRICS, interactions: 12 }, time(NOW_MS));
    expect(first.measurement.interactions).toBe(12);
    expect(first.delta.deltas).toEqual(NO_METRICS);
    const later = applyPoll(first.measurement, { ...NO_METRICS, interactions: null }, time(NOW_MS));
    expect(later.measurement.interactions).toBe(12);
  });

  it('schedules the next poll', () => {
    const { measurement } = read({}, NOW_MS + 3600_000);
    expect(measurement.due_at).toBe(nextPollAt(fresh, time(NOW_MS + 3600_000)));
  });

  it('counts the polls in a row that changed nothing, from the second poll on', () => {
    const first = read({ likes: 0 }).measurement;
    const second = read({ likes: 0 }, NOW_MS + 900_000, first).measurement;
    const third = read({ likes: null }, NOW_MS + 1_800_000, second).measurement;
    const fourth = read({ likes: 1 }, NOW_MS + 2_700_000, third).measurement;
    expect([first, second, third, fourth].map((each) => each.unchanged_polls)).toEqual([undefined, 1, 2, undefined]);
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

describe('applyMissing', () => {
  it('pauses longer from the second answer without the post on, and keeps its metrics', () => {
    const nowMs = NOW_MS + 2 * 86_400_000;
    const first = read({ likes: 3 }, nowMs).measurement;
    const missing = applyMissing(first, time(nowMs));
    const gone = applyMissing(missing, time(nowMs));
    expect([missing.unchanged_polls, gone.unchanged_polls]).toEqual([1, 2]);
    expect(gone).toMatchObject({ totals: first.totals, measured_at: first.measured_at });
    expect(missing.due_at).toBe(first.due_at);
    expect(gone.due_at! > missing.due_at!).toBe(true);
  });

  it('is forgotten by the first poll with a change', () => {
    const first = read({ likes: 3 }).measurement;
    const found = read({ likes: 4 }, NOW_MS + 900_000, applyMissing(first, time(NOW_MS))).measurement;
    expect(found.unchanged_polls).toBeUndefined();
  });
});

describe('applyEngagement', () => {
  const nowMs = NOW_MS + 20 * 86_400_000;
  const first = read({ likes: 3 }).measurement;
  const quiet = { ...first, unchanged_polls: 3, due_at: nextPollAt(first, time(nowMs), 3) };

  it('polls a post after its usual pause again', () => {
    const resumed = applyEngagement(quiet, time(nowMs + 3600_000))!;
    expect(resumed.due_at).toBe(nextPollAt(first, time(nowMs + 3600_000)));
    expect(resumed.unchanged_polls).toBeUndefined();
    expect(resumed.due_at! < quiet.due_at!).toBe(true);
  });

  it.each([
    ['whose metrics have just changed', first],
    ['that is due', { ...quiet, due_at: at(0) }],
    ['after its last poll', { ...quiet, due_at: null }],
  ])('leaves a post as it is %s', (_, post) => {
    expect(applyEngagement(post, time(nowMs))).toBeNull();
  });

  it('adds no read on X: the next one is on a day of the schedule', () => {
    const days = (atMs: number): PollTime => ({ schedule: 'days', nowMs: atMs, everyMinutes: 15 });
    const ofX = { ...first, unchanged_polls: 1, due_at: nextPollAt(first, days(NOW_MS + 1.2 * 86_400_000), 1) };
    expect(applyEngagement(ofX, days(NOW_MS + 1.3 * 86_400_000))!.due_at).toBe(at(3600 + 2 * 86_400));
    expect(applyEngagement(ofX, days(NOW_MS + 9 * 86_400_000))).toBeNull();
  });
});
