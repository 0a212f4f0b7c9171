import { type AccountRemoval, recordRemovalStep } from '../../accounts/rules/account-removal.ts';
import { accountRemovalWrite, loadAccountRemoval } from '../../accounts/store/account-removals.ts';
import type { StepJob } from '../../core/queue/step-job.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { splitIntoParts } from '../../core/stream/batches.ts';
import { commit, tryCommit } from '../../core/table/commit.ts';
import { exactTotal } from '../../core/table/list-total.ts';
import { cancelEntry } from '../rules/schedule/cancellation.ts';
import type { ScheduleEntry } from '../rules/schedule-entry.ts';
import { contentWrites, loadContentState } from '../store/contents.ts';
import { listEntries, loadEntry } from '../store/schedule-entries.ts';

const STEP_SIZE = 100;
const CONCURRENCY = 10;

/**
 * A step of the removal of an account: cancel its next pending entries, soonest first. A repeated step finds them
 * cancelled. An entry that is publishing finishes, and one that was scheduled at the moment of the deletion fails with
 * `account_missing`.
 */
export const accountRemovalJob: StepJob<AccountRemoval> = {
  load: loadAccountRemoval,
  run: async (removal, nowMs) => {
    const { workspace_id, account_id, cursor } = removal;
    const request = { limit: STEP_SIZE, skip: 0, after: cursor, total: exactTotal(0) };
    const found = await listEntries(workspace_id, { status: 'pending', account_id }, request);
    for (const part of splitIntoParts(found.records, CONCURRENCY)) {
      await Promise.all(part.map((entry) => cancelIfPending(entry, nowMs)));
    }
    await tryCommit([accountRemovalWrite(removal, recordRemovalStep(removal, found.next, nowMs))]);
    return { entries: found.records.length };
  },
};

async function cancelIfPending(found: ScheduleEntry, nowMs: number): Promise<void> {
  const { workspace_id, content_id, id } = found;
  await retryOnConflict(RETRY_POLICIES.scheduleEntry, async (attempt) => {
    const entry = attempt === 1 ? found : await loadEntry(workspace_id, id);
    if (entry?.state !== 'pending') return;
    const state = await loadContentState(workspace_id, content_id);
    const next = cancelEntry(state, entry, nowMs, 'account_deleted');
    if (state && next) await commit(contentWrites({ ...state, entries: [entry] }, next));
  });
}
