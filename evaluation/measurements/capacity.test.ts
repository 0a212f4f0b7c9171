import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { MAX_POSTS_PER_RUN } from '../../lib/analytics/workers/enqueue-metric-polls.ts';
import { SCHEDULE_HORIZON_MS, SCHEDULE_LEAD_MS } from '../../lib/core/retry/waits.ts';
import { DUE_SHARDS } from '../../lib/core/table/schema.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { readCdkContext } from '../../lib/stack/cdk-context.ts';
import { toMemoryMb, VCPU_MEMORY_MB } from '../../lib/stack/function-memory.ts';
import { createStacks } from '../../lib/stack/stacks.ts';
import { STREAM_BATCHES_PER_SHARD } from '../../lib/stack/stage-settings.ts';
import { stage } from '../../lib/stack/stages.ts';
import { replaceGeneratedSection } from '../../tools/markdown/replace-generated-section.ts';
import { AWS_QUOTAS, BUSY_HOUR, PER_PUBLISH, SERVICE_LIMITS } from '../capacity-model/assumptions.ts';
import { type Burst, simulateBurst } from '../capacity-model/burst-simulation.ts';
import { renderCapacityTables } from '../capacity-model/document.ts';
import {
  concurrentBatches,
  findExceedingSize,
  getBusyHour,
  getCapacityLimits,
  streamBatchSeconds,
} from '../capacity-model/limits.ts';
import { simulateStream } from '../capacity-model/stream-simulation.ts';

const BURST: Burst = {
  entries: 1_000,
  allEntries: 1_000,
  schedulesPerSecond: 1_000,
  scheduleLeadSeconds: 60,
  invocationsPerSecond: 1_000,
  concurrency: 10,
  scaling: { initial: 10, perSecond: 0 },
  publishSeconds: 1,
  latenessLimitSeconds: 21_600,
};

