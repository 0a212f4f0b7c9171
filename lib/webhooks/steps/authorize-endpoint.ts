import { assertHoldsAll, missingPermissions } from '../../core/api/permission.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { isId } from '../../core/values/id.ts';
import type { Caller } from '../../identity/pipeline/request-context.ts';
import { STAGE_WORKSPACE_ID } from '../../identity/rules/stage.ts';
import { loadActiveKey } from '../../identity/store/api-keys.ts';
import { isOfStage, permissionsOfKinds } from '../events/event-permissions.ts';
import type { EndpointAuthorization } from '../rules/endpoint-authorization.ts';

/** Throw 403 unless a caller may read the events of these kinds, or `*` for all. */
export function assertMayReceive({ permissions, workspace }: Caller, kinds: readonly string[]): void {
  const needed = permissionsOfKinds(kinds, workspace.id);
  const missing = missingPermissions(permissions, needed).join(' and ');
  assertHoldsAll(permissions, needed, `To receive these events, this request also requires the permission ${missing}.`);
}

/**
 * Authorize an endpoint by the caller, for these kinds. Throws 403 unless the caller may read them, and 422 for kinds that no
 * workspace has.
 */
export async function authorizeEndpoint(caller: Caller, kinds: readonly string[]): Promise<EndpointAuthorization> {
  const ofStage = kinds.filter(isOfStage);
  const isStage = caller.workspace.id === STAGE_WORKSPACE_ID;
  if (ofStage.length > 0 && !isStage) {
    throw fieldError('/events', 'stage_event', `Only endpoints of the stage receive ${ofStage.join(' and ')}.`);
  }
  assertMayReceive(caller, kinds);
  const { userId: user_id, clientId, workspace, stage } = caller;
  // What a stage key has created in a workspace belongs to its user, and stays when the key is revoked.
  if (isId('session', clientId) || (stage !== null && !isStage)) return { user_id, client_id: null, expires_at: null };
  const key = await loadActiveKey(workspace.id, clientId);
  const ofKey = { user_id, client_id: clientId, expires_at: key?.expires_at ?? null };
  return isStage ? { ...ofKey, workspaces: stage?.workspaces ?? null } : ofKey;
}
