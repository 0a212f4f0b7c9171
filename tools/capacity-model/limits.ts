import {
  AWS_QUOTAS,
  DURATIONS_SECONDS,
  PLATFORM_LIMITS,
  SERVICE_LIMITS,
  WORKLOAD,
  WRITES_PER_PUBLISH,
} from './assumptions.ts';
import { type Lateness, simulateBurst } from './burst-simulation.ts';

/** One thing that bounds the service: what a size asks of it, and what there is. */
export interface CapacityLimit {
  what: string;
  unit: string;
  demand: number;
  limit: number;
  /** What gives, and what is done about it first. */
  whenExceeded: string;
}

const DAY_SECONDS = 86_400;
const PLATFORM_COUNT = 3;

/** Entries due at the busiest full hour: of all platforms, and of one. */
export function getBurst(workspaces: number): { all: number; onePlatform: number } {
  const perDay = entriesPerDay(workspaces);
  const all = Math.ceil(perDay * WORKLOAD.busiestHour * WORKLOAD.onTheHourShare);
  return { all, onePlatform: Math.ceil(all / PLATFORM_COUNT) };
}

function entriesPerDay(workspaces: number): number {
  return workspaces * WORKLOAD.postsPerWorkspaceDay * WORKLOAD.platformsPerPost;
}

/** What one platform's function publishes in a second. */
const PUBLISHED_PER_SECOND = SERVICE_LIMITS.publishByMessage / DURATIONS_SECONDS.publish;

/** The burst of the busiest full hour, played. `concurrency` in place of the one of today, to see what it helps. */
export function getLateness(
  workspaces: number,
  concurrency: number = SERVICE_LIMITS.publishByMessage,
): Lateness {
  const { all, onePlatform } = getBurst(workspaces);
  return simulateBurst({
    entries: onePlatform,
    allEntries: all,
    timersPerSecond: AWS_QUOTAS.timersPerSecond,
    timerEarlySeconds: SERVICE_LIMITS.timerEarlySeconds,
    invocationsPerSecond: SERVICE_LIMITS.publishByTimer / DURATIONS_SECONDS.timerWake,
    publishedPerSecond: concurrency / DURATIONS_SECONDS.publish,
    latenessLimitSeconds: SERVICE_LIMITS.latenessLimitSeconds,
  });
}

/**
 * How many accounts are read in the time between two runs of the collector, side by side. Each has its posts read
 * in rounds, as Instagram and LinkedIn's members want it; X answers in one.
 */
function accountsPerRun(workspaces: number): number {
  const each = readsPerRun(workspaces) / Math.max(1, workspaces * WORKLOAD.accountsPerWorkspace);
  const rounds = Math.ceil(each / SERVICE_LIMITS.concurrentPostReads);
  const seconds = rounds * DURATIONS_SECONDS.platformRead + each * DURATIONS_SECONDS.readingWrite;
  return Math.floor(
    (SERVICE_LIMITS.metricPollConcurrency * SERVICE_LIMITS.metricPollEveryMinutes * 60) / seconds,
  );
}

/** How long the collector's run takes: due posts are loaded by the hundred, messages sent by the ten. */
function collectorSeconds(workspaces: number): number {
  const accounts = workspaces * WORKLOAD.accountsPerWorkspace;
  return (readsPerRun(workspaces) / 100 + accounts / 10) * DURATIONS_SECONDS.batchCall;
}

function readsPerRun(workspaces: number): number {
  const runsADay = (24 * 60) / SERVICE_LIMITS.metricPollEveryMinutes;
  return (entriesPerDay(workspaces) * WORKLOAD.readingsPerPost) / runsADay;
}

