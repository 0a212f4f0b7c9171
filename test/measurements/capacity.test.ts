import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { MAX_POSTS_PER_POLL } from '../../lib/domain/analytics/post-metrics.ts';
import { MAX_ENDPOINTS_PER_WORKSPACE, PLANS } from '../../lib/domain/identity/workspace.ts';
import { POST_CONCURRENCY } from '../../lib/platforms/metrics.ts';
import { createStacks } from '../../lib/stack/stacks.ts';
import { stage } from '../../lib/stack/stages.ts';
import { SHARDS } from '../../lib/table/counters.ts';
import { DUE_SHARDS } from '../../lib/table/schema.ts';
import { MAX_PER_SHARD } from '../../lib/workers/jobs/sweep-overdue.ts';
import { MAX_POSTS_PER_RUN } from '../../lib/workers/metrics/enqueue-metric-polls.ts';
import { TIMER_LEAD_MS } from '../../lib/workers/stream/publish-schedules.ts';
import { SERVICE_LIMITS } from '../../tools/capacity-model/assumptions.ts';
import { type Burst, simulateBurst } from '../../tools/capacity-model/burst-simulation.ts';
import { renderScaleTables } from '../../tools/capacity-model/document.ts';
import { findExceedingSize, getCapacityLimits } from '../../tools/capacity-model/limits.ts';
import { replaceGeneratedSection } from '../../tools/cost-model/replace-generated-section.ts';

const BURST: Burst = {
  entries: 1_000,
  allEntries: 1_000,
  timersPerSecond: 1_000,
  timerEarlySeconds: 60,
  invocationsPerSecond: 1_000,
  publishedPerSecond: 10,
  latenessLimitSeconds: 21_600,
};

describe('docs/capacity.md', () => {
  it('is what npm run scale makes of the assumptions', () => {
    const document = readFileSync(join(import.meta.dirname, '../../docs/capacity.md'), 'utf8');
    expect(replaceGeneratedSection(document, renderScaleTables())).toBe(document);
  });

  it('assumes of the service what its code says', () => {
    expect(SERVICE_LIMITS).toMatchObject({
      dueShards: DUE_SHARDS,
      counterShards: SHARDS,
      sweptPerShard: MAX_PER_SHARD,
      collectedPerShard: MAX_POSTS_PER_RUN,
      postsPerRead: MAX_POSTS_PER_POLL.instagram,
      concurrentPostReads: POST_CONCURRENCY,
      timerEarlySeconds: TIMER_LEAD_MS / 1000,
      requestsPerMinute: PLANS.enterprise.requestsPerMinute,
      maxEndpoints: MAX_ENDPOINTS_PER_WORKSPACE,
    });
  });

  it('assumes of the service what its production stack says', () => {
    process.env.CDK_VALIDATION = 'false';
    const production = stage('production');
    const template = Template.fromStack(
      createStacks(new App({ analyticsReporting: false }), production).service,
    );
    expect(SERVICE_LIMITS.metricPollEveryMinutes).toBe(production.metricPollEveryMinutes);
    expect(SERVICE_LIMITS.metricPollConcurrency).toBe(production.metricPollConcurrency);
    expect(SERVICE_LIMITS.latenessLimitSeconds).toBe(production.latenessLimitSeconds);
    const cap = SERVICE_LIMITS.publishByMessage + SERVICE_LIMITS.publishByTimer;
    expect(production.publishConcurrency).toEqual({ instagram: cap, twitter: cap, linkedin: cap });
    const mappings = Object.values(template.findResources('AWS::Lambda::EventSourceMapping'));
    const batches = mappings.map(({ Properties }) => [
      Properties.BatchSize,
      Properties.ScalingConfig?.MaximumConcurrency,
    ]);
    expect(batches.sort((a, b) => a[0] - b[0] || (a[1] ?? 0) - (b[1] ?? 0))).toEqual([
      [1, SERVICE_LIMITS.publishByMessage],
      [1, SERVICE_LIMITS.publishByMessage],
      [1, SERVICE_LIMITS.publishByMessage],
      [1, SERVICE_LIMITS.metricPollConcurrency],
      [SERVICE_LIMITS.deliveryBatch, undefined],
      // The slow lane, of which no hour is reckoned.
      [SERVICE_LIMITS.deliveryBatch, 50],
      [SERVICE_LIMITS.streamBatch, undefined],
    ]);
    template.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: SERVICE_LIMITS.sweepEveryMinutes === 1 ? 'rate(1 minute)' : Match.absent(),
    });
    template.resourcePropertiesCountIs('AWS::Lambda::Function', { Timeout: SERVICE_LIMITS.timedSeconds }, 4);
  });
});

describe('the full hour', () => {
  it('is over as soon as concurrency allows when timers and wakes are in time', () => {
    expect(simulateBurst(BURST)).toEqual({ p50: 49, p95: 94, last: 99, tooLate: 0 });
  });

  it('waits for timers when their quota is the narrowest', () => {
    const { last } = simulateBurst({ ...BURST, timersPerSecond: 10, publishedPerSecond: 1_000 });
    expect(last).toBeGreaterThanOrEqual(39);
    expect(last).toBeLessThanOrEqual(41);
  });

  it('shares the timers with the other platforms', () => {
    const alone = simulateBurst({ ...BURST, timersPerSecond: 10, publishedPerSecond: 1_000 });
    const shared = simulateBurst({
      ...BURST,
      allEntries: 2_000,
      timersPerSecond: 10,
      publishedPerSecond: 1_000,
    });
    expect(shared.last).toBeGreaterThan(alone.last + 90);
  });

  it('counts what comes after the lateness limit', () => {
    expect(simulateBurst({ ...BURST, latenessLimitSeconds: 49 }).tooLate).toBe(500);
  });
});

describe('the bounds', () => {
  it('are the same in number at every size, and ask more of a larger one', () => {
    const [small, large] = [getCapacityLimits(10), getCapacityLimits(1_000_000)];
    expect(large.map(({ what }) => what)).toEqual(small.map(({ what }) => what));
    expect(large.filter((bound, index) => bound.demand < small[index]!.demand)).toEqual([]);
  });

  it('are reached between a size that is under the limit and one that is over', () => {
    const what = 'readings: accounts between two runs';
    const reached = findExceedingSize(what)!;
    const at = (workspaces: number) => getCapacityLimits(workspaces).find((bound) => bound.what === what)!;
    expect(at(reached * 0.9).demand).toBeLessThanOrEqual(at(reached * 0.9).limit);
    expect(at(reached * 1.1).demand).toBeGreaterThan(at(reached * 1.1).limit);
  });
});
