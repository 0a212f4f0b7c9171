import { scheduleEntryEntity } from '../../content/entities/schedule-entries.ts';
import { loadDueEntries } from '../../content/store/schedule-entries.ts';
import { loadSchedulePlan, type PlannedShard, saveSchedulePlan } from '../../content/store/schedule-plan.ts';
import { log } from '../../core/observability/log.ts';
import { PLANNING_HORIZON_MS } from '../../core/retry/waits.ts';
import { readableRecords, splitIntoParts } from '../../core/stream/batches.ts';
import { type DuePosition, dueItemPages, SHARDS } from '../../core/table/due-index.ts';
import { syncSchedule } from './sync-schedule.ts';

// For each shard of the index: about 250 requests a second in all, which EventBridge Scheduler accepts in every region.
const CONCURRENCY = 2;
// Less than the function's timeout of 15 minutes. The next run continues.
const MAX_RUN_MS = 780_000;

/**
 * Create the schedules of the posts that have come within reach. The plan says where the last run has stopped, so
 * missed and unfinished runs have no effect on later ones. A post that has its schedule already keeps it.
 */
export async function planSchedules(nowMs: number): Promise<void> {
  const until = new Date(nowMs + PLANNING_HORIZON_MS).toISOString();
  const plan = await loadSchedulePlan();
  const walks = await Promise.all(
    SHARDS.map(async (shard) => [shard, await planShard(shard, plan[shard], until, nowMs)] as const),
  );
  await saveSchedulePlan(Object.fromEntries(walks.map(([shard, { reached }]) => [shard, reached])));
  const isFinished = walks.every(([, { reached }]) => reached.after === undefined);
  const entries = walks.reduce((total, [, { planned }]) => total + planned, 0);
  log.info('schedules planned', { entries, until, finished: isFinished });
}

/** Plan the posts of one shard from where it was left. Returns how many, and where the next run begins. */
async function planShard(
  shard: string,
  left: PlannedShard | undefined,
  until: string,
  nowMs: number,
): Promise<{ planned: number; reached: PlannedShard }> {
  const now = new Date(nowMs).toISOString();
  // The sweep queues earlier entries.
  const { from, after }: PlannedShard = left && left.from > now ? left : { from: now };
  let planned = 0;
  for await (const page of dueItemPages(scheduleEntryEntity, shard, { from, to: until, after })) {
    const entries = readableRecords('ScheduleEntry', await loadDueEntries(page));
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    for (const part of splitIntoParts(page, CONCURRENCY)) {
      await Promise.all(part.map(({ sk }) => byId.get(sk)).map((entry) => entry && syncSchedule(entry)));
      planned += part.length;
      if (Date.now() - nowMs >= MAX_RUN_MS) return { planned, reached: continueAfter(part.at(-1)!) };
    }
  }
  return { planned, reached: { from: until } };
}

function continueAfter(position: DuePosition): PlannedShard {
  return { from: position.due_sk, after: position };
}
