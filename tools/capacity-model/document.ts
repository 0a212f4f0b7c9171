import { table } from '../markdown/markdown.ts';
import { SERVICE_LIMITS, WORKSPACE_COUNTS } from './assumptions.ts';
import { findExceedingSize, getBurst, getCapacityLimits, getLateness } from './limits.ts';

/** Concurrency of one publish function: the current setting and a larger one. */
const COMPARED_CONCURRENCY = [SERVICE_LIMITS.publishConcurrency, 200] as const;

/** Renders the generated section of `docs/capacity.md`. */
export function renderCapacityTables(): string {
  return [limitsTable(), burstTable()].join('\n\n');
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
  return `## Publish burst at 09:00\n\nLateness of the posts that one platform has due in the same second, simulated second by second. ${SERVICE_LIMITS.publishConcurrency} is the current concurrency.\n\n${table(head, rows)}`;
}

function count(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 3 : 0 });
}
