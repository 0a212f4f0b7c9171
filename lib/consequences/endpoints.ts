import { underPlan, type WebhookEndpoint } from '../domain/endpoint.ts';
import { reaches, type Workspace } from '../domain/workspace.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';
import { settings } from '../settings.ts';
import { commit } from '../table/commit.ts';
import { endpointWrite, loadEndpoints } from '../table/endpoint.ts';
import { loadWorkspace } from '../table/workspace.ts';

/**
 * An endpoint that is warned or disabled is told of once: in the log and by a metric. One that has become active
 * is held against the plan of its workspace, because a request may have been let in by a plan that was just left.
 */
export async function followEndpoint(before: WebhookEndpoint | null, after: WebhookEndpoint | null) {
  if (!after) return;
  const { id: endpoint_id, workspace_id, failing_since, disabled_reason: reason } = after;
  if (after.warned_at && after.warned_at !== before?.warned_at) {
    log.warn('endpoint.warned', { workspace_id, endpoint_id, failing_since });
    measure('EndpointsWarned', 1);
  }
  if (after.status === 'disabled' && before?.status !== 'disabled') {
    log.warn('endpoint.disabled', { workspace_id, endpoint_id, failing_since, reason });
    measure('EndpointsDisabled', 1);
  }
  if (after.status === 'active' && before?.status !== 'active') await keepToPlan(workspace_id);
}

/** A workspace on another plan: its endpoints are paused with it, or resumed. */
export async function followWorkspace(before: Workspace | null, after: Workspace | null): Promise<void> {
  if (before && after && before.plan !== after.plan) await keepToPlan(after.id);
}

/**
 * Brings the endpoints of a workspace to what its plan allows now, which may be another one than in the change
 * that is followed. An endpoint that somebody else changes meanwhile fails the change, and it is followed again.
 */
async function keepToPlan(workspaceId: string): Promise<void> {
  const [workspace, endpoints] = await Promise.all([loadWorkspace(workspaceId), loadEndpoints(workspaceId)]);
  if (!workspace) return;
  const isAllowed = reaches(workspace.plan, settings().webhookPlan);
  for (const endpoint of endpoints) {
    const kept = underPlan(endpoint, isAllowed, Date.now());
    if (kept === endpoint) continue;
    await commit([endpointWrite(endpoint, kept)]);
    log.info('endpoint under plan', {
      workspace_id: workspaceId,
      endpoint_id: endpoint.id,
      status: kept.status,
    });
  }
}
