import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMeasuredUsage } from '../../tools/cost-model/usage-file.ts';

/** Limits of the service, as its code and its production stack set them; a test compares them. */
export const SERVICE_LIMITS = {
  dueShards: 8,
  metricPollsPerShard: 20_000,
  metricPollEveryMinutes: 15,
  scheduleLeadSeconds: 60,
  /** How far ahead schedules are created. */
  scheduleHorizonHours: 48,
  latenessLimitSeconds: 6 * 3600,
  /** Two runs of the sweep look ahead to each due time. */
  sweepMessagesPerPost: 2,
  /** Reserved concurrency of each publish function, without the slow lane. */
  publishConcurrency: 35,
  /** Reserved concurrency of the function that schedules of posts invoke, for all platforms. */
  scheduleConcurrency: 40,
  streamBatch: 100,
  streamBatchesPerShard: 2,
  /** Reserved concurrency of the stream worker. */
  streamConcurrency: 40,
  streamMemoryMb: 1769,
  requestMemoryMb: 512,
  warmWriteUnits: 14_000,
} as const;

/** Default AWS quotas in us-east-1. */
export const AWS_QUOTAS = {
  /** Invocations of schedules. */
  schedulesPerSecond: 1_000,
  /** Creations of schedules: in the regions with the lowest quota. Others have 5,000. */
  scheduleCreationsPerSecond: 250,
  schedules: 10_000_000,
  /** API Gateway, over all APIs of the account and region. Some regions have 2,500. */
  requestsPerSecond: 10_000,
  concurrentExecutions: 1_000,
  /** Per partition of the table or of an index. Each partition of the table has one stream shard. */
  partitionWriteUnits: 1_000,
  newTableWriteUnits: 4_000,
  tableWriteUnits: 40_000,
  /** With this much memory a function has one vCPU, and proportionally less with less. */
  vcpuMemoryMb: 1769,
} as const;

/** How Lambda increases the concurrency of a queue with a backlog. */
export const QUEUE_SCALING = {
  standard: { initial: 5, perSecond: 300 / 60 },
  /** With two provisioned pollers, which a publish concurrency over 100 has. */
  provisioned: { initial: 20, perSecond: 1_000 / 60 },
} as const;
export const MAX_STANDARD_CONCURRENCY = 100;

/** Limits of X for one app (docs.x.com/x-api/fundamentals/post-cap, November 2026). */
export const X_LIMITS = { postsPerAppDay: 10_000, readsPerAppMonth: 2_000_000 } as const;

/** Assumed use of the service by one workspace. */
export const WORKLOAD = {
  postsPerWorkspaceDay: 2,
  platformsPerPost: 1.5,
  requestsPerWorkspaceDay: 500,
  /** Share of a day's posts and requests in the busiest hour, and share of its posts due in its first second. */
  busiestHourShare: 0.1,
  onTheHourShare: 0.6,
  /** Of a usual post on a platform that charges nothing for them (docs/cost.md, "Worked bills"). */
  metricPollsPerPost: 145,
  /** UTC days in which a post is polled. X counts one read per post and day. */
  pollDays: 91,
} as const;

/** Assumed durations in seconds. */
export const DURATIONS_SECONDS = {
  scheduleInvocation: 0.03,
  publish: 1.2,
  /** A message for a post that another message has started. */
  obsoleteMessage: 0.03,
  requestWait: 0.03,
  streamWait: 0.1,
} as const;

/** CPU in seconds on one vCPU, rounded up from `evaluation/measurements/function-cpu.test.ts`. */
export const CPU_SECONDS = { request: 0.006, streamBatch: 0.4 } as const;

const MEASURED = parseMeasuredUsage(
  readFileSync(join(import.meta.dirname, '../../tools/cost-model/units.json'), 'utf8'),
);

/** Stream records that pass the filter, and write units: of the table as `npm run cost` measures them. */
export const PER_PUBLISH = {
  streamRecords: 8,
  writeUnits: MEASURED.publish.twitter!.writes,
  dueIndexUnits: 3,
} as const;

/** The same of one metric poll of a post, which is written and then marked as aggregated. */
export const PER_POLL = {
  streamRecords: 2,
  writeUnits: MEASURED.reading.writes,
  dueIndexUnits: MEASURED.reading.indexWrites,
} as const;

export const WORKSPACE_COUNTS = [10, 10_000, 100_000, 1_000_000] as const;

/** The first busy hour of 100,000 workspaces, and what the stage and the account need for it. */
export const BUSY_HOUR = {
  workspaces: 100_000,
  posts: 100_000,
  withinSeconds: 120,
  publishConcurrency: 300,
  scheduleConcurrency: 40,
  warmWriteUnits: 90_000,
  streamConcurrency: 180,
} as const;
