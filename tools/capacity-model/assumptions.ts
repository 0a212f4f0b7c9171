/** The service's own limits, as the code and the stack have them; a test compares. */
export const SERVICE_LIMITS = {
  dueShards: 8,
  counterShards: 16,
  sweptPerShard: 500,
  collectedPerShard: 20_000,
  /** Posts of one message where a platform answers one by one, and how many of them it is asked at a time. */
  postsPerRead: 25,
  concurrentPostReads: 5,
  metricPollConcurrency: 50,
  timedSeconds: 300,
  metricPollEveryMinutes: 15,
  sweepEveryMinutes: 1,
  timerEarlySeconds: 60,
  latenessLimitSeconds: 6 * 3600,
  /** Of each publish function's reserved concurrency, what messages and what timers may take. */
  publishByMessage: 40,
  publishByTimer: 10,
  streamBatch: 100,
  deliveryBatch: 10,
  requestsPerMinute: 10_000,
  maxEndpoints: 20,
} as const;

/** Quotas of AWS: defaults of us-east-1, from /scheduler and /lambda and /dynamodb of its documentation. */
export const AWS_QUOTAS = {
  schedules: 10_000_000,
  timersPerSecond: 1_000,
  createSchedulesPerSecond: 1_000,
  concurrency: 1_000,
  partitionWrites: 1_000,
  partitionReads: 3_000,
  tableWrites: 40_000,
  /** Partitions a new on-demand table begins with; each has a stream shard. General knowledge. */
  initialPartitions: 4,
  /** Concurrent batches a standard queue begins with, and how many it adds each minute. */
  initialPollers: 5,
  pollersPerMinute: 300,
} as const;

/** Limits of the platforms' own, of an app or of an account in 24 h. LinkedIn publishes none. */
export const PLATFORM_LIMITS = {
  xPostsPerAppDay: 10_000,
  /** Pay-per-use: docs.x.com/x-api/fundamentals/post-cap, November 2026. */
  xReadsPerAppMonth: 2_000_000,
  instagramPostsPerAccountDay: 50,
} as const;

/** How people use it. */
export const WORKLOAD = {
  postsPerWorkspaceDay: 2,
  platformsPerPost: 1.5,
  accountsPerWorkspace: 1.5,
  /** Of a day's posts, those in the busiest hour; of those, the ones at its first second. */
  busiestHour: 0.1,
  onTheHourShare: 0.6,
  /** How far ahead posts are scheduled, in days: so many timers wait. */
  daysAhead: 7,
  endpointsPerWorkspace: 0.5,
  eventsPerPost: 3,
  requestsPerWorkspaceDay: 50,
  /** How much busier the busiest minute is than the mean one. */
  peak: 5,
  readingsPerPost: 325,
  /** UTC days in which a post is read: X counts a post once in each. */
  daysRead: 91,
} as const;

/** How long things take, in seconds. */
export const DURATIONS_SECONDS = {
  timerWake: 0.03,
  publish: 1.2,
  platformRead: 0.6,
  readingWrite: 0.015,
  /** A batch read from the table, or a batch of messages sent. */
  batchCall: 0.02,
  streamBatch: 0.25,
  deliveryBatch: 0.5,
} as const;

/** What one post on one platform writes while it is published: records of the stream, write units in all. */
export const WRITES_PER_PUBLISH = { streamRecords: 8, writes: 53, dueIndexWrites: 3 } as const;

export const WORKSPACE_COUNTS = [10, 10_000, 1_000_000] as const;
