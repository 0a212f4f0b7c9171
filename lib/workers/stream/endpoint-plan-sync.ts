import { settings } from '../../config/settings.ts';
import { planAtLeast, type Workspace } from '../../domain/identity/workspace.ts';
import { applyPlan, type WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { emitMetric } from '../../observability/emit-metric.ts';
import { log } from '../../observability/log.ts';
import { commit } from '../../table/commit.ts';
import { endpointWrite, loadEndpoints } from '../../table/webhook-endpoints.ts';
import { loadWorkspace } from '../../table/workspaces.ts';

/**
 * An endpoint that is warned or disabled is told of once: in the log and by a metric. One that has become active
 * is held against the plan of its workspace, because a request may have been let in by a plan that was just left.
 */
export async function onEndpointChanged(before: WebhookEndpoint | null, after: WebhookEndpoint | null) {
  if (!after) return;
  const { id: endpoint_id, workspace_id, failing_since, disabled_reason: reason } = after;
  if (after.warned_at && after.warned_at !== before?.warned_at) {
    log.warn('endpoint.warned', { workspace_id, endpoint_id, failing_since });
    emitMetric('EndpointsWarned', 1);
  }
  if (after.status === 'disabled' && before?.status !== 'disabled') {
    log.warn('endpoint.disabled', { workspace_id, endpoint_id, failing_since, reason });
    emitMetric('EndpointsDisabled', 1);
  }
  if (after.status === 'active' && before?.status !== 'active') await syncEndpointsWithPlan(workspace_id);
}

/** A workspace on another plan: its endpoints are paused with it, or resumed. */
export async function onWorkspaceChanged(before: Workspace | null, after: Workspace | null): Promise<void> {
  if (before && after && before.plan !== after.plan) await syncEndpointsWithPlan(after.id);
}

/**
 * Brings the endpoints of a workspace to what its plan allows now, which may be another one than in the change
 * that is followed. An endpoint that somebody else changes meanwhile fails the change, and it is followed again.
 */
async function syncEndpointsWithPlan(workspaceId: string): Promise<void> {
  const [workspace, endpoints] = await Promise.all([loadWorkspace(workspaceId), loadEndpoints(workspaceId)]);
  if (!workspace) return;
  const isAllowed = planAtLeast(workspace.plan, settings().webhookPlan);
  for (const endpoint of endpoints) {
    const kept = applyPlan(endpoint, isAllowed, Date.now());
    if (kept === endpoint) continue;
    await commit([endpointWrite(endpoint, kept)]);
    log.info('endpoint status changed by plan', {
      workspace_id: workspaceId,
      endpoint_id: endpoint.id,
      status: kept.status,
    });
  }
}
