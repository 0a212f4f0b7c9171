import type { EntryState, ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { entryWrite, loadEntry } from '../../content/store/schedule-entries.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { commit } from '../../core/table/commit.ts';
import { limitCountWrite } from '../../identity/store/limit-counters.ts';
import { giveBack } from '../rules/limit-use.ts';

/** The states in which an entry sends nothing more and is not live, or only in part. */
const STATES: readonly EntryState[] = ['cancelled', 'failed', 'interrupted'];

/**
 * Give back what an entry that has ended has taken of the limits of its workspace. A worker that ends an entry gives it back
 * itself; a request that cancels it before a repeat, or reports that it is not live, does not. A repetition finds an entry
 * that has taken nothing.
 */
export async function onEntryEnded(_: ScheduleEntry | null, after: ScheduleEntry | null, nowMs: number): Promise<void> {
  if (!after || !givesBack(after)) return;
  const { workspace_id, id } = after;
  await retryOnConflict(RETRY_POLICIES.scheduleEntry, async () => {
    const before = await loadEntry(workspace_id, id);
    if (!before || !givesBack(before)) return;
    const { entry, taken } = giveBack(before);
    const counts = taken.map((each) => limitCountWrite(workspace_id, each, null, nowMs));
    await commit([entryWrite(before, entry), ...counts]);
  });
}

function givesBack({ state, limit_use }: ScheduleEntry): boolean {
  return limit_use !== undefined && STATES.includes(state);
}
