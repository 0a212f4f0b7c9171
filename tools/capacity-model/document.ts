import { table } from '../cost-model/markdown.ts';
import {
  AWS_QUOTAS,
  DURATIONS_SECONDS,
  PLATFORM_LIMITS,
  SERVICE_LIMITS,
  WORKLOAD,
  WORKSPACE_COUNTS,
  WRITES_PER_PUBLISH,
} from './assumptions.ts';
import {
  findExceedingSize,
  getBurst,
  getBusiestWorkspace,
  getCapacityLimits,
  getLateness,
  mostExceeded,
} from './limits.ts';

/** Concurrency of a publish function that is tried beside today's. */
const TRIED = [SERVICE_LIMITS.publishByMessage, 200, 800] as const;

/** The generated part of `docs/capacity.md`: what bounds the service at each size, and the burst played. */
export function renderScaleTables(): string {
  return [boundsTable(), firstTable(), burstTable(), workspaceTable(), assumptionTables()].join('\n\n');
}

function boundsTable(): string {
  const bySize = WORKSPACE_COUNTS.map((size) => getCapacityLimits(size));
  const rows = bySize[0]!.map(({ what, unit, whenExceeded: gives }, index) => {
    const reached = findExceedingSize(what);
    return [
      `${what} (${unit})`,
      ...bySize.map((bounds) => {
        const { demand: asked, limit } = bounds[index]!;
        return asked > limit
          ? `**${count(asked)}** of ${count(limit)}`
          : `${count(asked)} of ${count(limit)}`;
      }),
      reached === null ? 'over 10 million' : count(reached),
      gives,
    ];
  });
  const head = [
    'what',
    ...WORKSPACE_COUNTS.map((size) => count(size)),
    'reached at',
    'what gives, and what is changed first',
  ];
  return `## What is asked, of what there is\n\nWorkspaces across; bold is over the limit. “Reached at” is the number of workspaces.\n\n${table(head, rows)}`;
}

function firstTable(): string {
  const rows = WORKSPACE_COUNTS.map((size) => {
    const bounds = getCapacityLimits(size);
    const worst = mostExceeded(bounds);
    const over = bounds.filter(({ demand: asked, limit }) => asked > limit).length;
    const percent = `${Math.round((100 * worst.demand) / worst.limit)} %`;
    return [
      count(size),
      over === 0 ? 'nothing' : `${over} of ${bounds.length}`,
      `${worst.what}, ${percent}`,
      worst.whenExceeded,
    ];
  });
  return `## What breaks first\n\n${table(['workspaces', 'over a limit', 'furthest', 'changed first'], rows)}`;
}

function burstTable(): string {
  const rows = WORKSPACE_COUNTS.flatMap((size) =>
    TRIED.map((concurrency) => {
      const { p50, p95, last, tooLate } = getLateness(size, concurrency);
      const name =
        concurrency === SERVICE_LIMITS.publishByMessage ? `${concurrency}, today` : String(concurrency);
      return [
        count(size),
        count(getBurst(size).onePlatform),
        name,
        span(p50),
        span(p95),
        span(last),
        count(tooLate),
      ];
    }),
  );
  const head = [
    'workspaces',
    'due at :00, one platform',
    'concurrency',
    'p50',
    'p95',
    'last',
    'failed as too late',
  ];
  return `## The full hour\n\nLateness of the posts of one platform that are due at the busiest :00, played second by second (\`tools/capacity-model/burst-simulation.ts\`).\n\n${table(head, rows)}`;
}

function workspaceTable(): string {
  const rows = getBusiestWorkspace().map(({ key, writes, by }) => [
    `\`${key}\``,
    `${count(Math.round(writes))} of ${count(AWS_QUOTAS.partitionWrites)}`,
    by,
  ]);
  return `## One busy workspace\n\nIts plan's ${count(SERVICE_LIMITS.requestsPerMinute)} requests a minute keep it below what a partition takes, in write units a second:\n\n${table(['partition', 'asked', 'when'], rows)}`;
}

function assumptionTables(): string {
  const rows = [
    ...of('the service', SERVICE_LIMITS),
    ...of('AWS', AWS_QUOTAS),
    ...of('platforms', PLATFORM_LIMITS),
    ...of('use', WORKLOAD),
    ...of('seconds', DURATIONS_SECONDS),
    ...of('one publishing', WRITES_PER_PUBLISH),
  ];
  return `## Assumed\n\n\`tools/capacity-model/assumptions.ts\`; those of the service are compared with the code by a test.\n\n${table(['of', 'what', 'number'], rows)}`;
}

function of(group: string, values: Record<string, number>): string[][] {
  return Object.entries(values).map(([name, value]) => [group, `\`${name}\``, count(value)]);
}

function count(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 3 : 0 });
}

function span(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
