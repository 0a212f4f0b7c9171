import { beforeAll, describe, expect, it } from 'vitest';
import { PLANS } from '../../lib/core/config/plans.ts';
import { stage } from '../../lib/stack/stages.ts';
import { type AlarmProperties, evaluateAlarm, type Report, type TemplateMetric } from './alarm-evaluation.ts';
import { synthesized } from './synthesized.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.parse('2027-03-01T00:00:00.000Z');

let alarms: Map<string, AlarmProperties>;

beforeAll(() => {
  alarms = new Map(
    synthesized('production', { emailSender: 'no-reply@example.com' })
      .ofType('AWS::CloudWatch::Alarm')
      .map(({ Properties }) => [
        String(Properties.AlarmName).replace('ContentIntelligence-production-', ''),
        Properties as unknown as AlarmProperties,
      ]),
  );
});

/** Reports of a metric: per minute after the start, a value or null. Dimensions are matched by a part of their JSON. */
interface Reported {
  metric: string;
  of?: string;
  perMinute: (minute: number) => number | number[] | null;
}

/** Evaluate an alarm every minute, under both readings of FILL. Returns the minutes at which its state changed. */
function history(name: string, minutes: number, ...reported: Reported[]): string[] {
  const reportsOf = (metric: TemplateMetric): Report[] =>
    reported
      .filter(
        (each) => each.metric === metric.MetricName && JSON.stringify(metric.Dimensions ?? []).includes(each.of ?? ''),
      )
      .flatMap(({ perMinute }) =>
        Array.from({ length: minutes + 1 }, (_, minute) =>
          [perMinute(minute) ?? []].flat().map((value) => ({ atMs: START_MS + minute * MINUTE_MS, value })),
        ).flat(),
      );
  const changesUnder = (fill: 'fills' | 'is empty') => {
    const changes: string[] = [];
    let state = 'OK';
    // The first hour only fills the history that the alarm looks back on.
    for (let minute = 60; minute <= minutes; minute++) {
      const nowMs = START_MS + minute * MINUTE_MS;
      const known = (metric: TemplateMetric) => reportsOf(metric).filter(({ atMs }) => atMs <= nowMs);
      const next = evaluateAlarm(alarms.get(name)!, known, nowMs, fill) ?? state;
      if (next !== state) changes.push(`${next} at ${minute}`);
      state = next;
    }
    return changes;
  };
  const changes = changesUnder('fills');
  expect(changesUnder('is empty'), 'the result without a guarantee of FILL').toEqual(changes);
  return changes;
}

const between = (value: number, from: number, to: number) => (minute: number) =>
  minute >= from && minute < to ? value : null;

/** A value in every minute, except between two. */
const except = (value: number, from: number, to: number) => (minute: number) =>
  minute >= from && minute < to ? null : value;

describe('HeartbeatMissing', () => {
  const beats = (perMinute: Reported['perMinute']) => ({ metric: 'HeartbeatDelay', perMinute });

  it('is off while a heartbeat arrives every minute, also a late one', () => {
    expect(
      history(
        'HeartbeatMissing',
        120,
        beats((minute) => (minute % 2 === 0 ? 40 : 90_000)),
      ),
    ).toEqual([]);
  });

  it('fires after five minutes of silence and ends with the first heartbeat', () => {
    expect(history('HeartbeatMissing', 160, beats(except(40, 100, 130)))).toEqual(['ALARM at 104', 'OK at 130']);
  });

  it('is off when single heartbeats are missing', () => {
    expect(
      history(
        'HeartbeatMissing',
        120,
        beats((minute) => (minute % 4 === 0 ? 40 : null)),
      ),
    ).toEqual([]);
  });

  it('fires in a stage that never had a heartbeat', () => {
    expect(history('HeartbeatMissing', 70)).toEqual(['ALARM at 60']);
  });
});

describe('FailedChecks', () => {
  it('fires for a check that fails, and again for another one while the first goes on for weeks', () => {
    const failed = (minute: number) => (minute < 100 ? 0 : minute < 200 ? 1 : 2);
    const perMinute = (minute: number) => (minute % 5 === 0 && failed(minute) > 0 ? failed(minute) : null);
    const changes = history('FailedChecks', 260, { metric: 'FailedChecks', perMinute });
    expect(changes.filter((change) => change.startsWith('ALARM'))).toEqual(['ALARM at 100', 'ALARM at 200']);
  });
});

