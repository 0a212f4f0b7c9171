import { missingPermissions, type Permission } from '../../core/api/permission.ts';
import { isKeyLive, keyPermissions } from '../../identity/rules/api-key.ts';
import { loadActiveKey } from '../../identity/store/api-keys.ts';
import { loadMember } from '../../identity/store/members.ts';
import { permissionsOfKinds, SUBSCRIBE_PERMISSION } from '../events/event-permissions.ts';
import type { EndpointAuthorization } from '../rules/endpoint-authorization.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';

/**
 * Return whether the authorization of an endpoint has ended: its member or API key may not read all of its events, or is
 * an agent key that is paused or may not subscribe.
 */
export async function isAuthorizationOver(endpoint: WebhookEndpoint, nowMs: number): Promise<boolean> {
  const { authorized_by, workspace_id, events, agent } = endpoint;
  if (!authorized_by) return false;
  const held = await permissionsOf(workspace_id, authorized_by, nowMs);
  const needed = [...permissionsOfKinds(events), ...(agent ? [SUBSCRIBE_PERMISSION] : [])];
  return missingPermissions(held, needed).length > 0;
}

async function permissionsOf(
  workspaceId: string,
  { user_id, client_id }: EndpointAuthorization,
  nowMs: number,
): Promise<readonly Permission[]> {
  const [member, key] = await Promise.all([
    loadMember(workspaceId, user_id),
    client_id === null ? null : loadActiveKey(workspaceId, client_id),
  ]);
  if (!member) return [];
  if (client_id === null) return member.permissions;
  return key && isKeyLive(key, nowMs) && !key.agent?.paused_at ? keyPermissions(key, member) : [];
}
