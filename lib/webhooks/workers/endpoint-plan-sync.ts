import { isDeepStrictEqual } from 'node:util';
import { planAtLeast } from '../../core/config/plans.ts';
import { settings } from '../../core/config/settings.ts';
import { emitMetric } from '../../core/observability/emit-metric.ts';
import { log } from '../../core/observability/log.ts';
import { commit } from '../../core/table/commit.ts';
import { STAGE_WORKSPACE_ID } from '../../identity/rules/stage.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import { loadWorkspace } from '../../identity/store/workspaces.ts';
import { applyPlan, type WebhookEndpoint } from '../rules/webhook-endpoint.ts';
import { forgetStageEndpoints } from '../store/stage-receivers.ts';
import { endpointWrite, loadEndpoint, loadEndpoints } from '../store/webhook-endpoints.ts';
import { disableUnauthorized } from './end-authorizations.ts';

/**
 * Log and count an endpoint the first time it is warned or disabled, if it still is. Re-checks the workspace plan and
 * the authorization when an endpoint becomes active, because the request may have used a cached plan.
 */
export async function onEndpointChanged(
  before: WebhookEndpoint | null,
  after: WebhookEndpoint | null,
  nowMs: number,
): Promise<void> {
  if ((after ?? before)?.workspace_id === STAGE_WORKSPACE_ID) forgetStageEndpoints();
  if (!after) return;
  const { id: endpoint_id, workspace_id, failing_since, disabled_reason: reason } = after;
  const isWarned = Boolean(after.warned_at) && after.warned_at !== before?.warned_at;
  const isDisabled = after.status === 'disabled' && before?.status !== 'disabled';
  const current = isWarned || isDisabled ? await loadEndpoint(workspace_id, endpoint_id) : null;
  if (isWarned && current?.warned_at === after.warned_at) {
    log.warn('webhook endpoint warned', { workspace_id, endpoint_id, failing_since });
    emitMetric('EndpointsWarned', 1);
  }
  if (isDisabled && current?.status === 'disabled') {
    log.warn('webhook endpoint disabled', { workspace_id, endpoint_id, failing_since, reason });
    emitMetric('EndpointsDisabled', 1);
  }
  const isActivated = after.status === 'active' && before?.status !== 'active';
  if (isActivated) await syncEndpointsWithPlan(workspace_id);
  // The request may have used a cached token of a member or key that has lost the permission.
  if (isActivated || !isDeepStrictEqual(after.authorized_by, before?.authorized_by)) {
    await disableUnauthorized(after, nowMs);
  }
}

/** Pause or resume the endpoints of a workspace whose plan has changed. */
export async function onWorkspaceChanged(before: Workspace | null, after: Workspace | null): Promise<void> {
  if (before && after && before.plan !== after.plan) await syncEndpointsWithPlan(after.id);
}

/**
 * Apply the current plan of a workspace to its endpoints. The plan may be newer than the stream record.
 * Throws on a conflict with another change of an endpoint, so that the stream retries.
 */
async function syncEndpointsWithPlan(workspaceId: string): Promise<void> {
  const [workspace, endpoints] = await Promise.all([loadWorkspace(workspaceId), loadEndpoints(workspaceId)]);
  if (!workspace) return;
  const isAllowed = planAtLeast(workspace.plan, settings().webhookPlan);
  for (const endpoint of endpoints) {
    const updated = applyPlan(endpoint, isAllowed, Date.now());
    if (updated === endpoint) continue;
    await commit([endpointWrite(endpoint, updated)]);
    const { id: endpoint_id, status } = updated;
    log.info('endpoint status changed by plan', { workspace_id: workspaceId, endpoint_id, status });
  }
}
