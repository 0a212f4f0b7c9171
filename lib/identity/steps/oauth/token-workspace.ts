import { isId } from '../../../core/values/id.ts';
import { type ApiKey, isStageKey, mayNameWorkspace } from '../../rules/api-key.ts';
import { parseExternalName } from '../../rules/external-id.ts';
import { invalidTarget } from '../../rules/oauth/problems.ts';
import { loadWorkspace, loadWorkspaceIdOf } from '../../store/workspaces.ts';
import { invalidRequestError } from './oauth-fields.ts';

/**
 * Return the id of the workspace that an access token is for: that of the API key, or the one that the request of a stage key
 * names, as the header `Workspace` does. Throws 400: `invalid_target` for a workspace that does not exist or that the stage
 * key may not name, alike.
 */
export async function tokenWorkspaceId(key: ApiKey, name: string | null): Promise<string> {
  if (name === null) return key.workspace_id;
  if (!isStageKey(key)) throw invalidRequestError('Only the token request of a stage key names a workspace.');
  const externalId = parseExternalName(name);
  const id = externalId === null ? name : await loadWorkspaceIdOf(externalId);
  const isNamed = id !== null && isId('workspace', id) && id !== key.workspace_id && mayNameWorkspace(key, id);
  if (isNamed && (await loadWorkspace(id))) return id;
  throw invalidTarget('The stage key may name no workspace of this id.');
}
