import { table } from '../../tools/markdown/markdown.ts';
import { quantile } from '../benchmarks/statistics.ts';
import { QUEUE_ROWS } from './queue-fairness.ts';

/** The command that the marker of the section about queues names. */
export const QUEUES_BY = 'npm run capacity -w evaluation, for queues';

/** Render the section about queues of `evaluation/docs/capacity.md`. */
export async function renderQueueFairness(): Promise<string> {
  const rows: string[][] = [];
  for (const { queue, bound, hostile, measure } of QUEUE_ROWS) {
    const { alone, besideHostile } = await measure();
    rows.push([queue, bound, hostile, ...[alone, besideHostile].map((waits) => seconds(quantile(waits, 0.95)))]);
  }
  const head = ['queue', 'what bounds one workspace', 'the hostile workspace has', 'p95 without it', 'p95 with it'];
  return table(head, rows);
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
}
