import {
  AWS_QUOTAS,
  DURATIONS_SECONDS,
  SERVICE_LIMITS,
  WORKLOAD,
  WRITES_PER_PUBLISH,
  X_LIMITS,
} from './assumptions.ts';
import { type Lateness, simulateBurst } from './burst-simulation.ts';

/** The demand on one resource at a given number of workspaces, and its limit. */
export interface CapacityLimit {
  what: string;
  demand: number;
  limit: number;
  /** The effect of exceeding the limit, and the first remedy. */
  whenExceeded: string;
}

const PLATFORM_COUNT = 3;
const PUBLISHED_PER_SECOND = SERVICE_LIMITS.publishConcurrency / DURATIONS_SECONDS.publish;

function entriesPerDay(workspaces: number): number {
  return workspaces * WORKLOAD.postsPerWorkspaceDay * WORKLOAD.platformsPerPost;
}

/** Estimates the entries due in the first second of the busiest hour: on all platforms, and on one. */
export function getBurst(workspaces: number): { all: number; onePlatform: number } {
  const all = Math.ceil(entriesPerDay(workspaces) * WORKLOAD.busiestHourShare * WORKLOAD.onTheHourShare);
  return { all, onePlatform: Math.ceil(all / PLATFORM_COUNT) };
}

/** Simulates the busiest full hour. `concurrency` is that of one platform's publish function. */
export function getLateness(workspaces: number, concurrency: number): Lateness {
  const { all, onePlatform } = getBurst(workspaces);
  return simulateBurst({
    entries: onePlatform,
    allEntries: all,
    schedulesPerSecond: AWS_QUOTAS.schedulesPerSecond,
    scheduleLeadSeconds: SERVICE_LIMITS.scheduleLeadSeconds,
    invocationsPerSecond:
      ((SERVICE_LIMITS.scheduleConcurrency / DURATIONS_SECONDS.scheduleInvocation) * onePlatform) / all,
    publishedPerSecond: concurrency / DURATIONS_SECONDS.publish,
    latenessLimitSeconds: SERVICE_LIMITS.latenessLimitSeconds,
  });
}

/** Lists every limit with the demand of `workspaces` workspaces. */
export function getCapacityLimits(workspaces: number): CapacityLimit[] {
  const burst = getBurst(workspaces);
  const published = Math.min(burst.all, PLATFORM_COUNT * PUBLISHED_PER_SECOND);
  const xPostsPerDay = entriesPerDay(workspaces) / PLATFORM_COUNT;
  const pollRunsPerDay = (24 * 60) / SERVICE_LIMITS.metricPollEveryMinutes;
  const limits: CapacityLimit[] = [
    {
      what: 'X: posts read by one app in a month',
      demand: xPostsPerDay * WORKLOAD.pollDays * 30,
      limit: X_LIMITS.readsPerAppMonth,
      whenExceeded: 'X answers 429 or 402 and polling pauses. Poll older posts less often',
    },
    {
      what: 'X: posts of one app in a day',
      demand: xPostsPerDay,
      limit: X_LIMITS.postsPerAppDay,
      whenExceeded: 'X answers 429; entries fail after six hours. Use one app per workspace',
    },
    {
      what: 'metric polls enqueued in one run',
      demand: (entriesPerDay(workspaces) * WORKLOAD.metricPollsPerPost) / pollRunsPerDay,
      limit: SERVICE_LIMITS.dueShards * SERVICE_LIMITS.metricPollsPerShard,
      whenExceeded: 'polls move to the next run; totals stay correct. Run one poller per shard',
    },
    {
      what: 'publish burst of one platform, first minute',
      demand: burst.onePlatform,
      limit: Math.floor(60 * PUBLISHED_PER_SECOND),
      whenExceeded: 'posts are late, see below. Raise `publishConcurrency`',
    },
    {
      what: 'write units of a new table during the burst (units/s)',
      demand: published * WRITES_PER_PUBLISH.writeUnits,
      limit: AWS_QUOTAS.initialPartitions * AWS_QUOTAS.partitionWriteUnits,
      whenExceeded: 'writes are throttled and retried until DynamoDB splits partitions. Set warm throughput',
    },
    {
      what: 'due index: write units of one shard during the burst (units/s)',
      demand: (published * WRITES_PER_PUBLISH.dueIndexUnits) / SERVICE_LIMITS.dueShards,
      limit: AWS_QUOTAS.partitionWriteUnits,
      whenExceeded: 'writes are throttled. Add shards',
    },
    {
      what: 'stream records during the burst (records/s)',
      demand: published * WRITES_PER_PUBLISH.streamRecords,
      limit: (AWS_QUOTAS.initialPartitions * SERVICE_LIMITS.streamBatch) / DURATIONS_SECONDS.streamBatch,
      whenExceeded: 'events and deliveries are late. Set a parallelization factor of up to 10',
    },
  ];
  return limits.map((limit) => ({ ...limit, demand: Math.round(limit.demand * 10) / 10 }));
}

/** Finds the number of workspaces that exceeds a limit, to two digits; null from ten million on. */
export function findExceedingSize(what: string): number | null {
  for (let workspaces = 10; workspaces < 1e7; workspaces *= 1.005) {
    const { demand, limit } = getCapacityLimits(workspaces).find((each) => each.what === what)!;
    if (demand > limit) return Number(workspaces.toPrecision(2));
  }
  return null;
}
