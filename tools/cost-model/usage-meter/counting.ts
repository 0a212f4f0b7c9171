import { keyOf } from '../../../lib/core/table/schema.ts';
import { formatDay, formatInstant, HOUR_MS } from '../../../lib/core/values/timestamps.ts';
import { usageDayEntity } from '../../../lib/usage/entities/usage.ts';
import { addUsage, type MeasuredCounting, type MeasuredUsage, subtractUsage, type Usage } from '../usage.ts';
import { measureDeliveries } from './deliveries.ts';
import { patchItem } from './direct-table-access.ts';
import { type MeteredStack, startMeteredStack } from './metered-stack.ts';
import { measurePost } from './post.ts';
import { measureReadyFiles, type ReadyFiles } from './ready-files.ts';
import { measureRun } from './runs.ts';

/** The same work on a stage that does not count usage. */
type Uncounted = Pick<MeasuredUsage, 'runs' | 'post' | 'reading' | 'delivery'> & { files: ReadyFiles };

/**
 * Measure what a stage that counts usage does besides, by the same work on such a stage. The first change of a workspace in an
 * hour marks its day. `number`: of the first of its tenants.
 */
export async function measureCounting(without: Uncounted, number: number): Promise<MeasuredCounting> {
  const stack = await startMeteredStack({ countsUsage: true });
  try {
    const run = await measureRun(stack, 'on-sweep-due');
    const files = await measureReadyFiles(stack, number);
    const mark = subtractUnlogged(
      subtractUnlogged(files.first, files.second),
      subtractUnlogged(without.files.first, without.files.second),
    );
    // A further run within five minutes reads less: it looks for no items without an approval.
    const further = await measureRun(stack, 'on-sweep-due');
    await makeDayDue(stack, files.workspaceId);
    const sum = subtractUsage(await measureRun(stack, 'on-sweep-due'), further);
    const { steps, reading } = await measurePost(stack, 'twitter', number + 1, without.runs['on-metric-polls-due']);
    const { delivery } = await measureDeliveries(stack, number + 2);
    const [, item, ...post] = steps.map(({ units }, index) => subtractUnlogged(units, without.post[index]!.units));
    return {
      run: subtractUnlogged(run, without.runs['on-sweep-due']),
      item: subtractUnlogged(item!, mark),
      post: addUsage(...post),
      reading: subtractUnlogged(reading, without.reading),
      delivery: subtractUnlogged(delivery.alone, without.delivery.alone),
      file: subtractUnlogged(files.second, without.files.second),
      mark,
      sum,
    };
  } finally {
    await stack.stop();
  }
}

/** Subtract usage. The stream worker logs nothing about what it counts: other lengths of lines are no usage. */
function subtractUnlogged(all: Usage, part: Usage): Usage {
  return { ...subtractUsage(all, part), logBytes: 0 };
}

/** Make the day of a workspace as it is an hour later: its sum is due. */
async function makeDayDue(stack: MeteredStack, workspace_id: string): Promise<void> {
  const nowMs = Date.now();
  const past = formatInstant(nowMs - HOUR_MS);
  const key = keyOf(usageDayEntity, { workspace_id, day: formatDay(nowMs) });
  await patchItem(stack, key, { marked_until: past, due_at: past, due_sk: past }, 'attribute_exists(pk)');
  await stack.skipStream();
}
