import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MetricsSchedule } from '../../../lib/accounts/rules/metrics-schedule.ts';
import { nextPollAt, pollAfterBudgetAt, repeatPollAt } from '../../../lib/analytics/rules/poll-schedule.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1000;

const next = (schedule: MetricsSchedule, nowMs: number, unchanged = 0, everyMinutes = 15) =>
  nextPollAt(at(0), { schedule, nowMs, everyMinutes }, unchanged);

/** List the days of the polls of a post that is polled when it is due, after these numbers of unchanged polls. */
function daysOf(schedule: MetricsSchedule, unchanged: (poll: number) => number = () => 0): number[] {
  const days: number[] = [];
  let due: string | null = at(3600);
  for (let poll = 0; due !== null; poll++) {
    const dueMs = Date.parse(due);
    days.push(Math.floor((dueMs - NOW_MS) / DAY_MS));
    due = next(schedule, dueMs, unchanged(poll));
  }
  return days;
}

describe('the schedule `days`', () => {
  it('polls a post on the days 0, 1, 2, 4 and 7, and then no more', () => {
    expect(daysOf('days')).toEqual([0, 1, 2, 4, 7]);
  });

  it('leaves out the next day after a poll that changed nothing, and never the last day', () => {
    expect(daysOf('days', (poll) => (poll === 1 ? 1 : 0))).toEqual([0, 1, 4, 7]);
    expect(daysOf('days', (poll) => poll)).toEqual([0, 1, 4, 7]);
  });
});

describe('the schedule `daily`', () => {
  it('polls a post on each of the days 0 to 90', () => {
    expect(daysOf('daily')).toEqual(Array.from({ length: 91 }, (_, day) => day));
  });

  it('polls after 2, 4 and 8 days while nothing changes, and on the last day', () => {
    expect(daysOf('daily', (poll) => poll)).toEqual([0, 1, 3, 7, ...[15, 23, 31, 39, 47, 55, 63, 71, 79, 87], 90]);
  });
});

it('the schedule `off` looks at the account once a day until day 90', () => {
  expect(daysOf('off')).toEqual(Array.from({ length: 91 }, (_, day) => day));
});

describe('a late poll', () => {
  it('is followed by the next day of its schedule, without those that have passed', () => {
    expect(next('days', NOW_MS + 5 * DAY_MS)).toBe(at(7 * DAY_SECONDS));
    expect(next('days', NOW_MS + 30 * DAY_MS)).toBeNull();
  });
});

describe('the schedule `frequent`', () => {
  it.each([
    ['at once', 0, 15 * 60],
    ['late on the first day', DAY_SECONDS - 1, 15 * 60],
    ['on the second day', DAY_SECONDS, 3600],
    ['late in the first week', 7 * DAY_SECONDS - 1, 3600],
    ['in the second week', 7 * DAY_SECONDS, DAY_SECONDS],
    ['on the ninetieth day', 90 * DAY_SECONDS, DAY_SECONDS],
  ])('polls %s between two runs of the collector, before the interval has passed', (_when, age, rhythm) => {
    const nowMs = NOW_MS + age * 1000;
    const pauseSeconds = (Date.parse(next('frequent', nowMs)!) - nowMs) / 1000;
    expect(pauseSeconds).toBe(rhythm - 450);
  });

  it('keeps the interval after polls that changed nothing', () => {
    expect(next('frequent', NOW_MS, 3)).toBe(next('frequent', NOW_MS));
  });

  it('keeps the interval although runs are up to a minute late and messages wait for minutes', () => {
    const RUN_MS = 15 * 60_000;
    const late = fc.record({ run: fc.nat(60_000), message: fc.nat(6 * 60_000) });
    fc.assert(
      fc.property(fc.array(late, { minLength: 1, maxLength: 50 }), fc.nat(80), (lateness, day) => {
        const firstRun = (day * DAY_MS) / RUN_MS;
        let due = NOW_MS;
        const runs: number[] = [];
        for (let run = firstRun; runs.length < 8; run++) {
          const { run: runMs, message: messageMs } = lateness[run % lateness.length]!;
          const handedOutMs = NOW_MS + run * RUN_MS + runMs;
          if (due > handedOutMs) continue;
          runs.push(run);
          due = Date.parse(next('frequent', handedOutMs + messageMs)!);
        }
        const gaps = runs.slice(1).map((run, index) => run - runs[index]!);
        const rhythm = day === 0 ? 1 : day < 7 ? 4 : 96;
        expect(new Set(gaps)).toEqual(new Set([rhythm]));
      }),
    );
  });

  it('ends when a post is older than ninety days', () => {
    expect(next('frequent', NOW_MS + 90 * DAY_MS + 1)).toBeNull();
  });

  it('polls in the future, however short the interval', () => {
    const age = fc.integer({ min: 0, max: 90 * DAY_SECONDS });
    fc.assert(
      fc.property(age, fc.double({ min: 0.01, max: 60, noNaN: true }), (ageSeconds, everyMinutes) => {
        const nowMs = NOW_MS + ageSeconds * 1000;
        expect(Date.parse(next('frequent', nowMs, 0, everyMinutes)!)).toBeGreaterThan(nowMs);
      }),
    );
  });
});

describe('a poll without an answer', () => {
  const held = (until: string | null, nowMs = NOW_MS) =>
    repeatPollAt(at(0), until, { schedule: 'days', nowMs, everyMinutes: 15 });

  it('is repeated as `frequent` polls, but not before the end of the backoff', () => {
    const usual = next('frequent', NOW_MS);
    expect([held(null), held(at(60)), held(at(7200))]).toEqual([usual, usual, at(7200)]);
  });

  it('is repeated after the last day of its schedule, until day 90', () => {
    expect(held(null, NOW_MS + 8 * DAY_MS)).not.toBeNull();
    expect(held(at(91 * DAY_SECONDS), NOW_MS + 91 * DAY_MS)).toBeNull();
  });
});

describe('a poll that the budget leaves out', () => {
  it('is due the next day, or at the start of the next month if that is earlier', () => {
    expect(pollAfterBudgetAt(at(0), NOW_MS + 20 * DAY_MS, NOW_MS + 2 * DAY_MS)).toBe(at(3 * DAY_SECONDS));
    expect(pollAfterBudgetAt(at(0), NOW_MS + 2.5 * DAY_MS, NOW_MS + 2 * DAY_MS)).toBe(at(2.5 * DAY_SECONDS));
  });

  it('is no longer due after day 90', () => {
    expect(pollAfterBudgetAt(at(0), NOW_MS + 92 * DAY_MS, NOW_MS + 90 * DAY_MS)).toBeNull();
  });
});
