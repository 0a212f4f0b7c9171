import { AWS, PER_PUBLISHING, PLATFORM_LIMITS, SERVICE, TAKES, WORKLOAD } from './assumptions.ts';
import { fullHour, type Lateness } from './full-hour.ts';

/** One thing that bounds the service: what a size asks of it, and what there is. */
export interface Bound {
  what: string;
  unit: string;
  asked: number;
  limit: number;
  /** What gives, and what is done about it first. */
  gives: string;
}

const DAY_SECONDS = 86_400;
const PLATFORM_COUNT = 3;

/** Entries due at the busiest full hour: of all platforms, and of one. */
export function burstOf(workspaces: number): { all: number; onePlatform: number } {
  const perDay = entriesPerDay(workspaces);
  const all = Math.ceil(perDay * WORKLOAD.busiestHour * WORKLOAD.atTheFullHour);
  return { all, onePlatform: Math.ceil(all / PLATFORM_COUNT) };
}

function entriesPerDay(workspaces: number): number {
  return workspaces * WORKLOAD.postsPerWorkspaceDay * WORKLOAD.platformsPerPost;
}

/** What one platform's function publishes in a second. */
const PUBLISHED_PER_SECOND = SERVICE.publishByMessage / TAKES.publish;

/** The burst of the busiest full hour, played. `concurrency` in place of the one of today, to see what it helps. */
export function latenessAt(workspaces: number, concurrency: number = SERVICE.publishByMessage): Lateness {
  const { all, onePlatform } = burstOf(workspaces);
  return fullHour({
    entries: onePlatform,
    allEntries: all,
    timersPerSecond: AWS.timersPerSecond,
    timerEarlySeconds: SERVICE.timerEarlySeconds,
    wakesPerSecond: SERVICE.publishByTimer / TAKES.timerWake,
    publishedPerSecond: concurrency / TAKES.publish,
    latenessLimitSeconds: SERVICE.latenessLimitSeconds,
  });
}

/**
 * How many accounts are read in the time between two runs of the collector, side by side. Each has its posts read
 * in rounds, as Instagram and LinkedIn's members want it; X answers in one.
 */
function accountsARun(workspaces: number): number {
  const each = readingsARun(workspaces) / Math.max(1, workspaces * WORKLOAD.accountsPerWorkspace);
  const rounds = Math.ceil(each / SERVICE.postsAtOnce);
  const seconds = rounds * TAKES.platformRead + each * TAKES.readingWrite;
  return Math.floor((SERVICE.readingConcurrency * SERVICE.collectEveryMinutes * 60) / seconds);
}

/** How long the collector's run takes: due posts are loaded by the hundred, messages sent by the ten. */
function collectorSeconds(workspaces: number): number {
  const accounts = workspaces * WORKLOAD.accountsPerWorkspace;
  return (readingsARun(workspaces) / 100 + accounts / 10) * TAKES.batchCall;
}

function readingsARun(workspaces: number): number {
  const runsADay = (24 * 60) / SERVICE.collectEveryMinutes;
  return (entriesPerDay(workspaces) * WORKLOAD.readingsPerPost) / runsADay;
}

