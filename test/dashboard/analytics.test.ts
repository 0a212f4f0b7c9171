import { describe, expect, test } from 'vitest';
import { formatCount, formatRate, metricName } from '../../dashboard/src/content/figures.ts';
import { barShare, changeOf, formatChange, heatLevel } from '../../dashboard/src/screens/analytics/figures.ts';
import { accountQuery, periodBefore, stepsOf } from '../../dashboard/src/screens/analytics/filters.ts';
import { hourLabels, trendReason } from '../../dashboard/src/screens/analytics/trend-text.ts';
import { weekdayName } from '../../dashboard/src/weekdays.ts';
import './english.ts';

describe('figures', () => {
  test('a missing figure is not shown as 0', () => {
    expect(formatCount(null)).toBe('not reported');
    expect(formatRate(null)).toBe('not reported');
    expect(formatCount(0)).toBe('0');
    expect(formatRate(0)).toBe('0.00 %');
  });

  test('counts have thousands separators, and corrected sums a sign', () => {
    expect(formatCount(1234567)).toBe('1,234,567');
    expect(formatCount(-3)).toBe('-3');
  });

  test('a change has its sign', () => {
    expect(formatChange(12.4)).toBe('+12 %');
    expect(formatChange(-5)).toBe('-5 %');
  });

  test('metricName writes the name of a metric as a heading', () => {
    expect(metricName('engagement_rate')).toBe('Engagement rate');
  });
});

describe('changeOf', () => {
  test('is the difference in percent of the earlier figure', () => {
    expect(changeOf(150, 100)).toBe(50);
    expect(changeOf(50, 100)).toBe(-50);
  });

  test.each([
    [null, 100],
    [100, null],
    [100, 0],
    [100, -5],
  ])('does not exist for %s after %s', (now, before) => {
    expect(changeOf(now, before)).toBeNull();
  });
});

describe('heatLevel', () => {
  test('spreads the rates over the levels', () => {
    expect([0, 1.9, 2, 9.9, 10].map((rate) => heatLevel(rate, 0, 10, 5))).toEqual([1, 1, 2, 5, 5]);
  });

  test('is the lowest where all rates are the same', () => {
    expect(heatLevel(4, 4, 4, 5)).toBe(1);
  });
});

describe('barShare', () => {
  test('is the length in percent of the longest bar, and none without a value', () => {
    expect([10, 5, 0, -3, null].map((value) => barShare(value, 10))).toEqual([100, 50, 0, 0, 0]);
    expect(barShare(0, 0)).toBe(0);
  });
});

test('weekdayName names each day of the week', () => {
  expect([weekdayName('monday', 'long'), weekdayName('sunday', 'short')]).toEqual(['Monday', 'Sun']);
});

describe('accountQuery', () => {
  test('leaves the choice of the accounts to the API', () => {
    expect(accountQuery({ period: '7d', platform: 'all', accounts: 'default', label: '', campaign: '' })).toEqual({});
  });

  test('names the platform, the sandbox, the label and the campaign', () => {
    const query = accountQuery({
      period: '7d',
      platform: 'bluesky',
      accounts: 'sandbox',
      label: 'News',
      campaign: 'Spring',
    });
    expect(query).toEqual({ platform: 'bluesky', sandbox: true, label: 'News', campaign: 'Spring' });
  });
});

describe('stepsOf', () => {
  const now = Date.parse('2026-11-20T10:20:00Z');

  test('has no gap between its steps, and ends with the hour that is running', () => {
    const steps = stepsOf('28d', 'UTC', now);
    expect(steps).toHaveLength(4);
    expect(steps.at(-1)?.to).toBe('2026-11-20T11:00:00Z');
    expect(steps[0]?.from).toBe('2026-10-23T11:00:00Z');
    for (const [index, step] of steps.slice(1).entries()) expect(step.from).toBe(steps[index]?.to);
  });

  test('labels a step with the day on which it starts in the time zone', () => {
    const late = Date.parse('2026-11-20T22:20:00Z');
    expect(stepsOf('7d', 'UTC', late)[0]?.label).toBe('13 Nov');
    expect(stepsOf('7d', 'Europe/Berlin', late)[0]?.label).toBe('14 Nov');
  });
});

test('periodBefore has the same length and ends where the period starts', () => {
  const period = { from: '2026-11-13T11:00:00.000Z', to: '2026-11-20T11:00:00.000Z' };
  expect(periodBefore(period)).toEqual({ from: '2026-11-06T11:00:00Z', to: '2026-11-13T11:00:00Z' });
});

describe('trends', () => {
  test('trendReason names what was observed and expected', () => {
    const values = { now: 12, before: 4, hours: 6, observed: 9, baseline: 2.54, variance: 1.2, z: 5.94 };
    expect(trendReason(values)).toBe(
      '9 posts used it in the latest 6 hours. From its history, 2.5 were expected: this is 5.9 standard deviations above.',
    );
  });

  test('hourLabels name the start of each hour, the running one last', () => {
    const labels = hourLabels('2026-11-20T00:30:00Z', 2, 'UTC');
    expect(labels).toEqual(['19 Nov, 23:00', '20 Nov, 00:00']);
  });
});
