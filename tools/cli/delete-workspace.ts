import { randomBytes } from 'node:crypto';
import timers from 'node:timers/promises';
import { ERASURE } from '../../lib/audit/rules/audit-log.ts';
import { RETRY_POLICIES } from '../../lib/core/retry/back-off.ts';
import { retryOnConflict } from '../../lib/core/retry/conflict.ts';
import { withActor } from '../../lib/core/table/audit-stamps-and-tombstones.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { makeId } from '../../lib/core/values/id.ts';
import { OPERATOR } from '../../lib/halts/rules/halt.ts';
import { STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';
import { loadWorkspace } from '../../lib/identity/store/workspaces.ts';
import { recheckAgain } from '../../lib/workspaces/rules/deletion-progress.ts';
import type { WorkspaceDeletion } from '../../lib/workspaces/rules/workspace-deletion.ts';
import { scheduledDeletion } from '../../lib/workspaces/steps/schedule-deletion.ts';
import { deletionWrite, loadDeletion } from '../../lib/workspaces/store/workspace-deletions.ts';
import { UsageError } from './arguments.ts';
import { operatorActor } from './operator-actor.ts';

const POLL_MS = 10_000;

/**
 * Request the deletion of a workspace as `DELETE /workspaces/{id}` does, without days of grace, and wait until its job has
 * finished. A repeat continues to wait; after the end, it lets the job delete what a redrive has written since. Throws a UsageError
 * unless `confirmed` is the name of the workspace.
 */
export async function deleteWorkspace(
  id: string,
  confirmed: string | undefined,
  warn: (line: string) => void,
): Promise<WorkspaceDeletion> {
  await retryOnConflict(RETRY_POLICIES.request, () => request(id, confirmed));
  warn('The job of the service deletes it in about a quarter of an hour. A repeat of the command continues to wait.');
  let shown = '';
  for (;;) {
    const deletion = await loadDeletion(id);
    if (!deletion) throw new Error(`The deletion of ${id} was withdrawn.`);
    if (deletion.status === 'finished' && !isDue(deletion)) return deletion;
    const { status, step, counts } = deletion;
    const line = `${status}, ${step}: ${counts.items} items and ${counts.files} files are deleted.`;
    if (line !== shown) warn(line);
    shown = line;
    await timers.setTimeout(POLL_MS);
  }
}

async function request(id: string, confirmed: string | undefined): Promise<void> {
  const nowMs = Date.now();
  const workspace = id === STAGE_WORKSPACE_ID ? null : await loadWorkspace(id);
  if (!workspace) return repeat(id, nowMs);
  if (confirmed !== workspace.name) {
    throw new UsageError(`--confirm: must be the name of the workspace, "${workspace.name}".`);
  }
  const haltId = makeId('halt', nowMs, randomBytes(10));
  const scheduled = await scheduledDeletion(workspace, 0, { requestedBy: OPERATOR, haltId }, nowMs);
  if (scheduled) await commit(withActor(scheduled.writes, operatorActor(ERASURE, nowMs)));
}

async function repeat(id: string, nowMs: number): Promise<void> {
  const deletion = await loadDeletion(id);
  if (!deletion) throw new Error(`There is no workspace ${id}.`);
  const after = recheckAgain(deletion, nowMs);
  if (after !== deletion) await commit([deletionWrite(deletion, after)]);
}

function isDue({ due_at }: WorkspaceDeletion): boolean {
  return due_at !== null && Date.parse(due_at) <= Date.now();
}
