import { STAGE_WORKSPACE_ID } from '../../identity/rules/stage.ts';
import { loadWorkspace } from '../../identity/store/workspaces.ts';
import { type Event, type EventWorkspace, externalIdOf, workspaceOf } from '../rules/event.ts';
import { mayStillReceive } from '../rules/stage-endpoint.ts';
import type { WorkspaceRef } from '../rules/webhook-delivery.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';
import { loadForStage } from '../store/delivery-batch.ts';

/**
 * Return the workspace of an event, as an endpoint of the stage receives it. Null when the stage key that authorized the
 * endpoint may no longer name it: its rights at the time of each attempt decide.
 */
export async function workspaceForStage(
  endpoint: WebhookEndpoint,
  event: Event,
  nowMs: number,
): Promise<EventWorkspace | null> {
  const id = workspaceOf(event);
  const { workspace, key } = await loadForStage(id, endpoint.authorized_by!.client_id!);
  if (!mayStillReceive(endpoint, key, event, nowMs)) return null;
  return { id, external_id: externalIdOf(event, workspace) };
}

/**
 * Return whether an event that is missing, for an endpoint of the stage, was erased with its workspace, or with the one that it was
 * about.
 */
export async function isErased({ workspace_id, event_workspace_id }: WorkspaceRef): Promise<boolean> {
  if (event_workspace_id === undefined) return workspace_id === STAGE_WORKSPACE_ID;
  return !(await loadWorkspace(event_workspace_id));
}
