import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MetricsSchedule } from '../../../lib/accounts/rules/metrics-schedule.ts';
import { nextPollAt, pollAfterBudgetAt, repeatPollAt } from '../../../lib/analytics/rules/poll-schedule.ts';
import { HOUR_MS } from '../../../lib/core/values/timestamps.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1000;

const POST = { published_at: at(0), account_id: 'acc_1' };
const on = (account_id: string) => ({ ...POST, account_id });

const next = (schedule: MetricsSchedule, nowMs: number, unchanged = 0, everyMinutes = 15, post = POST) =>
  nextPollAt(post, { schedule, nowMs, everyMinutes }, unchanged);

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

const rounded = (hours: number) => Math.round(hours * 1000) / 1000;

/** List the times of the polls of a post on `frequent`, in hours after publication, each polled when it is due. */
function hoursOf(unchanged: (poll: number) => number, longestPauseMs?: number): number[] {
  const hours: number[] = [];
  const longest = longestPauseMs === undefined ? {} : { longestPauseMs };
  let due: string | null = at(0);
  for (let poll = 0; due !== null; poll++) {
    const nowMs = Date.parse(due);
    hours.push((nowMs - NOW_MS) / HOUR_MS);
    due = nextPollAt(POST, { schedule: 'frequent', nowMs, everyMinutes: 15, ...longest }, unchanged(poll));
  }
  return hours;
}

describe('the schedule `frequent`', () => {
  it.each([
    ['at once', 0],
    ['late in the first six hours', 6 * 3600 - 1],
  ])('polls %s between two runs of the collector, before the interval has passed', (_when, age) => {
    const nowMs = NOW_MS + age * 1000;
    expect((Date.parse(next('frequent', nowMs)!) - nowMs) / 1000).toBe(15 * 60 - 450);
  });

  it.each([
    ['after six hours', 6 * 3600, HOUR_MS],
    ['late in the first week', 7 * DAY_SECONDS - 1, HOUR_MS],
    ['in the second week', 7 * DAY_SECONDS, DAY_MS],
    ['on the 80th day', 80 * DAY_SECONDS, DAY_MS],
  ])('polls %s after half to one and a half times the interval, and then after each', (_when, age, interval) => {
    const first = Date.parse(next('frequent', NOW_MS + age * 1000)!);
    const pauseMs = first - (NOW_MS + age * 1000);
    expect(pauseMs).toBeGreaterThanOrEqual(interval / 2);
    expect(pauseMs).toBeLessThanOrEqual(1.5 * interval);
    // A run of the collector and the wait in the queue come later than the poll is due.
    if (age !== 7 * DAY_SECONDS - 1) expect(Date.parse(next('frequent', first + 900_000)!)).toBe(first + interval);
  });

  it('polls all posts of an account at the same times, and those of other accounts at others', () => {
    const ofPost = (account: string, publishedMs: number, nowMs: number) => {
      const post = { account_id: account, published_at: new Date(publishedMs).toISOString() };
      return nextPollAt(post, { schedule: 'frequent', nowMs, everyMinutes: 15 });
    };
    const posts = fc.array(fc.integer({ min: 7 * HOUR_MS, max: 6 * DAY_MS }), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(posts, (ages) => {
        expect(new Set(ages.map((ageMs) => ofPost('acc_1', NOW_MS - ageMs, NOW_MS))).size).toBe(1);
      }),
    );
    const turns = Array.from({ length: 200 }, (_, index) => ofPost(`acc_${index}`, NOW_MS - 8 * DAY_MS, NOW_MS)!);
    const hours = Map.groupBy(turns, (turn) => turn.slice(0, 13));
    expect(hours.size).toBe(24);
    for (const each of hours.values()) expect(each.length).toBeLessThan(25);
  });

  it('polls 2, 4 and then 8 times less often while nothing changes, and a last time on day 90', () => {
    const hours = hoursOf((poll) => poll);
    const pauses = (from: number, to: number) =>
      hours.flatMap((hour, index) => (hour >= from && hour < to ? [rounded((hours[index + 1] ?? hour) - hour)] : []));
    const last = hours.at(-1)!;
    expect(hours.slice(0, 4)).toEqual([0, 0.125, 0.5, 1.375]);
    expect(new Set(pauses(2, 6))).toEqual(new Set([1.875]));
    expect(pauses(24, 150).every((pause) => pause === 8)).toBe(true);
    expect(pauses(9 * 24, 80 * 24).every((pause) => pause === 8 * 24)).toBe(true);
    expect(last).toBe(90 * 24);
    expect(hours.length).toBeLessThan(45);
    expect(hoursOf(() => 0).length).toBeGreaterThan(230);
  });

  it('polls after the usual pause again once something has changed', () => {
    for (const age of [HOUR_MS, 2 * DAY_MS, 20 * DAY_MS]) {
      const [usual, longer] = [0, 3].map((unchanged) => Date.parse(next('frequent', NOW_MS + age, unchanged)!));
      expect(longer! - usual!).toBeGreaterThan(usual! - NOW_MS - age);
    }
  });

  it('pauses for a day at most where a poll also reads comments', () => {
    const hours = hoursOf((poll) => poll, DAY_MS);
    const pauses = hours.slice(1).map((hour, index) => rounded(hour - hours[index]!));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(36);
    expect(pauses.slice(-20, -1)).toEqual(Array(19).fill(24));
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
        // The first turn of an account is up to half an interval sooner or later; a turn that is due with a run may wait
        // for the next one.
        const gaps = runs.slice(1).map((run, index) => run - runs[index]!);
        const rhythm = day === 0 ? 1 : day < 7 ? 4 : 96;
        const tolerance = day === 0 ? 0 : 1;
        for (const gap of gaps.slice(1)) expect(Math.abs(gap - rhythm)).toBeLessThanOrEqual(tolerance);
      }),
    );
  });

  it('ends with the poll of day 90', () => {
    expect(next('frequent', NOW_MS + 90 * DAY_MS - 1)).toBe(at(90 * DAY_SECONDS));
    expect(next('frequent', NOW_MS + 90 * DAY_MS)).toBeNull();
  });

  it('polls in the future, however short the interval', () => {
    const age = fc.integer({ min: 0, max: 90 * DAY_SECONDS - 1 });
    fc.assert(
      fc.property(age, fc.double({ min: 0.01, max: 60, noNaN: true }), fc.nat(5), (ageSeconds, everyMinutes, count) => {
        const nowMs = NOW_MS + ageSeconds * 1000;
        const due = Date.parse(next('frequent', nowMs, count, everyMinutes, on(`acc_${ageSeconds}`))!);
        expect(due).toBeGreaterThan(nowMs);
      }),
    );
  });
});

describe('a poll without an answer', () => {
  const held = (until: string | null, nowMs = NOW_MS) =>
    repeatPollAt(POST, until, { schedule: 'days', nowMs, everyMinutes: 15 });

  it('is repeated as `frequent` polls, but not before the end of the backoff', () => {
    const usual = next('frequent', NOW_MS);
    expect([held(null), held(at(60)), held(at(7200))]).toEqual([usual, usual, at(7200)]);
  });

  it('is repeated after the last day of its schedule, until day 91', () => {
    expect(held(null, NOW_MS + 8 * DAY_MS)).not.toBeNull();
    expect(held(null, NOW_MS + 90.5 * DAY_MS)).not.toBeNull();
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
