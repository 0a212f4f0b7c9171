import type { Permission } from '../../core/api/permission.ts';
import { log } from '../../core/observability/log.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { commit } from '../../core/table/commit.ts';
import { endAuthorization } from '../rules/endpoint-authorization.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';
import { isAuthorizationOver } from '../steps/current-authorization.ts';
import { endpointWrite, loadEndpoint, loadEndpoints } from '../store/webhook-endpoints.ts';

/** What a member and an API key have in common. */
interface Holder {
  workspace_id: string;
  permissions: readonly Permission[];
  revoked_at?: string | null;
  agent?: { paused_at: string | null };
}

/**
 * Disable the endpoints that a member or an API key has authorized and may no longer read. The endpoint, the member and
 * the key as they are now decide.
 */
export async function onGrantorChanged(before: Holder | null, after: Holder | null, nowMs: number): Promise<void> {
  if (!before || !losesPermissions(before, after)) return;
  for (const endpoint of await loadEndpoints(before.workspace_id)) await disableUnauthorized(endpoint, nowMs);
}

function losesPermissions(before: Holder, after: Holder | null): boolean {
  if (!after || (after.revoked_at && !before.revoked_at)) return true;
  if (after.agent?.paused_at && !before.agent?.paused_at) return true;
  return before.permissions.some((permission) => !after.permissions.includes(permission));
}

/**
 * Disable an endpoint whose member or API key may no longer read its events. Also for an endpoint that was authorized by
 * a token of a revoked key, which an instance accepts for up to a minute.
 */
export async function disableUnauthorized({ workspace_id, id }: WebhookEndpoint, nowMs: number): Promise<void> {
  await retryOnConflict(RETRY_POLICIES.endpoint, async () => {
    const endpoint = await loadEndpoint(workspace_id, id);
    if (!endpoint || endpoint.status === 'disabled' || !(await isAuthorizationOver(endpoint, nowMs))) return;
    await commit([endpointWrite(endpoint, endAuthorization(endpoint, nowMs))]);
    log.info('endpoint authorization ended', { workspace_id, endpoint_id: id, ...endpoint.authorized_by });
  });
}