/** Everything that bounds the service, for one size. `demand / limit` says how near it is. */
export function getCapacityLimits(workspaces: number): CapacityLimit[] {
  const burst = getBurst(workspaces);
  const published = Math.min(burst.all, PLATFORM_COUNT * PUBLISHED_PER_SECOND);
  const requests = (workspaces * WORKLOAD.requestsPerWorkspaceDay * WORKLOAD.peak) / DAY_SECONDS;
  const deliveries = published * WORKLOAD.endpointsPerWorkspace;
  const streamRecords = published * WRITES_PER_PUBLISH.streamRecords;
  const readings = readsPerRun(workspaces);
  const shardRecords =
    (AWS_QUOTAS.initialPartitions * SERVICE_LIMITS.streamBatch) / DURATIONS_SECONDS.streamBatch;
  return [
    {
      what: 'collector: posts handed out in a run',
      unit: 'posts',
      demand: readings,
      limit: SERVICE_LIMITS.dueShards * SERVICE_LIMITS.collectedPerShard,
      whenExceeded: 'the latest wait for the next run; sums stay right. A collector for each shard',
    },
    {
      what: 'collector: seconds of a run',
      unit: 's',
      demand: collectorSeconds(workspaces),
      limit: SERVICE_LIMITS.timedSeconds,
      whenExceeded: 'the rest is handed out in the next run. A collector for each shard',
    },
    {
      what: 'readings: accounts between two runs',
      unit: 'accounts',
      demand: workspaces * WORKLOAD.accountsPerWorkspace,
      limit: accountsPerRun(workspaces),
      whenExceeded:
        'readings come late, sums stay right. Raise `metricPollConcurrency`; read older posts less often',
    },
    {
      what: 'X: posts read by one app in a month',
      unit: 'posts',
      demand: (entriesPerDay(workspaces) / PLATFORM_COUNT) * WORKLOAD.daysRead * 30,
      limit: PLATFORM_LIMITS.xReadsPerAppMonth,
      whenExceeded:
        '429 or 402: those accounts’ readings are held, posting goes on. Read older posts less often, or a contract with X',
    },
    {
      what: 'X: posts of one app in a day',
      unit: 'posts',
      demand: entriesPerDay(workspaces) / PLATFORM_COUNT,
      limit: PLATFORM_LIMITS.xPostsPerAppDay,
      whenExceeded:
        '429, tried again within six hours, then failed aloud. An app of each workspace’s own, or a contract with X',
    },
    {
      what: 'Instagram: posts of one account in a day',
      unit: 'posts',
      demand: WORKLOAD.postsPerWorkspaceDay,
      limit: PLATFORM_LIMITS.instagramPostsPerAccountDay,
      whenExceeded: 'only that account’s posts are refused',
    },
    {
      what: 'publishing: one platform in the minute after the hour',
      unit: 'posts',
      demand: burst.onePlatform,
      limit: Math.floor(60 * PUBLISHED_PER_SECOND),
      whenExceeded: 'posts come late, see below. Raise `publishConcurrency`, then the account’s concurrency',
    },
    {
      what: 'timers: fired in their minute',
      unit: 'timers',
      demand: burst.all,
      limit: 60 * AWS_QUOTAS.timersPerSecond,
      whenExceeded:
        'they fire late. Ask AWS for more; or a queue of each minute instead of a timer of each post',
    },
    {
      what: 'timers: made, busiest',
      unit: '/s',
      demand: (entriesPerDay(workspaces) * WORKLOAD.peak) / DAY_SECONDS,
      limit: AWS_QUOTAS.createSchedulesPerSecond,
      whenExceeded: 'the stream waits and tries again. Ask AWS for more',
    },
    {
      what: 'timers: waiting',
      unit: 'timers',
      demand: entriesPerDay(workspaces) * WORKLOAD.daysAhead,
      limit: AWS_QUOTAS.schedules,
      whenExceeded: 'no timer can be made; the sweep still publishes. Make timers a day ahead only',
    },
    {
      what: 'sweep: entries in a run',
      unit: 'entries',
      demand: Math.max(0, burst.all - PLATFORM_COUNT * PUBLISHED_PER_SECOND * 15),
      limit: SERVICE_LIMITS.dueShards * SERVICE_LIMITS.sweptPerShard,
      whenExceeded: 'the oldest are woken again, the rest in the next minute; a second message does no harm',
    },
    {
      what: 'index `by_due`: writes of one shard',
      unit: 'units/s',
      demand: (published * WRITES_PER_PUBLISH.dueIndexWrites) / SERVICE_LIMITS.dueShards,
      limit: AWS_QUOTAS.partitionWrites,
      whenExceeded: 'writes of the table are throttled. More shards',
    },
    {
      what: 'table: writes while the burst is published',
      unit: 'units/s',
      demand: published * WRITES_PER_PUBLISH.writes,
      limit: AWS_QUOTAS.tableWrites,
      whenExceeded: 'throttled. Ask AWS for more',
    },
    {
      what: 'stream: records while the burst is published',
      unit: 'records/s',
      demand: streamRecords,
      limit: shardRecords,
      whenExceeded: 'events and deliveries come late. Parallelization factor 10 on the event source',
    },
    {
      what: 'deliveries while the burst is published',
      unit: '/s',
      demand: deliveries,
      limit: Math.floor(
        (AWS_QUOTAS.initialPollers * SERVICE_LIMITS.deliveryBatch) / DURATIONS_SECONDS.deliveryBatch,
      ),
      whenExceeded: `Lambda adds ${AWS_QUOTAS.pollersPerMinute} pollers a minute. Receivers that hang have workers of their own, and take nobody else's`,
    },
    {
      what: 'requests in the busiest minute',
      unit: '/s',
      demand: requests,
      limit: AWS_QUOTAS.concurrency / 0.05,
      whenExceeded: '503. Ask AWS for more concurrency',
    },
  ].map((bound) => ({ ...bound, demand: Math.round(bound.demand * 10) / 10 }));
}

/** The bound that is overstepped by most, or is nearest; a size breaks first where it comes first with growth. */
export function mostExceeded(bounds: CapacityLimit[]): CapacityLimit {
  return bounds.reduce((worst, bound) =>
    bound.demand / bound.limit > worst.demand / worst.limit ? bound : worst,
  );
}

/** What one workspace at its request limit asks of its partitions, in write units a second. */
export function getBusiestWorkspace(): { key: string; writes: number; by: string }[] {
  const perSecond = SERVICE_LIMITS.requestsPerMinute / 60;
  return [
    {
      key: 'WS#…#CONTENT',
      writes: 2 * perSecond,
      by: 'every request creates a draft of up to 1 KB, in a transaction',
    },
    {
      key: 'WS#…#COUNT',
      writes: 2 * perSecond,
      by: `the same requests; all ${SERVICE_LIMITS.counterShards} counters share this key, so sharding spreads conflicts, not writes`,
    },
    {
      key: 'WS#…#CONTENT#draft#twitter (by_status)',
      writes: perSecond,
      by: 'the same requests, once for each index',
    },
    {
      key: 'RATE#…',
      writes: perSecond / 10,
      by: 'a tenth of a write for each request; up to ten times that when every instance sees few requests',
    },
  ];
}

/** The number of workspaces at which a bound is reached, to two digits; null when not below ten million. */
export function findExceedingSize(what: string): number | null {
  const isOver = (workspaces: number) => {
    const bound = getCapacityLimits(workspaces).find((each) => each.what === what)!;
    return bound.demand > bound.limit;
  };
  let high = 10;
  while (!isOver(high)) {
    high *= 2;
    if (high > 1e7) return null;
  }
  let low = high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isOver(middle)) high = middle;
    else low = middle;
  }
  return Number(high.toPrecision(2));
}
