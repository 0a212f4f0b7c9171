import { fieldError } from '../../core/problems/request-errors.ts';
import type { Caller } from '../../identity/pipeline/request-context.ts';
import { workspaceMismatch } from '../../identity/problems.ts';
import { STAGE_WORKSPACE_ID } from '../../identity/rules/stage.ts';
import type { StageFilter } from '../rules/stage-filter.ts';

/** The filter as a request has it. Absent fields keep the value that the endpoint has. */
interface FilterEdit {
  workspaces?: readonly string[] | '*' | undefined;
  labels?: readonly string[] | null | undefined;
}

/**
 * Return the filter of an endpoint of the stage after a request; undefined for an endpoint of a workspace. Throws 422 for a
 * filter of such a one, and 403 for workspaces that the stage key may not name.
 */
export function parseFilter(caller: Caller, edit: FilterEdit, before?: StageFilter): StageFilter | undefined {
  const { workspaces, labels = before?.labels ?? null } = edit;
  if (caller.workspace.id !== STAGE_WORKSPACE_ID) {
    const field = (['workspaces', 'labels'] as const).find((name) => edit[name] !== undefined);
    if (field) throw fieldError(`/${field}`, 'stage_only', 'Only an endpoint of the stage has this field.');
    return undefined;
  }
  const held = caller.stage?.workspaces ?? null;
  const named = workspaces === undefined ? (before?.workspaces ?? null) : workspaces === '*' ? null : workspaces;
  if (held !== null && named?.some((id) => !held.includes(id))) {
    throw workspaceMismatch('The stage key may not name all of these workspaces.');
  }
  return { workspaces: named && [...named], labels: labels && [...labels] };
}
