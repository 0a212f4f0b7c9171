import type { Queue } from '../../../lib/queues/rules/queue.ts';
import type { Recurrence } from '../../../lib/recurrences/rules/recurrence.ts';
import { compareTimeZones } from '../../../tools/cli/time-zones.ts';
import { currentHarness, storedRecords } from '../worker-harness.ts';

/** Compare the times of all queues and recurrences of the table with the rules of time zones, as the command does. */
export async function compareStoredTimes(move: boolean) {
  const holders = (['Queue', 'Recurrence'] as const).flatMap((entity) =>
    storedRecords<Queue | Recurrence>(currentHarness(), entity).map(({ workspace_id, id }) => {
      return { entity, workspace_id, id };
    }),
  );
  const lines: string[] = [];
  const summary = await compareTimeZones(holders, move, (line) => lines.push(line));
  return { lines, summary };
}
