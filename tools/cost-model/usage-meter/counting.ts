import { keyOf } from '../../../lib/core/table/schema.ts';
import { formatDay, formatInstant, HOUR_MS } from '../../../lib/core/values/timestamps.ts';
import { newMediaAsset } from '../../../lib/media/rules/media-asset.ts';
import { readyFile } from '../../../lib/media/samples.ts';
import { mediaAssetWrites } from '../../../lib/media/store/media-assets.ts';
import { usageDayEntity } from '../../../lib/usage/entities/usage.ts';
import { addUsage, type MeasuredCounting, type MeasuredUsage, scaleUsage, type Usage } from '../usage.ts';
import { measureDeliveries } from './deliveries.ts';
import { patchItem } from './direct-table-access.ts';
import { type MeteredStack, startMeteredStack } from './metered-stack.ts';
import { measurePost } from './post.ts';
import { measureRun } from './runs.ts';
import { newTenant } from './tenant.ts';

/** The same work on a stage that does not count usage. */
type Uncounted = Pick<MeasuredUsage, 'runs' | 'post' | 'reading' | 'delivery'> & { files: ReadyFiles };

/** What follows from files that become ready: the first of a workspace in an hour, and another one. */
export interface ReadyFiles {
  workspaceId: string;
  first: Usage;
  second: Usage;
}

/**
 * Measure what a stage that counts usage does besides, by the same work on such a stage. The first change of a workspace in an
 * hour marks its day. `number`: of the first of its tenants.
 */
export async function measureCounting(without: Uncounted, number: number): Promise<MeasuredCounting> {
  const stack = await startMeteredStack({ countsUsage: true });
  try {
    const run = await measureRun(stack, 'on-sweep-due');
    const files = await measureReadyFiles(stack, number);
    const mark = added(added(files.first, files.second), added(without.files.first, without.files.second));
    // A further run within five minutes reads less: it looks for no items without an approval.
    const further = await measureRun(stack, 'on-sweep-due');
    await makeDayDue(stack, files.workspaceId);
    const sum = addUsage(await measureRun(stack, 'on-sweep-due'), scaleUsage(further, -1));
    await readyFiles(stack, number + 2);
    const { steps, reading } = await measurePost(stack, 'twitter', number + 3, without.runs['on-metric-polls-due']);
    const { delivery } = await measureDeliveries(stack, number + 4);
    const [, item, ...post] = steps.map(({ units }, index) => added(units, without.post[index]!.units));
    return {
      run: added(run, without.runs['on-sweep-due']),
      item: added(item!, mark),
      post: addUsage(...post),
      reading: added(reading, without.reading),
      delivery: added(delivery.alone, without.delivery.alone),
      file: added(files.second, without.files.second),
      mark,
      sum,
    };
  } finally {
    await stack.stop();
  }
}

/** Subtract usage. The stream worker logs nothing about what it counts: other lengths of lines are no usage. */
function added(all: Usage, other: Usage): Usage {
  return { ...addUsage(all, scaleUsage(other, -1)), logBytes: 0 };
}

/**
 * Measure what follows from two files that become ready, one after the other. `number`: of the first of two tenants. What the
 * stream worker reads once a minute for all workspaces, it reads for the other tenant, unmeasured.
 */
export async function measureReadyFiles(stack: MeteredStack, number: number): Promise<ReadyFiles> {
  await readyFiles(stack, number);
  return readyFiles(stack, number + 1);
}

async function readyFiles(stack: MeteredStack, number: number): Promise<ReadyFiles> {
  const nowMs = Date.now();
  const { tenant, writes } = newTenant(number, nowMs, {}, stack.encryptSecrets);
  const { workspaceId: workspace_id, ownerId: created_by } = tenant;
  await stack.seed(writes);
  const ready = async (id: string) => {
    const owner = { id, workspace_id, created_by };
    const file = readyFile(owner, nowMs);
    const uploading = newMediaAsset({ upload_bytes: file.storage_bytes! }, owner, nowMs);
    await stack.seed(mediaAssetWrites(null, uploading));
    await stack.skipStream();
    await stack.seed(mediaAssetWrites(uploading, file));
    return stack.measure(() => stack.consumeStream());
  };
  const first = await ready('med_01K00000000000000000000010');
  return { workspaceId: workspace_id, first, second: await ready('med_01K00000000000000000000011') };
}

/** Make the day of a workspace as it is an hour later: its sum is due. */
async function makeDayDue(stack: MeteredStack, workspace_id: string): Promise<void> {
  const nowMs = Date.now();
  const past = formatInstant(nowMs - HOUR_MS);
  const key = keyOf(usageDayEntity, { workspace_id, day: formatDay(nowMs) });
  await patchItem(stack, key, { marked_until: past, due_at: past, due_sk: past }, 'attribute_exists(pk)');
  await stack.skipStream();
}
