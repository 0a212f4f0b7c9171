import { randomBytes } from 'node:crypto';
import { RETRY_POLICIES } from '../../lib/core/retry/back-off.ts';
import { retryOnConflict } from '../../lib/core/retry/conflict.ts';
import { withActor } from '../../lib/core/table/audit-stamps-and-tombstones.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { makeId } from '../../lib/core/values/id.ts';
import { haltBy, newHalt, OPERATOR } from '../../lib/halts/rules/halt.ts';
import { type HaltRelease, newHaltRelease } from '../../lib/halts/rules/halt-release.ts';
import { haltWrites, loadHalt, resumeWrites } from '../../lib/halts/store/halts.ts';
import { loadStoredSettings } from '../../lib/identity/store/workspace-settings.ts';
import { waitUntilStopped } from '../../lib/publishing/steps/halt-wait.ts';
import { operatorActor } from './operator-actor.ts';

/** Workspaces that are changed at the same time. */
const PARALLEL = 16;

/** How missed posts are treated when an operator resumes. */
export type Resumption = Pick<HaltRelease, 'missed' | 'spread_seconds'>;

/**
 * Halt publishing in each of these workspaces, and return how many were not halted by an operator before. When it returns,
 * no worker sends a post of them any more. Safe to run again.
 */
export async function haltWorkspaces(workspaceIds: AsyncIterable<string>, reason: string): Promise<number> {
  const halted = await countEach(workspaceIds, (id) => haltWorkspace(id, reason));
  await waitUntilStopped();
  return halted;
}

/** End the halt of an operator in each of these workspaces, and return in how many. Safe to run again. */
export function resumeWorkspaces(workspaceIds: AsyncIterable<string>, resumption: Resumption): Promise<number> {
  return countEach(workspaceIds, (id) => resumeWorkspace(id, resumption));
}

function haltWorkspace(workspace_id: string, reason: string): Promise<boolean> {
  return retryOnConflict(RETRY_POLICIES.request, async () => {
    const nowMs = Date.now();
    const before = await loadStoredSettings(workspace_id);
    if (haltBy(OPERATOR, before)) return false;
    const owner = { id: makeId('halt', nowMs, randomBytes(10)), workspace_id, created_by: OPERATOR };
    const halt = newHalt({ scope: 'workspace', reason }, owner, nowMs);
    await commit(withActor(haltWrites(before, halt), operatorActor('workspace.halt', nowMs)));
    return true;
  });
}

function resumeWorkspace(workspace_id: string, resumption: Resumption): Promise<boolean> {
  return retryOnConflict(RETRY_POLICIES.request, async () => {
    const before = await loadStoredSettings(workspace_id);
    const active = haltBy(OPERATOR, before);
    const halt = active && (await loadHalt(workspace_id, active.id));
    if (!halt) return false;
    const nowMs = Date.now();
    const release = newHaltRelease(halt, { workspace_id, ...resumption, resumed_by: OPERATOR }, nowMs);
    await commit(withActor(resumeWrites(before, halt, release), operatorActor('workspace.resume', nowMs)));
    return true;
  });
}

/** Change each workspace, some at a time, and count those that have changed. */
async function countEach(ids: AsyncIterable<string>, change: (id: string) => Promise<boolean>): Promise<number> {
  let count = 0;
  let batch: string[] = [];
  const changeBatch = async () => {
    const changed = await Promise.all(batch.map(change));
    count += changed.filter(Boolean).length;
    batch = [];
  };
  for await (const id of ids) {
    batch.push(id);
    if (batch.length === PARALLEL) await changeBatch();
  }
  await changeBatch();
  return count;
}
