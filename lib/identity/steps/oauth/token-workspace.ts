import { STAGE_ONLY_PERMISSIONS } from '../../../core/api/permission.ts';
import { type ApiKey, isStageKey } from '../../rules/api-key.ts';
import { invalidTarget } from '../../rules/oauth/problems.ts';
import { loadNamedWorkspace } from '../../store/named-workspaces.ts';
import { invalidRequestError } from './oauth-fields.ts';

/**
 * Return the workspace that an access token is for, and the permissions that its API key has there: the one of the key, or
 * the one that the request of a stage key names, as the header `Workspace` does. In it, nothing acts on the stage. Throws 400:
 * `invalid_target` for a workspace that does not exist or that the stage key may not name, alike.
 */
export async function inNamedWorkspace(
  key: ApiKey,
  name: string | null,
): Promise<Pick<ApiKey, 'workspace_id' | 'permissions'>> {
  if (name === null) return key;
  if (!isStageKey(key)) throw invalidRequestError('Only the token request of a stage key names a workspace.');
  const workspace = await loadNamedWorkspace(name, key);
  if (!workspace) throw invalidTarget('The stage key may name no workspace of this id.');
  const permissions = key.permissions.filter((each) => !STAGE_ONLY_PERMISSIONS.includes(each));
  return { workspace_id: workspace.id, permissions };
}
