import { PLATFORMS } from '../../lib/platforms/platform.ts';
import {
  AWS_QUOTAS,
  BUSY_HOUR,
  CPU_SECONDS,
  DURATIONS_SECONDS,
  MAX_STANDARD_CONCURRENCY,
  PER_POLL,
  PER_PUBLISH,
  QUEUE_SCALING,
  SERVICE_LIMITS,
  WORKLOAD,
  X_LIMITS,
} from './assumptions.ts';
import { type Lateness, simulateBurst } from './burst-simulation.ts';
import { type StreamLag, simulateStream } from './stream-simulation.ts';

/** The demand on one resource at a given number of workspaces, and its limit. */
export interface CapacityLimit {
  what: string;
  demand: number;
  limit: number;
  /** The effect of exceeding the limit, and the first remedy. */
  whenExceeded: string;
}

const PLATFORM_COUNT = PLATFORMS.length;
const DAY_SECONDS = 86_400;
const PUBLISHED_PER_SECOND = SERVICE_LIMITS.publishConcurrency / DURATIONS_SECONDS.publish;
const RESERVED_CONCURRENCY =
  PLATFORM_COUNT * SERVICE_LIMITS.publishConcurrency +
  SERVICE_LIMITS.scheduleConcurrency +
  SERVICE_LIMITS.streamConcurrency;
const POLLS_PER_RUN = SERVICE_LIMITS.dueShards * SERVICE_LIMITS.metricPollsPerShard;

function entriesPerDay(workspaces: number): number {
  return workspaces * WORKLOAD.postsPerWorkspaceDay * WORKLOAD.platformsPerPost;
}

/** Estimate the metric polls that are due in a second. */
function duePollsPerSecond(workspaces: number): number {
  return (entriesPerDay(workspaces) * WORKLOAD.metricPollsPerPost) / DAY_SECONDS;
}

/** Estimate the metric polls in a second, of which each run of the job enqueues a limited number. */
function pollsPerSecond(workspaces: number): number {
  return Math.min(duePollsPerSecond(workspaces), POLLS_PER_RUN / (60 * SERVICE_LIMITS.metricPollEveryMinutes));
}

/** Calculate the duration of a CPU-bound step of a function with this memory, and of its waits. */
function durationSeconds(cpuSeconds: number, waitSeconds: number, memoryMb: number): number {
  return cpuSeconds * Math.max(1, AWS_QUOTAS.vcpuMemoryMb / memoryMb) + waitSeconds;
}

/** Calculate the duration of a full batch of the stream. */
export function streamBatchSeconds(memoryMb: number = SERVICE_LIMITS.streamMemoryMb): number {
  return durationSeconds(CPU_SECONDS.streamBatch, DURATIONS_SECONDS.streamWait, memoryMb);
}

/** Calculate how many batches are processed at the same time: two per shard, within the reserved concurrency. */
export function concurrentBatches(warmWriteUnits: number, streamConcurrency: number): number {
  const shards = Math.max(warmWriteUnits, AWS_QUOTAS.newTableWriteUnits) / AWS_QUOTAS.partitionWriteUnits;
  return Math.min(shards * SERVICE_LIMITS.streamBatchesPerShard, streamConcurrency);
}

/** Estimate the entries due in the first second of the busiest hour: on all platforms, and on one. */
export function getBurst(workspaces: number): { all: number; onePlatform: number } {
  const all = Math.ceil(entriesPerDay(workspaces) * WORKLOAD.busiestHourShare * WORKLOAD.onTheHourShare);
  return { all, onePlatform: Math.ceil(all / PLATFORM_COUNT) };
}

/** Simulate the busiest full hour. `concurrency` is that of one platform's publish function, with both lanes. */
export function getLateness(workspaces: number, concurrency: number): Lateness {
  return simulateHour(getBurst(workspaces).all, concurrency, SERVICE_LIMITS.scheduleConcurrency);
}

function simulateHour(all: number, concurrency: number, scheduleConcurrency: number): Lateness {
  return simulateBurst({
    entries: Math.ceil(all / PLATFORM_COUNT),
    allEntries: all,
    schedulesPerSecond: AWS_QUOTAS.schedulesPerSecond,
    scheduleLeadSeconds: SERVICE_LIMITS.scheduleLeadSeconds,
    invocationsPerSecond: scheduleConcurrency / DURATIONS_SECONDS.scheduleInvocation / PLATFORM_COUNT,
    concurrency,
    scaling: concurrency > MAX_STANDARD_CONCURRENCY ? QUEUE_SCALING.provisioned : QUEUE_SCALING.standard,
    publishSeconds: DURATIONS_SECONDS.publish + SERVICE_LIMITS.sweepMessagesPerPost * DURATIONS_SECONDS.obsoleteMessage,
    latenessLimitSeconds: SERVICE_LIMITS.latenessLimitSeconds,
  });
}

/** What the first busy hour of `BUSY_HOUR` needs, and its outcome in simulation. */
export interface BusyHour {
  lateness: Lateness;
  publishedPerSecond: number;
  writeUnits: number;
  reservedConcurrency: number;
  /** The stream with the production settings, at three times the records of 100 posts per second. */
  tripleLoad: StreamLag & { recordsPerSecond: number; capacity: number };
}