/** Everything that bounds the service, for one size. `asked / limit` says how near it is. */
export function boundsAt(workspaces: number): Bound[] {
  const burst = burstOf(workspaces);
  const published = Math.min(burst.all, PLATFORM_COUNT * PUBLISHED_PER_SECOND);
  const requests = (workspaces * WORKLOAD.requestsPerWorkspaceDay * WORKLOAD.peak) / DAY_SECONDS;
  const deliveries = published * WORKLOAD.endpointsPerWorkspace;
  const streamRecords = published * PER_PUBLISHING.streamRecords;
  const readings = readingsARun(workspaces);
  const shardRecords = (AWS.firstPartitions * SERVICE.streamBatch) / TAKES.streamBatch;
  return [
    {
      what: 'collector: posts handed out in a run',
      unit: 'posts',
      asked: readings,
      limit: SERVICE.dueShards * SERVICE.collectedPerShard,
      gives: 'the latest wait for the next run; sums stay right. A collector for each shard',
    },
    {
      what: 'collector: seconds of a run',
      unit: 's',
      asked: collectorSeconds(workspaces),
      limit: SERVICE.timedSeconds,
      gives: 'the rest is handed out in the next run. A collector for each shard',
    },
    {
      what: 'readings: accounts between two runs',
      unit: 'accounts',
      asked: workspaces * WORKLOAD.accountsPerWorkspace,
      limit: accountsARun(workspaces),
      gives: 'readings come late, sums stay right. Raise `readingConcurrency`; read older posts less often',
    },
    {
      what: 'X: posts read by one app in a month',
      unit: 'posts',
      asked: (entriesPerDay(workspaces) / PLATFORM_COUNT) * WORKLOAD.daysRead * 30,
      limit: PLATFORM_LIMITS.xReadsPerAppMonth,
      gives:
        '429 or 402: those accounts’ readings are held, posting goes on. Read older posts less often, or a contract with X',
    },
    {
      what: 'X: posts of one app in a day',
      unit: 'posts',
      asked: entriesPerDay(workspaces) / PLATFORM_COUNT,
      limit: PLATFORM_LIMITS.xPostsPerAppDay,
      gives:
        '429, tried again within six hours, then failed aloud. An app of each workspace’s own, or a contract with X',
    },
    {
      what: 'Instagram: posts of one account in a day',
      unit: 'posts',
      asked: WORKLOAD.postsPerWorkspaceDay,
      limit: PLATFORM_LIMITS.instagramPostsPerAccountDay,
      gives: 'only that account’s posts are refused',
    },
    {
      what: 'publishing: one platform in the minute after the hour',
      unit: 'posts',
      asked: burst.onePlatform,
      limit: Math.floor(60 * PUBLISHED_PER_SECOND),
      gives: 'posts come late, see below. Raise `publishConcurrency`, then the account’s concurrency',
    },
    {
      what: 'timers: fired in their minute',
      unit: 'timers',
      asked: burst.all,
      limit: 60 * AWS.timersPerSecond,
      gives: 'they fire late. Ask AWS for more; or a queue of each minute instead of a timer of each post',
    },
    {
      what: 'timers: made, busiest',
      unit: '/s',
      asked: (entriesPerDay(workspaces) * WORKLOAD.peak) / DAY_SECONDS,
      limit: AWS.createSchedulesPerSecond,
      gives: 'the stream waits and tries again. Ask AWS for more',
    },
    {
      what: 'timers: waiting',
      unit: 'timers',
      asked: entriesPerDay(workspaces) * WORKLOAD.daysAhead,
      limit: AWS.schedules,
      gives: 'no timer can be made; the sweep still publishes. Make timers a day ahead only',
    },
    {
      what: 'sweep: entries in a run',
      unit: 'entries',
      asked: Math.max(0, burst.all - PLATFORM_COUNT * PUBLISHED_PER_SECOND * 15),
      limit: SERVICE.dueShards * SERVICE.sweptPerShard,
      gives: 'the oldest are woken again, the rest in the next minute; a second message does no harm',
    },
    {
      what: 'index `by_due`: writes of one shard',
      unit: 'units/s',
      asked: (published * PER_PUBLISHING.dueIndexWrites) / SERVICE.dueShards,
      limit: AWS.partitionWrites,
      gives: 'writes of the table are throttled. More shards',
    },
    {
      what: 'table: writes while the burst is published',
      unit: 'units/s',
      asked: published * PER_PUBLISHING.writes,
      limit: AWS.tableWrites,
      gives: 'throttled. Ask AWS for more',
    },
    {
      what: 'stream: records while the burst is published',
      unit: 'records/s',
      asked: streamRecords,
      limit: shardRecords,
      gives: 'events and deliveries come late. Parallelization factor 10 on the event source',
    },
    {
      what: 'deliveries while the burst is published',
      unit: '/s',
      asked: deliveries,
      limit: Math.floor((AWS.pollersAtFirst * SERVICE.deliveryBatch) / TAKES.deliveryBatch),
      gives: `Lambda adds ${AWS.pollersPerMinute} pollers a minute. Receivers that hang have workers of their own, and take nobody else's`,
    },
    {
      what: 'requests in the busiest minute',
      unit: '/s',
      asked: requests,
      limit: AWS.concurrency / 0.05,
      gives: '503. Ask AWS for more concurrency',
    },
  ].map((bound) => ({ ...bound, asked: Math.round(bound.asked * 10) / 10 }));
}

/** The bound that is overstepped by most, or is nearest; a size breaks first where it comes first with growth. */
export function firstToBreak(bounds: Bound[]): Bound {
  return bounds.reduce((worst, bound) =>
    bound.asked / bound.limit > worst.asked / worst.limit ? bound : worst,
  );
}

/** What one workspace at its request limit asks of its partitions, in write units a second. */
export function busiestWorkspace(): { key: string; writes: number; by: string }[] {
  const perSecond = SERVICE.requestsPerMinute / 60;
  return [
    {
      key: 'WS#…#CONTENT',
      writes: 2 * perSecond,
      by: 'every request creates a draft of up to 1 KB, in a transaction',
    },
    {
      key: 'WS#…#COUNT',
      writes: 2 * perSecond,
      by: `the same requests; all ${SERVICE.counterShards} counters share this key, so sharding spreads conflicts, not writes`,
    },
    {
      key: 'WS#…#CONTENT#draft#twitter (by_facet)',
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
export function reachedAt(what: string): number | null {
  const isOver = (workspaces: number) => {
    const bound = boundsAt(workspaces).find((each) => each.what === what)!;
    return bound.asked > bound.limit;
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
