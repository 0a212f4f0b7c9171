import { DAY_MS } from '../../core/values/timestamps.ts';

/** An event as it is stored and delivered. See docs/reference/webhooks.md. */
export interface Event {
  id: string;
  workspace_id: string;
  type: string; // The event kind, such as `content.created`: a key of `EVENTS` in `lib/webhooks/events`.
  timestamp: string;
  data: Record<string, unknown>;
  /** Of an event of the stage: the id of the workspace that it is about. Absent for an event of a workspace. */
  about?: string;
}

/** The workspace of an event as endpoints of the stage receive it. `external_id` is null for none. */
export interface EventWorkspace {
  id: string;
  external_id: string | null;
}

/** Return the id of the workspace that an event is about. */
export function workspaceOf({ about, workspace_id }: Pick<Event, 'about' | 'workspace_id'>): string {
  return about ?? workspace_id;
}

/**
 * Return the external id of the workspace that an event is about, null for none; of a workspace that is deleted, the one that the
 * event itself names.
 */
export function externalIdOf(
  { about, data }: Event,
  workspace: { external_id?: string } | null | undefined,
): string | null {
  if (workspace) return workspace.external_id ?? null;
  return about !== undefined && typeof data.external_id === 'string' ? data.external_id : null;
}

/** How long the API returns an event and its deliveries. */
export const EVENT_RETENTION_DAYS = 30;

/** Return the start of the retention period, in epoch milliseconds. */
export function retentionStartMs(nowMs: number): number {
  return nowMs - EVENT_RETENTION_DAYS * DAY_MS;
}

/** Return whether a timestamp (ISO 8601) is within the retention period. Items expire later than that. */
export function isRetained(timestamp: string, nowMs: number): boolean {
  return Date.parse(timestamp) >= retentionStartMs(nowMs);
}

/** Return the payload of an event with its fields in the order that is signed. See docs/reference/webhooks.md. */
export function eventPayload({ id, type, timestamp, workspace_id, data }: Event): Omit<Event, 'about'> {
  return { id, type, timestamp, workspace_id, data };
}
