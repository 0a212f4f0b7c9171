import { settings } from '../../core/config/settings.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { settleAll } from '../../core/retry/settle-all.ts';
import { commit } from '../../core/table/commit.ts';
import { loadWorkspace } from '../../identity/store/workspaces.ts';
import { isCountable, isMarked, markDay, type UsageDay } from '../rules/usage-day.ts';
import type { UsageRecord } from '../rules/usage-records.ts';
import { loadUsageDay, usageDayWrite } from '../store/usage-days.ts';
import { storeUsageRecord } from '../store/usage-records.ts';

/** Return a stream handler that counts what a change adds to the usage of its workspace, in a stage that counts usage. */
export function countsChange<T>(recordsOf: (before: T | null, after: T | null) => UsageRecord[]) {
  return async (before: T | null, after: T | null): Promise<void> => {
    if (settings().countsUsage) await countUsage(recordsOf(before, after));
  };
}

/**
 * Store records, and have their days summed. The mark of a day comes after its records: a sum that has missed one is
 * followed by another. Does nothing for days whose sums are final, and for an erased workspace.
 */
async function countUsage(records: UsageRecord[]): Promise<void> {
  const countable = records.filter(({ day }) => isCountable(day, Date.now()));
  // An erasure deletes the workspace first. It would miss records of changes that the stream delivers late.
  const workspaces = await Promise.all(countable.map(({ workspace_id }) => loadWorkspace(workspace_id)));
  const counted = countable.filter((_, index) => workspaces[index] !== null);
  await settleAll(counted.map(storeUsageRecord));
  await settleAll(counted.map(ensureMarked));
}

type DayOfWorkspace = Pick<UsageDay, 'workspace_id' | 'day'>;

// Of the workspaces that publish in an hour, on one day each, as far as one instance sees them.
const MAX_KNOWN = 20_000;

/** Until when days are marked (epoch milliseconds), as this instance knows. */
const marked = new Map<string, number>();
const marking = new Map<string, Promise<void>>();

/** Mark a day unless it is: once for all changes of a stream batch, and about once an hour. */
async function ensureMarked(day: DayOfWorkspace): Promise<void> {
  const key = `${day.workspace_id} ${day.day}`;
  // A mark that another record has begun may end too soon for this one.
  while (!isMarked(marked.get(key) ?? 0, Date.now())) {
    const running = marking.get(key) ?? mark(key, day).finally(() => marking.delete(key));
    marking.set(key, running);
    await running;
  }
}

async function mark(key: string, day: DayOfWorkspace): Promise<void> {
  const present = await retryOnConflict(RETRY_POLICIES.request, async () => {
    const before = await loadUsageDay(day);
    const after = markDay(before, day, Date.now());
    if (after) await commit([usageDayWrite(before, after)]);
    return after ?? before!;
  });
  if (marked.size >= MAX_KNOWN) marked.clear();
  marked.set(key, Date.parse(present.marked_until));
}
