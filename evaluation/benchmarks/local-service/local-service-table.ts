import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { table } from '../../../tools/markdown/markdown.ts';
import { atMost, type Goal, goalCells } from '../goal.ts';
import { type LocalServiceFigures, measureLocalService } from './measure-local-service.ts';

const CACHE = resolve(import.meta.dirname, '../../../node_modules/.cache');
/** Of each kind of request. With the warm-up these are 22,000 and 50,000 requests. */
const COUNTS = [4_200, 9_800] as const;
const READ_GOAL = atMost(50);
const CREATE_GOAL = atMost(100);
const MEMORY_GOAL = atMost(500);

/**
 * Measure the local service twice on one folder: at its first start, which compiles the stack, for 22,000 requests, and
 * at its second start for 50,000.
 */
export async function measureLocalStarts(): Promise<[LocalServiceFigures, LocalServiceFigures]> {
  for (const name of ['assemblies', 'bundles']) rmSync(join(CACHE, name), { recursive: true, force: true });
  const folder = mkdtempSync(join(tmpdir(), 'content-intelligence-bench-'));
  try {
    return [await measureLocalService(folder, COUNTS[0]), await measureLocalService(folder, COUNTS[1])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Render the table of the local service. The figure of the second start is the noise of that of the first. */
export function renderLocalService([first, second]: [LocalServiceFigures, LocalServiceFigures]): string {
  const row = (name: string, one: number, other: number, goal: Goal | null): string[] => [
    name,
    one.toFixed(0),
    other.toFixed(0),
    ...goalCells(Math.max(one, other), goal),
  ];
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const [firstGoal, secondGoal] = [
    goalCells(first.startMs / 1000, atMost(10)),
    goalCells(second.startMs / 1000, atMost(4)),
  ];
  const rows = [
    [
      'ready, s',
      seconds(first.startMs),
      seconds(second.startMs),
      `${firstGoal[0]}, ${secondGoal[0]}`,
      `${firstGoal[1]}, ${secondGoal[1]}`,
    ],
    ...first.requests.map(({ name, p99 }, index) =>
      row(
        `p99 of \`${name}\`, ms`,
        p99,
        second.requests[index]!.p99,
        name === 'content.create' ? CREATE_GOAL : READ_GOAL,
      ),
    ),
    row('memory when ready, MB', first.freshMb, second.freshMb, null),
    row('memory after 22,000 and 50,000 requests, MB', first.loadedMb, second.loadedMb, MEMORY_GOAL),
  ];
  return table(['figure', 'first start', 'second start', 'goal', 'met'], rows);
}