describe('the capacity model', () => {
  it('assumes the limits that the code sets', () => {
    expect(SERVICE_LIMITS).toMatchObject({
      dueShards: DUE_SHARDS,
      metricPollsPerShard: MAX_POSTS_PER_RUN,
      scheduleLeadSeconds: SCHEDULE_LEAD_MS / 1000,
      scheduleHorizonHours: SCHEDULE_HORIZON_MS / 3_600_000,
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
    expect(production).toMatchObject({
      streamConcurrency: SERVICE_LIMITS.streamConcurrency,
      warmWriteUnitsPerSecond: SERVICE_LIMITS.warmWriteUnits,
    });
    expect([toMemoryMb('on-table-change'), toMemoryMb('content/get')]).toEqual([
      SERVICE_LIMITS.streamMemoryMb,
      SERVICE_LIMITS.requestMemoryMb,
    ]);
    expect([STREAM_BATCHES_PER_SHARD, VCPU_MEMORY_MB]).toEqual([
      SERVICE_LIMITS.streamBatchesPerShard,
      AWS_QUOTAS.vcpuMemoryMb,
    ]);
    expect(production.scheduleConcurrency).toBe(SERVICE_LIMITS.scheduleConcurrency);
    expect(production.publishConcurrency).toEqual(Object.fromEntries(PLATFORMS.map((platform) => [platform, cap])));
    const mappings = Object.values(template.findResources('AWS::Lambda::EventSourceMapping'));
    const publishing = mappings.filter(({ Properties: { FunctionName } }) =>
      JSON.stringify(FunctionName).includes('OnPublishDue'),
    );
    expect(publishing.flatMap(({ Properties }) => Properties.ScalingConfig ?? [])).toEqual(
      PLATFORMS.map(() => ({ MaximumConcurrency: cap })),
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
    const { last } = simulateBurst({
      ...BURST,
      schedulesPerSecond: 10,
      concurrency: 1_000,
      scaling: { initial: 1_000, perSecond: 0 },
    });
    expect(last).toBeGreaterThanOrEqual(39);
    expect(last).toBeLessThanOrEqual(41);
  });

  it('shares the schedule quota with the other platforms', () => {
    const alone = simulateBurst({
      ...BURST,
      schedulesPerSecond: 10,
      concurrency: 1_000,
      scaling: { initial: 1_000, perSecond: 0 },
    });
    const shared = simulateBurst({
      ...BURST,
      allEntries: 2_000,
      schedulesPerSecond: 10,
      concurrency: 1_000,
      scaling: { initial: 1_000, perSecond: 0 },
    });
    expect(shared.last).toBeGreaterThan(alone.last + 90);
  });

  it('counts entries past the lateness limit', () => {
    expect(simulateBurst({ ...BURST, latenessLimitSeconds: 49 }).tooLate).toBe(500);
  });
});

describe('the stream simulation', () => {
  const load = { concurrentBatches: 2, batchRecords: 100, batchSeconds: 0.5 };

  it('has no backlog below its capacity', () => {
    expect(simulateStream({ ...load, arrivals: Array(60).fill(400) })).toEqual({ backlog: 0, ageSeconds: 0.5 });
  });

  it('has a backlog of what exceeds its capacity, which takes as long as the capacity allows', () => {
    const { backlog, ageSeconds } = simulateStream({
      ...load,
      arrivals: [...Array(10).fill(600), ...Array(10).fill(0)],
    });
    expect(backlog).toBe(2_000);
    expect(ageSeconds).toBe(5.5);
  });
});

describe('the busy hour of 100,000 workspaces', () => {
  it('leaves the stream no backlog at three times the records of 100 posts per second, with metric polls', () => {
    const { recordsPerSecond, backlog, ageSeconds, capacity } = getBusyHour().tripleLoad;
    expect(recordsPerSecond).toBeGreaterThan(3 * 100 * PER_PUBLISH.streamRecords);
    expect(capacity).toBeGreaterThan(recordsPerSecond);
    expect([backlog, ageSeconds]).toEqual([0, streamBatchSeconds()]);
  });

  it('sends 100,000 posts at 09:00 on all platforms within two minutes', () => {
    const { lateness } = getBusyHour();
    expect([BUSY_HOUR.workspaces, BUSY_HOUR.posts, BUSY_HOUR.withinSeconds]).toEqual([100_000, 100_000, 120]);
    expect(lateness.last).toBeLessThanOrEqual(BUSY_HOUR.withinSeconds);
    expect(lateness.tooLate).toBe(0);
  });

  it('uses settings that a stage accepts, and no more write units than they prepare', () => {
    const { publishConcurrency, scheduleConcurrency, streamConcurrency, warmWriteUnits } = BUSY_HOUR;
    const settings = {
      alarmEmail: 'none',
      publishConcurrency: Object.fromEntries(PLATFORMS.map((platform) => [platform, publishConcurrency])),
      scheduleConcurrency,
      streamConcurrency,
      warmWriteUnitsPerSecond: warmWriteUnits,
    };
    expect(() => stage('production', 3000, settings)).not.toThrow();
    expect(getBusyHour().writeUnits).toBeLessThanOrEqual(warmWriteUnits);
    expect(concurrentBatches(warmWriteUnits, streamConcurrency)).toBe(streamConcurrency);
  });
});

describe('the limits', () => {
  it('are the same at every size, with a larger demand at a larger size', () => {
    const [small, large] = [getCapacityLimits(10), getCapacityLimits(1_000_000)];
    expect(large.map(({ what }) => what)).toEqual(small.map(({ what }) => what));
    expect(large.filter((limit, index) => limit.demand < small[index]!.demand)).toEqual([]);
  });

  it('are exceeded between a size below the limit and a size above it', () => {
    const what = 'metric polls due in one run of the job';
    const reached = findExceedingSize(what)!;
    const at = (workspaces: number) => getCapacityLimits(workspaces).find((limit) => limit.what === what)!;
    expect(at(reached * 0.9).demand).toBeLessThanOrEqual(at(reached * 0.9).limit);
    expect(at(reached * 1.1).demand).toBeGreaterThan(at(reached * 1.1).limit);
  });
});

describe('evaluation/docs/capacity.md', () => {
  it('has the tables that npm run capacity computes', () => {
    const document = readFileSync(join(import.meta.dirname, '../docs/capacity.md'), 'utf8');
    expect(replaceGeneratedSection(document, renderCapacityTables())).toBe(document);
  });
});
