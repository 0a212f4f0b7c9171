import { invalidQueryError } from '../../core/problems/request-errors.ts';
import { loadAll } from '../../core/table/read.ts';
import { isId } from '../../core/values/id.ts';
import type { Caller } from '../../identity/pipeline/request-context.ts';
import { workspaceMismatch } from '../../identity/problems.ts';
import { STAGE_WORKSPACE_ID } from '../../identity/rules/stage.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import { workspaceKey } from '../../identity/store/workspaces.ts';
import { mayReadEvent } from '../events/event-permissions.ts';
import { type Event, eventPayload, externalIdOf, workspaceOf } from '../rules/event.ts';
import { MAX_FILTERED_WORKSPACES } from '../rules/stage-endpoint.ts';

/** Return whether a caller acts on the stage: by a stage key that names no workspace. */
export function isStage({ workspace }: Pick<Caller, 'workspace'>): boolean {
  return workspace.id === STAGE_WORKSPACE_ID;
}

/**
 * Return the workspaces whose events a caller lists: those that the query names, or that the stage key may name; null for all.
 * Throws 400 for an invalid list or one in a workspace, and 403 for workspaces that the key may not name.
 */
export function parseWorkspaces(caller: Caller, text: string | undefined): readonly string[] | null {
  const held = caller.stage?.workspaces ?? null;
  if (text === undefined) return held;
  const invalid = (detail: string) => invalidQueryError([{ pointer: 'workspaces', code: 'invalid', detail }]);
  if (!isStage(caller)) throw invalid('Only a stage key that names no workspace can send this parameter.');
  const ids = [...new Set(text.split(','))];
  if (ids.length > MAX_FILTERED_WORKSPACES || !ids.every((id) => isId('workspace', id) && id !== STAGE_WORKSPACE_ID)) {
    throw invalid(`Must be at most ${MAX_FILTERED_WORKSPACES} ids of workspaces, separated by commas.`);
  }
  if (held === null || ids.every((id) => held.includes(id))) return ids;
  throw workspaceMismatch('The stage key may not name all of these workspaces.');
}

/**
 * Build the API representation of events: without the data that the caller may not read, on the stage with their workspaces.
 */
export async function toEventViews(caller: Caller, events: readonly Event[]) {
  const workspaces = isStage(caller) ? await loadWorkspacesOf(events) : null;
  return events.map((event) => {
    const { data, ...payload } = eventPayload(event);
    const id = workspaceOf(event);
    return {
      ...payload,
      data: mayReadEvent(caller.permissions, event.type) ? data : null,
      ...(workspaces && { workspace: { id, external_id: externalIdOf(event, workspaces.get(id)) } }),
    };
  });
}

async function loadWorkspacesOf(events: readonly Event[]): Promise<Map<string, Workspace>> {
  const found = await loadAll<Workspace>([...new Set(events.map(workspaceOf))].map(workspaceKey));
  return new Map(found.flatMap((each) => (each ? [[each.id, each]] : [])));
}
