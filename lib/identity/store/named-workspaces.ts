import { isId } from '../../core/values/id.ts';
import { type ApiKey, mayNameWorkspace } from '../rules/api-key.ts';
import { parseExternalName } from '../rules/external-id.ts';
import type { Workspace } from '../rules/workspace.ts';
import { loadWorkspace, loadWorkspaceIdOf } from './workspaces.ts';

/**
 * Load the workspace that a stage key names, as `ws_…` or `external:<external id, percent-encoded>`. Null for one that does
 * not exist, for one that the key may not name, and for any other text.
 */
export async function loadNamedWorkspace(name: string, key: Pick<ApiKey, 'workspaces'>): Promise<Workspace | null> {
  const externalId = parseExternalName(name);
  const id = externalId === null ? name : await loadWorkspaceIdOf(externalId);
  return id !== null && isId('workspace', id) && mayNameWorkspace(key, id) ? loadWorkspace(id) : null;
}
