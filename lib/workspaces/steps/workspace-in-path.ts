import { loadOr404 } from '../../core/http/load-or-404.ts';
import { notFoundError } from '../../core/problems/request-errors.ts';
import { isId } from '../../core/values/id.ts';
import type { Caller } from '../../identity/pipeline/request-context.ts';
import { workspaceMismatch } from '../../identity/problems.ts';
import { externalPart } from '../../identity/rules/external-id.ts';
import { STAGE_WORKSPACE_ID } from '../../identity/rules/stage.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import { loadWorkspace, loadWorkspaceIdOf } from '../../identity/store/workspaces.ts';

/**
 * Load the workspace that a path names by its id, or by `external:` and its external id. Throws 404 for none, and, for a stage
 * key of some workspaces, the same 403 for another one and for none.
 */
export async function workspaceInPath(caller: Caller, name: string | undefined): Promise<Workspace> {
  return loadOr404('workspace', await workspaceIdInPath(caller, name), loadWorkspace);
}

/** Return the id of the workspace that a path names, which may be deleted. Throws as `workspaceInPath`. */
export async function workspaceIdInPath(caller: Caller, name = ''): Promise<string> {
  const externalId = externalPart(name); // Decoded with the path.
  const id = externalId === null ? name : await loadWorkspaceIdOf(externalId);
  assertNameable(caller, id);
  if (id === null || id === STAGE_WORKSPACE_ID || !isId('workspace', id)) throw notFoundError();
  return id;
}

/** Throw 403 for a workspace that the stage key of a caller may not name. `null`: a new one, or none. */
export function assertNameable({ stage }: Caller, id: string | null): void {
  if (stage === null || stage.workspaces === null || (id !== null && stage.workspaces.includes(id))) return;
  throw workspaceMismatch('The stage key may not name this workspace.');
}