describe('DeadLetters', () => {
  const counted = (perMinute: Reported['perMinute']) => ({ metric: 'DeadLetters', perMinute });
  /** The sweep counts every five minutes, and reports nothing while there are none. */
  const everyFive = (count: (minute: number) => number) =>
    counted((minute) => (minute % 5 === 0 && count(minute) > 0 ? count(minute) : null));

  it('fires for the first message', () => {
    expect(
      history(
        'DeadLetters',
        130,
        everyFive((minute) => (minute < 100 ? 0 : 1)),
      )[0],
    ).toBe('ALARM at 100');
  });

  it('fires again for new messages on top of an old one', () => {
    const messages = (minute: number) => (minute < 100 ? 0 : minute < 200 ? 1 : 1_001);
    const changes = history('DeadLetters', 260, everyFive(messages));
    expect(changes.filter((change) => change.startsWith('ALARM'))).toEqual(['ALARM at 100', 'ALARM at 200']);
  });

  it('is off while old messages lie in a queue, also when single counts are missing, and when it is redriven', () => {
    expect(
      history(
        'DeadLetters',
        160,
        counted((minute) => (minute % 5 === 0 && minute !== 100 ? 7 : null)),
      ),
    ).toEqual([]);
    expect(
      history(
        'DeadLetters',
        160,
        everyFive((minute) => Math.max(0, 100 - minute)),
      ),
    ).toEqual([]);
  });
});

describe('StreamDeadLetters', () => {
  it('fires for a first change, and again for a later one', () => {
    const perMinute = (minute: number) => (minute === 100 ? 1 : minute === 200 ? 40 : null);
    const changes = history('StreamDeadLetters', 260, { metric: 'StreamDeadLetters', perMinute });
    expect(changes.filter((change) => change.startsWith('ALARM'))).toEqual(['ALARM at 100', 'ALARM at 200']);
  });
});

describe('WorkerErrors', () => {
  const failures = (minutes: number[]) => ({
    metric: 'WorkerErrors',
    perMinute: (minute: number) => {
      const count = minutes.filter((each) => each === minute).length;
      return count > 0 ? Array(count).fill(1) : null;
    },
  });

  it('fires at the second attempt of a publish message that fails, long before the fifth', () => {
    // Each failure counts, and each delivery after the first one.
    const [fired] = history('WorkerErrors', 200, failures([100, 109, 109, 118, 118]));
    expect(fired).toBe('ALARM at 109');
  });

  it('fires at the fourth attempt of a message that ends its process', () => {
    expect(history('WorkerErrors', 200, failures([109, 118, 127]))[0]).toBe('ALARM at 127');
  });

  it('is off when a message fails once', () => {
    expect(history('WorkerErrors', 200, failures([100, 109]))).toEqual([]);
  });
});

describe('AccountConcurrency', () => {
  const claimed = (executions: number) => ({ metric: 'ClaimedAccountConcurrency', perMinute: () => executions });

  it('fires from 80 % of the quota on', () => {
    expect(history('AccountConcurrency', 80, claimed(800))).toEqual(['ALARM at 60']);
    expect(history('AccountConcurrency', 80, claimed(799))).toEqual([]);
  });
});

describe('RequestFlood', () => {
  const requests = (perSecond: number) => ({ metric: 'Count', perMinute: () => 60 * perSecond });
  const perSecondOf = (requestsPerMinute: number) => requestsPerMinute / 60;

  it('fires when one route without a token has as many requests as its throttle lets through', () => {
    const { requestsPerSecond } = stage('production', 3000, { alarmEmail: 'none' }).publicRouteThrottle;
    const flood = { metric: 'Count', perMinute: between(60 * requestsPerSecond, 100, 130) };
    expect(history('RequestFlood', 160, flood)).toEqual(['ALARM at 104', 'OK at 130']);
  });

  it('is off while a workspace sends all requests of its plan, and for 10,000 workspaces in their busiest hour', () => {
    expect(history('RequestFlood', 80, requests(perSecondOf(PLANS.enterprise.requestsPerMinute)))).toEqual([]);
    // evaluation/docs/capacity.md
    expect(history('RequestFlood', 80, requests(139))).toEqual([]);
  });

  it('is off without requests', () => {
    expect(history('RequestFlood', 80)).toEqual([]);
  });
});

describe('SiteErrors', () => {
  it('fires when 5 % of the responses of CloudFront are 5xx for 15 minutes', () => {
    const errors = { metric: '5xxErrorRate', perMinute: between(6, 100, 140) };
    const healthy = { metric: '5xxErrorRate', perMinute: except(0.1, 100, 140) };
    expect(history('SiteErrors', 170, errors, healthy)[0]).toMatch(/^ALARM at 11[0-9]$/);
    expect(history('SiteErrors', 170, healthy)).toEqual([]);
  });
});

describe('EmailReputation', () => {
  it.each([
    ['Reputation.BounceRate', 0.05],
    ['Reputation.ComplaintRate', 0.001],
  ])('fires when %s reaches %d, while the other has no data', (metric, limit) => {
    expect(history('EmailReputation', 130, { metric, perMinute: between(limit, 100, 999) })[0]).toBe('ALARM at 100');
    expect(history('EmailReputation', 130, { metric, perMinute: between(limit / 2, 100, 999) })).toEqual([]);
  });
});

