import { beforeAll, describe, expect, it } from 'vitest';
import { type AlarmProperties, evaluateAlarm, type Report, type TemplateMetric } from './alarm-evaluation.ts';
import { synthesized } from './synthesized.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.parse('2027-03-01T00:00:00.000Z');

let alarms: Map<string, AlarmProperties>;

beforeAll(() => {
  alarms = new Map(
    synthesized('production')
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

describe.each([
  ['SweepNotRunning', 'OnSweepDue', 1, 9],
  ['SchedulePlanningNotRunning', 'OnSchedulePlanningDue', 60, 110],
  ['MetricPollsNotRunning', 'OnMetricPollsDue', 15, 25],
  ['TokenRefreshNotRunning', 'OnRefreshDue', 5, 15],
] as const)('%s', (name, of, everyMinutes, missedMinutes) => {
  const scheduled = (until: number, from: number): Reported => ({
    metric: 'Invocations',
    of,
    perMinute: (minute) => (minute % everyMinutes === 0 && (minute < until || minute >= from) ? 1 : null),
  });

  it('is off while the function runs on its schedule', () => {
    expect(history(name, 240, scheduled(240, 240))).toEqual([]);
  });

  it('fires after two periods without a run and ends with the next run', () => {
    const stopped = 120;
    const lastRun = Math.floor((stopped - 1) / everyMinutes) * everyMinutes;
    const [fired, ended] = history(name, 360, scheduled(stopped, 240));
    const firedAt = Number(/ALARM at (\d+)/.exec(fired!)![1]);
    expect(firedAt - lastRun).toBeGreaterThanOrEqual(missedMinutes);
    expect(firedAt - lastRun).toBeLessThanOrEqual(missedMinutes + 2 * everyMinutes + 5);
    expect(ended).toBe('OK at 240');
  });

  it('is off when one run is missing', () => {
    expect(history(name, 240, scheduled(121, 120 + everyMinutes + 1))).toEqual([]);
  });
});

describe.each(['PublishDeadLetters', 'DeliveryDeadLetters', 'MetricPollDeadLetters', 'InvocationDeadLetters'])(
  '%s',
  (name) => {
    const visible = (perMinute: Reported['perMinute']) => ({
      metric: 'ApproximateNumberOfMessagesVisible',
      of: name,
      perMinute,
    });

    it('fires for the first message of a queue about which SQS reported nothing', () => {
      expect(history(name, 130, visible(between(1, 100, 999)))[0]).toBe('ALARM at 100');
    });

    it('fires again for new messages on top of an old one', () => {
      const changes = history(
        name,
        260,
        visible((minute) => (minute < 100 ? null : minute < 200 ? 1 : 1_001)),
      );
      expect(changes.filter((change) => change.startsWith('ALARM'))).toEqual(['ALARM at 100', 'ALARM at 200']);
    });

    it('stays on while the queue grows', () => {
      const changes = history(
        name,
        160,
        visible((minute) => (minute < 100 ? null : minute - 99)),
      );
      expect(changes).toEqual(['ALARM at 100']);
    });

    it('is off while old messages lie in the queue, also when single reports are missing, and when it is redriven', () => {
      expect(
        history(
          name,
          160,
          visible((minute) => (minute % 3 === 0 || minute > 120 ? null : 7)),
        ),
      ).toEqual([]);
      expect(
        history(
          name,
          160,
          visible((minute) => Math.max(0, 100 - minute)),
        ),
      ).toEqual([]);
    });
  },
);

describe.each(['StreamDeadLetters', 'OnFailureDestinationDeliveredEventCount', 'DroppedEventCount'])(
  'StreamDeadLetters, for the metric %s',
  (metric) => {
    it('fires for a first change, and again for a later one', () => {
      const perMinute = (minute: number) => (minute === 100 ? 1 : minute === 200 ? 40 : null);
      const changes = history('StreamDeadLetters', 260, { metric, perMinute });
      expect(changes.filter((change) => change.startsWith('ALARM'))).toEqual(['ALARM at 100', 'ALARM at 200']);
    });

    it('is off while every change is processed', () => {
      expect(history('StreamDeadLetters', 160, { metric, perMinute: () => 0 })).toEqual([]);
    });
  },
);

describe.each([
  ['PublishQueueAge', 'PublishQueueTwitter', 30],
  ['PublishQueueAge', 'SlowPublishQueueTwitter', 30],
  ['DeliveryQueueAge', 'DeliveryQueue', 30],
  ['SlowDeliveryQueueAge', 'SlowDeliveryQueue', 120],
  ['MetricPollQueueAge', 'MetricPollQueue', 60],
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
  it('fires when the sweep finds overdue entries for 15 minutes, but never deliveries', () => {
    const entries = { metric: 'OverdueEntries', perMinute: between(2, 100, 130) };
    const deliveries = { metric: 'OverdueDeliveries', perMinute: between(0, 100, 130) };
    expect(history('OverdueWorkFound', 160, entries, deliveries)).toEqual(['ALARM at 110', 'OK at 134']);
  });
});

describe.each(['Read', 'Write'])('Table%sThrottles', (kind) => {
  it('fires when one index is throttled and no other ever was, and ends when it no longer is', () => {
    const throttled = { metric: `${kind}ThrottleEvents`, of: 'by_due', perMinute: between(50, 100, 130) };
    const [fired] = history(`Table${kind}Throttles`, 160, throttled);
    expect(fired).toMatch(/^ALARM at 10\d$/);
  });
});
