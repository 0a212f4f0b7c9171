import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { emitMetric } from '../../lib/core/observability/emit-metric.ts';
import { METRIC_NAMESPACE, METRIC_SERVICE, type MetricName } from '../../lib/core/observability/metrics.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime } from '../functions/api-harness.ts';
import { connect, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant } from '../functions/tenants.ts';
import { lambdaContext, processChanges, setupWorkers, sqsEvent } from '../functions/worker-harness.ts';
import { reportsInLog } from '../stack/embedded-metrics.ts';

// What the alarms rely on (lib/stack/alarm-metrics.ts).

const harness = setupWorkers();
simulatePlatforms();

/** The values that were reported for a metric, over all platforms or of one. */
function reported(MetricName: MetricName, platform?: string): number[] {
  const Dimensions = Object.entries({ service: METRIC_SERVICE, stage: process.env.STAGE ?? 'none' });
  if (platform) Dimensions.push(['platform', platform]);
  const metric = {
    Namespace: METRIC_NAMESPACE,
    MetricName,
    Dimensions: Dimensions.map(([Name, Value]) => ({ Name, Value })),
  };
  return reportsInLog(harness.logged().split('\n'), metric).map(({ value }) => value);
}

/** Have the settings of a stage with alarms until the test ends. */
function withAlarms(): void {
  vi.stubEnv('SETTINGS', JSON.stringify(stage('local', 3000, { hasAlarms: true, alarmEmail: 'none' })));
}

afterEach(() => vi.unstubAllEnvs());

describe('a metric that is counted per platform', () => {
  it('is reported for the platform and in total', () => {
    emitMetric('PostsUnconfirmed', 1, 'twitter');
    expect(reported('PostsUnconfirmed')).toEqual([1]);
    expect(reported('PostsUnconfirmed', 'twitter')).toEqual([1]);
    expect(reported('PostsUnconfirmed', 'linkedin')).toEqual([]);
  });
});

describe('the share of posts that failed', () => {
  it('has a value for a published post and for a failed one', async () => {
    const connected = await newTenant();
    await connect(connected, 'twitter');
    for (const tenant of [connected, await newTenant()]) {
      const { dueMessage } = await scheduleContent(tenant, 'twitter', {}, 0);
      await onPublishDue(sqsEvent(dueMessage), lambdaContext());
    }
    expect(reported('PostsFailed')).toEqual([0, 1]);
  });
});

describe('the overdue work of a sweep', () => {
  it('is reported, also when there are only entries', async () => {
    await scheduleContent(await newTenant(), 'twitter', {}, 0);
    advanceTime(15_000);
    await onSweepDue();
    expect(reported('OverdueWork')).toEqual([1]);
  });

  it('is not reported when there is none', async () => {
    await onSweepDue();
    expect(reported('OverdueWork')).toEqual([]);
  });
});

describe('metric polls and token refreshes', () => {
  it('that are long overdue are reported, because their job does not run', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'linkedin');
    const { dueMessage } = await scheduleContent(tenant, 'linkedin', {}, 0);
    await onPublishDue(sqsEvent(dueMessage), lambdaContext());
    await processChanges(harness);
    withAlarms();
    advanceTime(3_590_000);
    await onSweepDue();
    expect(reported('OverdueWork')).toEqual([]);
    advanceTime(20_000);
    await onSweepDue();
    expect(reported('OverdueWork')).toEqual([1]);
  });
});

describe('the dead letters', () => {
  it('of all queues are reported as one number, every five minutes, and not while there are none', async () => {
    withAlarms();
    const counts = ['2', '3'];
    const asked: string[] = [];
    harness.sqs.on(GetQueueAttributesCommand).callsFake(({ QueueUrl }) => {
      asked.push(String(QueueUrl));
      return { Attributes: { ApproximateNumberOfMessages: counts[asked.length - 1] ?? '0' } };
    });
    // The first run of a five-minute period counts.
    advanceTime(300_000 - (Date.now() % 300_000));
    for (let runs = 0; runs < 6; runs++) {
      await onSweepDue();
      advanceTime(60_000);
    }
    expect(asked).toEqual(
      [1, 2].flatMap(() => ['PublishDeadLetters', 'EmailDeadLetters']).map((name) => `https://sqs.test/${name}`),
    );
    expect(reported('DeadLetters')).toEqual([5]);
  });
});

describe('an error of a worker', () => {
  it('is reported at the first attempt, and once more for each later one', async () => {
    await onPublishDue(sqsEvent('no message'), lambdaContext());
    expect(reported('WorkerErrors')).toEqual([1]);
    const again = sqsEvent('no message');
    again.Records[0]!.attributes.ApproximateReceiveCount = '2';
    await onPublishDue(again, lambdaContext());
    expect(reported('WorkerErrors')).toEqual([1, 1, 1]);
  });

  it('that ended the process is reported when its message is delivered again', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const { dueMessage } = await scheduleContent(tenant, 'twitter', {}, 0);
    const again = sqsEvent(dueMessage);
    again.Records[0]!.attributes.ApproximateReceiveCount = '2';
    await onPublishDue(again, lambdaContext());
    expect(reported('WorkerErrors')).toEqual([1]);
  });
});