describe('Availability', () => {
  it('fires when 0.6 % of the requests of six hours return 5xx, and not for fewer than five', () => {
    const requests = { metric: 'Count', perMinute: () => 100 };
    // In three hours 1.2 % fail, which is 0.6 % of six.
    const failing = { metric: '5xx', perMinute: between(1.3, 400, 999) };
    const [fired] = history('Availability', 640, requests, failing, { metric: '5xx', perMinute: except(0, 400, 999) });
    expect(Number(/ALARM at (\d+)/.exec(fired!)![1])).toBeLessThan(600);
    expect(
      history(
        'Availability',
        480,
        { metric: 'Count', perMinute: () => 1 },
        { metric: '5xx', perMinute: between(1, 400, 404) },
      ),
    ).toEqual([]);
  });
});

describe.each([
  ['DeliveryQueueAge', 'DeliveryQueue', 30],
  ['MediaQueueAge', 'MediaQueue', 60],
] as const)('%s', (name, of, minutes) => {
  const age = (perMinute: Reported['perMinute']) => ({ metric: 'ApproximateAgeOfOldestMessage', of, perMinute });

  it('fires when a queue is not processed, and ends when it is', () => {
    const seconds = (minute: number) => (minute < 100 ? null : minute <= 300 ? 60 * (minute - 100) : 5);
    expect(history(name, 320, age(seconds))).toEqual([`ALARM at ${100 + minutes}`, 'OK at 305']);
  });

  it('is off while messages are delayed for the 15 minutes that SQS allows', () => {
    expect(
      history(
        name,
        200,
        age((minute) => 60 * (minute % 16)),
      ),
    ).toEqual([]);
  });
});

describe('EmailQueueAge', () => {
  const AGE = { metric: 'ApproximateAgeOfOldestMessage', of: 'EmailQueue' };

  it('fires when every attempt fails, although SQS leaves out the message after its third one', () => {
    const oldest = {
      ...AGE,
      perMinute: (minute: number) => (minute >= 100 && minute < 112 ? 60 * (minute - 100) : null),
    };
    // The queue delivers a message again every six minutes.
    const isAttempt = (minute: number) => minute >= 100 && minute < 300 && (minute - 100) % 6 === 0;
    const failed = {
      metric: 'UnsentEmailAge',
      perMinute: (minute: number) => (isAttempt(minute) ? 60 * (minute - 100) : null),
    };
    expect(history('EmailQueueAge', 330, oldest, failed)).toEqual(['ALARM at 110', 'OK at 308']);
  });

  it('fires when the attempts of one sign-in email fail until it is dropped', () => {
    const attempts = [100, 106, 112];
    const failed = {
      metric: 'UnsentEmailAge',
      perMinute: (minute: number) => (attempts.includes(minute) ? 60 * (minute - 100) : null),
    };
    expect(history('EmailQueueAge', 150, failed)).toEqual(['ALARM at 112', 'OK at 122']);
  });

  it('fires when the queue is not processed, and ends when it is', () => {
    const seconds = (minute: number) => (minute < 100 ? null : minute <= 300 ? 60 * (minute - 100) : 5);
    expect(history('EmailQueueAge', 330, { ...AGE, perMinute: seconds })).toEqual(['ALARM at 110', 'OK at 310']);
  });
});

describe('PublishFailures', () => {
  const ended = (outcomes: number[]) => ({ metric: 'PostsFailed', perMinute: () => outcomes });

  it('fires when every post fails, in a stage that never published one', () => {
    expect(history('PublishFailures', 80, ended([1]))).toEqual(['ALARM at 60']);
  });

  it('is off while less than a fifth of the posts fail, or fewer than five', () => {
    expect(history('PublishFailures', 80, ended([1, 0, 0, 0, 0, 0]))).toEqual([]);
    const few = { metric: 'PostsFailed', perMinute: (minute: number) => (minute % 5 === 0 ? 1 : null) };
    expect(history('PublishFailures', 80, few)).toEqual([]);
  });
});

describe('an alarm on a metric that is counted per platform', () => {
  it.each(['PostsUnconfirmed', 'AccountsNeedReconnect', 'PlatformAccessBlocked'])(
    '%s fires for one platform while the others never had data',
    (name) => {
      const once = { metric: name, perMinute: between(1, 100, 101) };
      expect(history(name, 130, once)).toEqual(['ALARM at 100', 'OK at 115']);
    },
  );

  it('PostsLate fires for one platform while the others never had data', () => {
    const late = { metric: 'PostLateness', perMinute: between(301, 100, 101) };
    expect(history('PostsLate', 130, late)).toEqual(['ALARM at 100', 'OK at 105']);
  });
});

describe('OverdueWorkFound', () => {
  it('fires when the sweep finds overdue work for 15 minutes', () => {
    const work = { metric: 'OverdueWork', perMinute: between(2, 100, 130) };
    expect(history('OverdueWorkFound', 160, work)).toEqual(['ALARM at 110', 'OK at 134']);
  });
});

describe('TableThrottles', () => {
  it('fires when requests are throttled for ten minutes, and ends when they no longer are', () => {
    const throttled = { metric: 'TableThrottles', perMinute: between(50, 100, 130) };
    expect(history('TableThrottles', 160, throttled)[0]).toMatch(/^ALARM at 10\d$/);
  });
});
