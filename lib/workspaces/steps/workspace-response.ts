import type { Write } from '../../core/table/commit.ts';
import { etagOf } from '../../identity/pipeline/if-match.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import { workspaceUpdateWrite } from '../../identity/store/workspaces.ts';
import { waitUntilStopped } from '../../publishing/steps/halt-wait.ts';
import { toWorkspaceView } from '../rules/workspace-details.ts';

/** Build the response with a workspace. */
export function workspaceResponse(workspace: Workspace) {
  return { status: 200, headers: { etag: etagOf(workspace) }, body: toWorkspaceView(workspace) };
}

/** Build the response with a workspace that is halted: it waits until no worker sends a post of it any more. */
export function haltedResponse(workspace: Workspace) {
  const response = workspaceResponse(workspace);
  const afterCommit = async () => {
    await waitUntilStopped();
    return response;
  };
  return { ...response, afterCommit };
}

/** Return a workspace after a change, with its next version, and the write of the change. The write fails after another one. */
export function changeWorkspace<W extends Workspace>(before: Workspace, edited: W): { after: W; write: Write } {
  const after = { ...edited, version: before.version + 1 };
  return { after, write: workspaceUpdateWrite(before, after) };
}
