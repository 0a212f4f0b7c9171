import { missingPermissions } from '../../core/api/permission.ts';
import { loadCredentialHolder } from '../../identity/store/credential-holders.ts';
import { permissionsOfKinds, SUBSCRIBE_PERMISSION } from '../events/event-permissions.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';

/**
 * Return whether the authorization of an endpoint has ended: its member or API key may not read all of its events, or is
 * an agent key that is paused or may not subscribe.
 */
export async function isAuthorizationOver(endpoint: WebhookEndpoint, nowMs: number): Promise<boolean> {
  const { authorized_by, workspace_id, events, agent } = endpoint;
  if (!authorized_by) return false;
  const { permissions } = await loadCredentialHolder(workspace_id, authorized_by, nowMs);
  const needed = [...permissionsOfKinds(events, workspace_id), ...(agent ? [SUBSCRIBE_PERMISSION] : [])];
  return missingPermissions(permissions, needed).length > 0;
}