/** Simulate the posts of `BUSY_HOUR` with its settings, and the stream at three times 100 posts per second. */
export function getBusyHour(): BusyHour {
  const { workspaces, posts, publishConcurrency, scheduleConcurrency, streamConcurrency } = BUSY_HOUR;
  const publishedPerSecond = (PLATFORM_COUNT * publishConcurrency) / DURATIONS_SECONDS.publish;
  const polls = pollsPerSecond(workspaces);
  const recordsPerSecond = 3 * 100 * PER_PUBLISH.streamRecords + polls * PER_POLL.streamRecords;
  const batches = concurrentBatches(SERVICE_LIMITS.warmWriteUnits, SERVICE_LIMITS.streamConcurrency);
  const batch = { batchRecords: SERVICE_LIMITS.streamBatch, batchSeconds: streamBatchSeconds() };
  const load = { arrivals: Array<number>(600).fill(recordsPerSecond), concurrentBatches: batches, ...batch };
  return {
    lateness: simulateHour(posts, publishConcurrency, scheduleConcurrency),
    publishedPerSecond,
    writeUnits: publishedPerSecond * PER_PUBLISH.writeUnits + polls * PER_POLL.writeUnits,
    reservedConcurrency: PLATFORM_COUNT * publishConcurrency + scheduleConcurrency + streamConcurrency,
    tripleLoad: {
      ...simulateStream(load),
      recordsPerSecond,
      capacity: (batches * batch.batchRecords) / batch.batchSeconds,
    },
  };
}

/** List every limit with the demand of `workspaces` workspaces. */
export function getCapacityLimits(workspaces: number): CapacityLimit[] {
  const burst = getBurst(workspaces);
  const published = Math.min(burst.all, PLATFORM_COUNT * PUBLISHED_PER_SECOND);
  const xPostsPerDay = entriesPerDay(workspaces) / PLATFORM_COUNT;
  const polls = pollsPerSecond(workspaces);
  const requests = (workspaces * WORKLOAD.requestsPerWorkspaceDay * WORKLOAD.busiestHourShare) / 3600;
  const requestSeconds = durationSeconds(
    CPU_SECONDS.request,
    DURATIONS_SECONDS.requestWait,
    SERVICE_LIMITS.requestMemoryMb,
  );
  const writeUnits = published * PER_PUBLISH.writeUnits + polls * PER_POLL.writeUnits;
  const batches = concurrentBatches(SERVICE_LIMITS.warmWriteUnits, SERVICE_LIMITS.streamConcurrency);
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
      what: 'metric polls due in one run of the job',
      demand: duePollsPerSecond(workspaces) * 60 * SERVICE_LIMITS.metricPollEveryMinutes,
      limit: POLLS_PER_RUN,
      whenExceeded: 'polls move to the next run; totals stay correct. Run one poller per shard',
    },
    {
      what: 'publish burst of one platform, first minute',
      demand: burst.onePlatform,
      limit: Math.floor(60 * PUBLISHED_PER_SECOND),
      whenExceeded: 'posts are late, see below. Raise `publishConcurrency`',
    },
    {
      what: 'write units of a new table without warm throughput, during the burst (units/s)',
      demand: writeUnits,
      limit: AWS_QUOTAS.newTableWriteUnits,
      whenExceeded: 'writes are throttled and retried until DynamoDB splits partitions. Keep `warmWriteUnitsPerSecond`',
    },
    {
      what: 'write units of the production table, during the burst (units/s)',
      demand: writeUnits,
      limit: SERVICE_LIMITS.warmWriteUnits,
      whenExceeded: 'the same. Raise `warmWriteUnitsPerSecond`',
    },
    {
      what: 'due index: write units of one shard, publishing and metric polls (units/s)',
      demand: (published * PER_PUBLISH.dueIndexUnits + polls * PER_POLL.dueIndexUnits) / SERVICE_LIMITS.dueShards,
      limit: AWS_QUOTAS.partitionWriteUnits,
      whenExceeded: 'writes are throttled. Add shards',
    },
    {
      what: 'stream records, publishing and metric polls (records/s)',
      demand: published * PER_PUBLISH.streamRecords + polls * PER_POLL.streamRecords,
      limit: (batches * SERVICE_LIMITS.streamBatch) / streamBatchSeconds(),
      whenExceeded: 'events and deliveries are late. Raise `warmWriteUnitsPerSecond` and `streamConcurrency`',
    },
    {
      what: 'requests in the busiest hour (requests/s)',
      demand: requests,
      limit: AWS_QUOTAS.requestsPerSecond,
      whenExceeded: 'API Gateway answers 429. Request a higher quota',
    },
    {
      what: 'concurrent requests in the busiest hour',
      demand: requests * requestSeconds,
      limit: AWS_QUOTAS.concurrentExecutions - RESERVED_CONCURRENCY,
      whenExceeded: 'Lambda throttles requests: 503. Request a higher quota of concurrent executions',
    },
    {
      what: 'schedules that exist',
      demand: (entriesPerDay(workspaces) * SERVICE_LIMITS.scheduleHorizonHours) / 24,
      limit: AWS_QUOTAS.schedules,
      whenExceeded: 'the sweep publishes the other posts. Request a higher quota',
    },
    {
      what: 'creations of schedules (schedules/s)',
      demand: entriesPerDay(workspaces) / DAY_SECONDS,
      limit: AWS_QUOTAS.scheduleCreationsPerSecond,
      whenExceeded: 'the planner creates them in its next runs; the sweep publishes posts without one',
    },
  ];
  return limits.map((limit) => ({ ...limit, demand: Math.round(limit.demand * 10) / 10 }));
}

/** Find the number of workspaces that exceeds a limit, to two digits; null from ten million on. */
export function findExceedingSize(what: string): number | null {
  for (let workspaces = 10; workspaces < 1e7; workspaces *= 1.005) {
    const { demand, limit } = getCapacityLimits(workspaces).find((each) => each.what === what)!;
    if (demand > limit) return Number(workspaces.toPrecision(2));
  }
  return null;
}
