import { loadWorkspace } from '../../identity/store/workspaces.ts';
import { type Event, type EventWorkspace, workspaceOf } from '../rules/event.ts';
import { mayStillReceive } from '../rules/stage-endpoint.ts';
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
  return { id, external_id: workspace?.external_id ?? null };
}

/** Return whether the workspace of an event that was for an endpoint of the stage was erased, and the event with it. */
export async function isErased({ event_workspace_id }: { event_workspace_id?: string | undefined }): Promise<boolean> {
  return event_workspace_id !== undefined && !(await loadWorkspace(event_workspace_id));
}
