import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { POSTS_A_RUN } from '../../lib/consequences/collecting.ts';
import { MOST_A_SHARD } from '../../lib/consequences/sweeping.ts';
import { EARLY_MS } from '../../lib/consequences/timers.ts';
import { stage } from '../../lib/contract/stages.ts';
import { withTables } from '../../lib/cost/generated.ts';
import { POSTS_A_READ } from '../../lib/domain/measurement.ts';
import { MAX_ENDPOINTS_PER_WORKSPACE, PLANS } from '../../lib/domain/workspace.ts';
import { POSTS_AT_ONCE } from '../../lib/publishers/metrics.ts';
import { SERVICE } from '../../lib/scale/assumptions.ts';
import { boundsAt, reachedAt } from '../../lib/scale/bounds.ts';
import { scaleTables } from '../../lib/scale/document.ts';
import { type Burst, fullHour } from '../../lib/scale/full-hour.ts';
import { serviceStack } from '../../lib/stack/service-stack.ts';
import { SHARDS } from '../../lib/table/counter.ts';
import { DUE_SHARDS } from '../../lib/table/keys.ts';

const BURST: Burst = {
  entries: 1_000,
  allEntries: 1_000,
  timersPerSecond: 1_000,
  timerEarlySeconds: 60,
  wakesPerSecond: 1_000,
  publishedPerSecond: 10,
  latenessLimitSeconds: 21_600,
};

describe('docs/scale.md', () => {
  it('is what npm run scale makes of the assumptions', () => {
    const document = readFileSync(join(import.meta.dirname, '../../docs/scale.md'), 'utf8');
    expect(withTables(document, scaleTables())).toBe(document);
  });

  it('assumes of the service what its code says', () => {
    expect(SERVICE).toMatchObject({
      dueShards: DUE_SHARDS,
      counterShards: SHARDS,
      sweptPerShard: MOST_A_SHARD,
      collectedPerShard: POSTS_A_RUN,
      postsARead: POSTS_A_READ.instagram,
      postsAtOnce: POSTS_AT_ONCE,
      timerEarlySeconds: EARLY_MS / 1000,
      requestsPerMinute: PLANS.enterprise.requestsPerMinute,
      maxEndpoints: MAX_ENDPOINTS_PER_WORKSPACE,
    });
  });

  it('assumes of the service what its production stack says', () => {
    process.env.CDK_VALIDATION = 'false';
    const production = stage('production');
    const template = Template.fromStack(serviceStack(new App({ analyticsReporting: false }), production));
    expect(SERVICE.collectEveryMinutes).toBe(production.collectEveryMinutes);
    expect(SERVICE.readingConcurrency).toBe(production.readingConcurrency);
    expect(SERVICE.latenessLimitSeconds).toBe(production.latenessLimitSeconds);
    const cap = SERVICE.publishByMessage + SERVICE.publishByTimer;
    expect(production.publishConcurrency).toEqual({ instagram: cap, twitter: cap, linkedin: cap });
    const mappings = Object.values(template.findResources('AWS::Lambda::EventSourceMapping'));
    const batches = mappings.map(({ Properties }) => [
      Properties.BatchSize,
      Properties.ScalingConfig?.MaximumConcurrency,
    ]);
    expect(batches.sort((a, b) => a[0] - b[0] || (a[1] ?? 0) - (b[1] ?? 0))).toEqual([
      [1, SERVICE.publishByMessage],
      [1, SERVICE.publishByMessage],
      [1, SERVICE.publishByMessage],
      [1, SERVICE.readingConcurrency],
      [SERVICE.deliveryBatch, undefined],
      // The slow lane, of which no hour is reckoned.
      [SERVICE.deliveryBatch, 50],
      [SERVICE.streamBatch, undefined],
    ]);
    template.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: SERVICE.sweepEveryMinutes === 1 ? 'rate(1 minute)' : Match.absent(),
    });
    template.resourcePropertiesCountIs('AWS::Lambda::Function', { Timeout: SERVICE.timedSeconds }, 4);
  });
});

describe('the full hour', () => {
  it('is over as soon as concurrency allows when timers and wakes are in time', () => {
    expect(fullHour(BURST)).toEqual({ p50: 49, p95: 94, last: 99, tooLate: 0 });
  });

  it('waits for timers when their quota is the narrowest', () => {
    const { last } = fullHour({ ...BURST, timersPerSecond: 10, publishedPerSecond: 1_000 });
    expect(last).toBeGreaterThanOrEqual(39);
    expect(last).toBeLessThanOrEqual(41);
  });

  it('shares the timers with the other platforms', () => {
    const alone = fullHour({ ...BURST, timersPerSecond: 10, publishedPerSecond: 1_000 });
    const shared = fullHour({
      ...BURST,
      allEntries: 2_000,
      timersPerSecond: 10,
      publishedPerSecond: 1_000,
    });
    expect(shared.last).toBeGreaterThan(alone.last + 90);
  });

  it('counts what comes after the lateness limit', () => {
    expect(fullHour({ ...BURST, latenessLimitSeconds: 49 }).tooLate).toBe(500);
  });
});

describe('the bounds', () => {
  it('are the same in number at every size, and ask more of a larger one', () => {
    const [small, large] = [boundsAt(10), boundsAt(1_000_000)];
    expect(large.map(({ what }) => what)).toEqual(small.map(({ what }) => what));
    expect(large.filter((bound, index) => bound.asked < small[index]!.asked)).toEqual([]);
  });

  it('are reached between a size that is under the limit and one that is over', () => {
    const what = 'readings: accounts between two runs';
    const reached = reachedAt(what)!;
    const at = (workspaces: number) => boundsAt(workspaces).find((bound) => bound.what === what)!;
    expect(at(reached * 0.9).asked).toBeLessThanOrEqual(at(reached * 0.9).limit);
    expect(at(reached * 1.1).asked).toBeGreaterThan(at(reached * 1.1).limit);
  });
});
