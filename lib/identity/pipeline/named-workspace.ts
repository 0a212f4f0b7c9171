import { invalidRequest } from '../../core/problems/problems.ts';
import { withPrefetched } from '../../core/table/prefetched.ts';
import { isId } from '../../core/values/id.ts';
import { workspaceMismatch, workspaceRequired } from '../problems.ts';
import { type ApiKey, isStageKey, mayNameWorkspace } from '../rules/api-key.ts';
import { isWorkspaceName, parseExternalName } from '../rules/external-id.ts';
import { STAGE_WORKSPACE_ID } from '../rules/stage.ts';
import type { Workspace } from '../rules/workspace.ts';
import type { LoadedToken } from '../store/access-tokens.ts';
import { loadNamedWorkspace } from '../store/named-workspaces.ts';
import type { RequestContext } from './request-context.ts';

// As long as a token is cached: a workspace that is suspended or deleted may be named for a minute more.
const CACHE_TTL_MS = 60_000;
const CACHE_MAX = 1_000;

const cache = new Map<string, { workspace: Workspace; expiresAtMs: number }>();

/** Return the id of a workspace that the header `Workspace` has, or null: nothing proves that the caller may name it. */
export function unverifiedWorkspaceId({ event }: RequestContext): string | null {
  const header = event.headers?.workspace;
  return header !== undefined && isId('workspace', header) ? header : null;
}

/**
 * Return the workspace of a request: that of the token, or the one that a stage key names in the header `Workspace`, as
 * `ws_…` or `external:<external id, percent-encoded>`. Throws 400 `workspace_required` for a stage key that names none where
 * the endpoint needs one, 400 for a malformed name, and 403 `workspace_mismatch` for a workspace that the token may not name or
 * that does not exist, alike. What acts on the stage is requested by a token of the stage, without the header.
 */
export async function findWorkspace(
  context: RequestContext,
  { key, workspace }: { key: LoadedToken['key']; workspace: Workspace },
): Promise<Workspace> {
  const name = context.event.headers?.workspace;
  const isOfStage = key !== null && isStageKey(key);
  if (isOfStage && context.endpoint?.stage === true) {
    if (workspace.id !== STAGE_WORKSPACE_ID) throw mismatch();
    if (name !== undefined) throw invalidRequest('This request acts on the stage: leave the header Workspace out.');
    return workspace;
  }
  if (!isOfStage || workspace.id !== STAGE_WORKSPACE_ID) {
    if (name !== undefined && !isNamedBy(name, workspace)) throw mismatch();
    return workspace;
  }
  if (name === undefined) {
    if (context.endpoint?.stage) return workspace;
    throw workspaceRequired('A stage key names the workspace of this request in the header Workspace.');
  }
  const found = await loadNamed(name, key, context);
  if (!found) throw mismatch();
  return found;
}

function mismatch(): Error {
  return workspaceMismatch('The access token may name no workspace as the header Workspace does.');
}

function isNamedBy(name: string, { id, external_id }: Workspace): boolean {
  return name === id || (external_id != null && parseExternalName(name) === external_id);
}

/** Load the workspace of a name that a stage key may use, or null: after the same reads, whether or not it exists. */
async function loadNamed(name: string, key: ApiKey, context: RequestContext): Promise<Workspace | null> {
  const cached = cache.get(name);
  if (cached && cached.expiresAtMs > context.nowMs && mayNameWorkspace(key, cached.workspace.id))
    return cached.workspace;
  if (!isWorkspaceName(name)) {
    throw invalidRequest('Workspace must be the id of a workspace, or external: and a percent-encoded external id.');
  }
  const found = await withPrefetched(context.prefetched, () => loadNamedWorkspace(name, key));
  if (!found) return null;
  cache.delete(name);
  if (cache.size >= CACHE_MAX) cache.delete(cache.keys().next().value!);
  cache.set(name, { workspace: found, expiresAtMs: context.nowMs + CACHE_TTL_MS });
  return found;
}
