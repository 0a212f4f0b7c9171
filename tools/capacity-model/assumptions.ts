/** Limits of the service, as its code and its production stack set them; a test compares them. */
export const SERVICE_LIMITS = {
  dueShards: 8,
  metricPollsPerShard: 20_000,
  metricPollEveryMinutes: 15,
  scheduleLeadSeconds: 60,
  latenessLimitSeconds: 6 * 3600,
  /** Reserved concurrency of each publish function. */
  publishConcurrency: 50,
  /** Reserved concurrency of the function that schedules of posts invoke, for all platforms. */
  scheduleConcurrency: 40,
  streamBatch: 100,
} as const;

/** Default AWS quotas in us-east-1. */
export const AWS_QUOTAS = {
  schedulesPerSecond: 1_000,
  /** Per partition of the table or of an index. */
  partitionWriteUnits: 1_000,
  /** Partitions of a new on-demand table; each has one stream shard. General knowledge, not measured. */
  initialPartitions: 4,
} as const;

/** Limits of X for one app (docs.x.com/x-api/fundamentals/post-cap, November 2026). */
export const X_LIMITS = { postsPerAppDay: 10_000, readsPerAppMonth: 2_000_000 } as const;

/** Assumed use of the service by one workspace. */
export const WORKLOAD = {
  postsPerWorkspaceDay: 2,
  platformsPerPost: 1.5,
  /** Share of a day's posts in the busiest hour, and share of those due in its first second. */
  busiestHourShare: 0.1,
  onTheHourShare: 0.6,
  metricPollsPerPost: 325,
  /** UTC days in which a post is polled. X counts one read per post and day. */
  pollDays: 91,
} as const;

/** Assumed durations in seconds. */
export const DURATIONS_SECONDS = { scheduleInvocation: 0.03, publish: 1.2, streamBatch: 0.25 } as const;

/** Usage of publishing one entry: stream records, total write units, write units of the due index. */
export const WRITES_PER_PUBLISH = { streamRecords: 8, writeUnits: 59, dueIndexUnits: 3 } as const;

export const WORKSPACE_COUNTS = [10, 10_000, 1_000_000] as const;
