import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { entryWrite, loadEntry } from '../../content/store/schedule-entries.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { commit } from '../../core/table/commit.ts';
import { limitCountWrite } from '../../identity/store/limit-counters.ts';
import { giveBack, givesBack } from '../rules/limit-use.ts';

/**
 * Give back what an entry that has ended has taken of the limits of its workspace. A step of publishing that ends an
 * entry gives it back itself; requests that cancel or resolve it, and the end of a halt, do not. A repetition finds an entry
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
