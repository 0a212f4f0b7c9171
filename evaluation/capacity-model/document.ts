import { table } from '../../tools/markdown/markdown.ts';
import { AWS_QUOTAS, BUSY_HOUR, SERVICE_LIMITS, WORKSPACE_COUNTS } from './assumptions.ts';
import {
  findExceedingSize,
  getBurst,
  getBusyHour,
  getCapacityLimits,
  getLateness,
  streamBatchSeconds,
} from './limits.ts';

/** Concurrency of one publish function: the current setting and a larger one. */
const COMPARED_CONCURRENCY = [SERVICE_LIMITS.publishConcurrency, BUSY_HOUR.publishConcurrency] as const;

/** Render the generated section of `evaluation/docs/capacity.md`. */
export function renderCapacityTables(): string {
  return [limitsTable(), burstTable(), busyHourTable(), streamTable()].join('\n\n');
}

function limitsTable(): string {
  const bySize = WORKSPACE_COUNTS.map((size) => getCapacityLimits(size));
  const rows = bySize[0]!.map(({ what, limit, whenExceeded }, index) => {
    const demands = bySize.map((limits) => limits[index]!.demand);
    const reached = findExceedingSize(what);
    return [
      what,
      count(limit),
      ...demands.map((demand) => (demand > limit ? `**${count(demand)}**` : count(demand))),
      reached === null ? 'over 10 million' : count(reached),
      whenExceeded,
    ];
  });
  const sizes = WORKSPACE_COUNTS.map((size) => count(size));
  const head = ['what', 'limit', ...sizes, 'exceeded at', 'effect and first remedy'];
  return `## Limits\n\nDemand by number of workspaces; bold exceeds the limit.\n\n${table(head, rows)}`;
}

function burstTable(): string {
  const rows = WORKSPACE_COUNTS.slice(1).flatMap((size) =>
    COMPARED_CONCURRENCY.map((concurrency) => {
      const { p50, p95, last, tooLate } = getLateness(size, concurrency);
      const { onePlatform } = getBurst(size);
      return [count(size), count(onePlatform), `${concurrency}`, ...[p50, p95, last, tooLate].map(count)];
    }),
  );
  const head = ['workspaces', 'due at once, one platform', 'concurrency', 'p50 (s)', 'p95 (s)', 'last (s)', 'too late'];
  return `## Publish burst at 09:00\n\nLateness of the posts that one platform has due in the same second, simulated second by second. ${SERVICE_LIMITS.publishConcurrency} is the current concurrency. The slow lane has its own.\n\n${table(head, rows)}`;
}

function busyHourTable(): string {
  const { lateness, publishedPerSecond, writeUnits, reservedConcurrency } = getBusyHour();
  const { posts, withinSeconds, workspaces, ...settings } = BUSY_HOUR;
  const rows = [
    ['last post sent', `${lateness.last} s after 09:00 (p50 ${lateness.p50} s, p95 ${lateness.p95} s)`],
    ['posts per second, at full concurrency', count(publishedPerSecond)],
    ['`publishConcurrency`', `${settings.publishConcurrency} for each platform, with provisioned pollers`],
    ['`scheduleConcurrency`, `streamConcurrency`', `${settings.scheduleConcurrency}, ${settings.streamConcurrency}`],
    ['`warmWriteUnitsPerSecond`', `${count(settings.warmWriteUnits)}, of which the hour uses ${count(writeUnits)}`],
    [
      'quota: concurrent executions',
      `${count(reservedConcurrency)} reserved for these, and those of the other functions`,
    ],
    [
      'quota: write units of a table',
      `${count(settings.warmWriteUnits)} instead of ${count(AWS_QUOTAS.tableWriteUnits)}`,
    ],
    ['quota: invocations of schedules', `${count(AWS_QUOTAS.schedulesPerSecond)} a second, the default`],
  ];
  return `## ${count(posts)} posts at 09:00 within ${withinSeconds / 60} minutes\n\nWhat ${count(workspaces)} workspaces need so that ${count(posts)} posts, spread evenly over all platforms, are sent within ${withinSeconds} s, in the same simulation. Lambda increases the concurrency of a queue by 300 a minute, with provisioned pollers by 1,000.\n\n${table(['', ''], rows)}`;
}

function streamTable(): string {
  const { tripleLoad } = getBusyHour();
  const rows = [
    ['records per second', count(tripleLoad.recordsPerSecond)],
    ['capacity with the production settings', `${count(tripleLoad.capacity)} records per second`],
    [
      'a batch of 100 records',
      `${count(streamBatchSeconds())} s at ${SERVICE_LIMITS.streamMemoryMb} MB, ${count(streamBatchSeconds(512))} s at 512 MB (0.29 vCPU)`,
    ],
    ['age of the oldest record', `${count(tripleLoad.ageSeconds)} s`],
  ];
  return `## The stream at three times 100 posts per second\n\nFor ten minutes, with the metric polls of ${count(BUSY_HOUR.workspaces)} workspaces.\n\n${table(['', ''], rows)}`;
}

function count(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 3 : 0 });
}
