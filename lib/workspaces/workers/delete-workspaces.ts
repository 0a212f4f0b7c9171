import { log } from '../../core/observability/log.ts';
import { readableRecords, settleInParts } from '../../core/stream/batches.ts';
import type { Write } from '../../core/table/commit.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { workspaceKey } from '../../identity/store/workspaces.ts';
import { endStep, readsLog, startDeletion } from '../rules/deletion-progress.ts';
import type { WorkspaceDeletion } from '../rules/workspace-deletion.ts';
import { externalIdRelease, listDueDeletions } from '../store/workspace-deletions.ts';
import {
  countAndDeleteFiles,
  deleteItems,
  deleteLateFiles,
  type Outcome,
  type Progress,
  removeAccounts,
  saveProgress,
  type WorkspaceParts,
} from './deletion-steps.ts';

const MAX_PER_SHARD = 25;
const CONCURRENCY = 4;
/** Of a workspace in one run, so that a large one delays no other. The next run continues. */
const MAX_VISIT_MS = 60_000;
/** Less than the timeout of the function, with a visit. */
const MAX_RUN_MS = 200_000;

/**
 * Continue the deletions whose next step is due, oldest first. Every transaction has the deletion itself, on the condition of
 * its version: a run that was killed is continued by the next one, of two at once only one goes on, and each item is counted
 * once.
 */
export async function deleteDueWorkspaces(parts: WorkspaceParts, nowMs: number): Promise<void> {
  const due = await listDueDeletions(formatInstant(nowMs), MAX_PER_SHARD);
  await settleInParts(readableRecords('WorkspaceDeletion', due), CONCURRENCY, async (deletion) => {
    if (Date.now() - nowMs < MAX_RUN_MS) await continueDeletion(deletion, parts);
  });
}

async function continueDeletion(found: WorkspaceDeletion, parts: WorkspaceParts): Promise<void> {
  const endsMs = Date.now() + MAX_VISIT_MS;
  const hasTime = () => Date.now() < endsMs;
  let deletion: Progress = found.status === 'scheduled' ? await start(found) : found;
  while (deletion && isDue(deletion) && hasTime()) deletion = await runStep(deletion, parts, hasTime);
  if (!deletion) return;
  const { id: workspace_id, status, step, counts } = deletion;
  log.info('workspace deletion continued', { workspace_id, status, step, ...counts });
}

function isDue({ due_at }: WorkspaceDeletion): boolean {
  return due_at !== null && Date.parse(due_at) <= Date.now();
}

/** Start a deletion: from now on the workspace is unknown. A restoration at the same time is a conflict of one of the two. */
function start(deletion: WorkspaceDeletion): Promise<Progress> {
  const removal: Write = { delete: workspaceKey(deletion.id), condition: 'any' };
  return saveProgress(deletion, startDeletion(deletion, Date.now()), [removal]);
}

/** Run a step as far as there is time. Ends it when nothing of it is left. */
async function runStep(before: WorkspaceDeletion, parts: WorkspaceParts, hasTime: () => boolean): Promise<Progress> {
  const { deletion, found } = await workOn(before, parts, hasTime);
  if (!deletion || !hasTime()) return deletion;
  const after = endStep(deletion, found, Date.now());
  const isEnd = after.status === 'finished' && deletion.status !== 'finished';
  return saveProgress(deletion, after, isEnd ? await externalIdRelease(deletion) : []);
}

async function workOn(before: WorkspaceDeletion, parts: WorkspaceParts, hasTime: () => boolean): Promise<Outcome> {
  const { id, step } = before;
  if (step === 'files') return countAndDeleteFiles(before, hasTime);
  // Of every step: a person may still connect an account, by a link from before.
  const removed = await removeAccounts(before, parts, hasTime);
  if (step === 'accounts' || !removed.deletion) return removed;
  // Before its records are deleted.
  if (step === 'items') await parts.closeUsage(id);
  const { deletion, found } = await deleteItems(
    removed.deletion,
    parts.items(id, { withLog: readsLog(step) }),
    hasTime,
  );
  if (step === 'items' || !deletion) return { deletion, found };
  return { deletion, found: removed.found + found + (await deleteLateFiles(id, hasTime)) };
}
