import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { emitMetric } from '../../lib/core/observability/emit-metric.ts';
import { METRIC_NAMESPACE, METRIC_SERVICE, type MetricName } from '../../lib/core/observability/metrics.ts';
import { reportsInLog } from '../stack/embedded-metrics.ts';
import { advanceTime } from './api-harness.ts';
import { connect, scheduleContent, simulatePlatforms } from './simulated.ts';
import { newTenant } from './tenants.ts';
import { lambdaContext, setupWorkers, sqsEvent } from './worker-harness.ts';

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
  it('is reported as entries and deliveries, also when there are only entries', async () => {
    await scheduleContent(await newTenant(), 'twitter', {}, 0);
    advanceTime(15_000);
    await onSweepDue();
    expect([reported('OverdueEntries'), reported('OverdueDeliveries')]).toEqual([[1], [0]]);
  });

  it('is not reported when there is none', async () => {
    await onSweepDue();
    expect([reported('OverdueEntries'), reported('OverdueDeliveries')]).toEqual([[], []]);
  });
});
