import { type ApiKey, isKeyLive, mayNameWorkspace } from '../../identity/rules/api-key.ts';
import { type Event, workspaceOf } from './event.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

export const MAX_STAGE_ENDPOINTS = 10;
export const MAX_FILTERED_WORKSPACES = 100;
export const MAX_FILTERED_LABELS = 20;

/**
 * Return whether the filter of an endpoint of the stage, and the rights of the key that authorized it then, include an event.
 */
export function isSelected({ filter, authorized_by }: WebhookEndpoint, event: Event): boolean {
  const id = workspaceOf(event);
  if (!includes(filter?.workspaces, id) || !includes(authorized_by?.workspaces, id)) return false;
  const { labels = null } = filter ?? {};
  const { labels: held } = event.data;
  return labels === null || (Array.isArray(held) && labels.some((label) => held.includes(label)));
}

/**
 * Return whether an endpoint of the stage may receive an event now: the key that authorized it still names its workspace. `key`
 * is null when there is none any more.
 */
export function mayStillReceive({ authorized_by }: WebhookEndpoint, key: ApiKey | null, event: Event, nowMs: number) {
  const id = workspaceOf(event);
  if (key === null || !isKeyLive(key, nowMs)) return false;
  return mayNameWorkspace(key, id) && includes(authorized_by?.workspaces, id);
}

/**
 * Return whether a stage key that may name `held` workspaces, null for all, sees an endpoint: it may name all of its
 * workspaces.
 */
export function isVisible({ authorized_by }: WebhookEndpoint, held: readonly string[] | null): boolean {
  if (held === null) return true;
  return authorized_by?.workspaces?.every((id) => held.includes(id)) === true;
}

function includes(ids: readonly string[] | null | undefined, id: string): boolean {
  return ids == null || ids.includes(id);
}
