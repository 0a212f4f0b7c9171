import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { SCHEDULE_LEAD_MS } from '../../lib/domain/waits.ts';
import { readCdkContext } from '../../lib/stack/cdk-context.ts';
import { createStacks } from '../../lib/stack/stacks.ts';
import { stage } from '../../lib/stack/stages.ts';
import { DUE_SHARDS } from '../../lib/table/schema.ts';
import { MAX_POSTS_PER_RUN } from '../../lib/workers/metrics/enqueue-metric-polls.ts';
import { SERVICE_LIMITS } from '../../tools/capacity-model/assumptions.ts';
import { type Burst, simulateBurst } from '../../tools/capacity-model/burst-simulation.ts';
import { renderCapacityTables } from '../../tools/capacity-model/document.ts';
import { findExceedingSize, getCapacityLimits } from '../../tools/capacity-model/limits.ts';
import { replaceGeneratedSection } from '../../tools/markdown/replace-generated-section.ts';

const BURST: Burst = {
  entries: 1_000,
  allEntries: 1_000,
  schedulesPerSecond: 1_000,
  scheduleLeadSeconds: 60,
  invocationsPerSecond: 1_000,
  publishedPerSecond: 10,
  latenessLimitSeconds: 21_600,
};

describe('docs/capacity.md', () => {
  it('is what npm run capacity computes from the assumptions', () => {
    const document = readFileSync(join(import.meta.dirname, '../../docs/capacity.md'), 'utf8');
    expect(replaceGeneratedSection(document, renderCapacityTables())).toBe(document);
  });

  it('assumes the limits that the code sets', () => {
    expect(SERVICE_LIMITS).toMatchObject({
      dueShards: DUE_SHARDS,
      metricPollsPerShard: MAX_POSTS_PER_RUN,
      scheduleLeadSeconds: SCHEDULE_LEAD_MS / 1000,
    });
  });

  it('assumes the limits that the production stack sets', () => {
    process.env.CDK_VALIDATION = 'false';
    const production = stage('production', undefined, { alarmEmail: 'none' });
    const template = Template.fromStack(
      createStacks(new App({ analyticsReporting: false, context: readCdkContext() }), production).service,
    );
    expect(SERVICE_LIMITS.metricPollEveryMinutes).toBe(production.metricPollEveryMinutes);
    expect(SERVICE_LIMITS.latenessLimitSeconds).toBe(production.latenessLimitSeconds);
    const cap = SERVICE_LIMITS.publishConcurrency;
    expect(production.scheduleConcurrency).toBe(SERVICE_LIMITS.scheduleConcurrency);
    expect(production.publishConcurrency).toEqual({ instagram: cap, twitter: cap, linkedin: cap });
    const mappings = Object.values(template.findResources('AWS::Lambda::EventSourceMapping'));
    const publishing = mappings.filter(({ Properties: { FunctionName } }) =>
      JSON.stringify(FunctionName).includes('OnPublishDue'),
    );
    expect(publishing.map(({ Properties }) => Properties.ScalingConfig)).toEqual(
      Array(3).fill({ MaximumConcurrency: SERVICE_LIMITS.publishConcurrency }),
    );
    const streams = mappings.filter(({ Properties }) => Properties.StartingPosition);
    expect(streams.map(({ Properties }) => Properties.BatchSize)).toEqual([SERVICE_LIMITS.streamBatch]);
  });
});

describe('the burst simulation', () => {
  it('ends as soon as concurrency allows when schedules and invocations are on time', () => {
    expect(simulateBurst(BURST)).toEqual({ p50: 49, p95: 94, last: 99, tooLate: 0 });
  });

  it('waits for schedules when their quota is the tightest limit', () => {
    const { last } = simulateBurst({ ...BURST, schedulesPerSecond: 10, publishedPerSecond: 1_000 });
    expect(last).toBeGreaterThanOrEqual(39);
    expect(last).toBeLessThanOrEqual(41);
  });

  it('shares the schedule quota with the other platforms', () => {
    const alone = simulateBurst({ ...BURST, schedulesPerSecond: 10, publishedPerSecond: 1_000 });
    const shared = simulateBurst({
      ...BURST,
      allEntries: 2_000,
      schedulesPerSecond: 10,
      publishedPerSecond: 1_000,
    });
    expect(shared.last).toBeGreaterThan(alone.last + 90);
  });

  it('counts entries past the lateness limit', () => {
    expect(simulateBurst({ ...BURST, latenessLimitSeconds: 49 }).tooLate).toBe(500);
  });
});

describe('the limits', () => {
  it('are the same at every size, with a larger demand at a larger size', () => {
    const [small, large] = [getCapacityLimits(10), getCapacityLimits(1_000_000)];
    expect(large.map(({ what }) => what)).toEqual(small.map(({ what }) => what));
    expect(large.filter((limit, index) => limit.demand < small[index]!.demand)).toEqual([]);
  });

  it('are exceeded between a size below the limit and a size above it', () => {
    const what = 'metric polls enqueued in one run';
    const reached = findExceedingSize(what)!;
    const at = (workspaces: number) => getCapacityLimits(workspaces).find((limit) => limit.what === what)!;
    expect(at(reached * 0.9).demand).toBeLessThanOrEqual(at(reached * 0.9).limit);
    expect(at(reached * 1.1).demand).toBeGreaterThan(at(reached * 1.1).limit);
  });
});
