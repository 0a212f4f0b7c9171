import { createHash } from 'node:crypto';
import type { Content } from '../domain/content.ts';
import { wants } from '../domain/endpoint.ts';
import { type Event, type Happening, happenings } from '../domain/events.ts';
import { makeId } from '../domain/id.ts';
import type { Delivery } from '../domain/webhook.ts';
import { commitOnce } from '../table/commit.ts';
import { deliveryWrite } from '../table/delivery.ts';
import { loadEndpoints } from '../table/endpoint.ts';
import { eventWrite } from '../table/event.ts';

/** Writes the events a change of an item tells, and their deliveries. */
export async function emitEvents(before: Content | null, after: Content | null): Promise<void> {
  if (after) await emit(after.workspace_id, after.updated_at, happenings(before, after));
}

/**
 * Writes the events of what happened in a workspace at `timestamp` (ISO 8601), and one delivery of each for
 * every endpoint that wants it. Ids are made of the time and the cause, so doing it again for the same change
 * writes the same items again, which changes nothing.
 */
export async function emit(workspaceId: string, timestamp: string, found: Happening[]): Promise<void> {
  if (found.length === 0) return;
  const endpoints = await loadEndpoints(workspaceId);
  const atMs = Date.parse(timestamp);
  for (const { type, cause, data } of found) {
    const event: Event = {
      id: makeId('event', atMs, digest(workspaceId, cause)),
      workspace_id: workspaceId,
      type,
      timestamp,
      data,
    };
    await commitOnce([eventWrite(event)]);
    const wanting = endpoints.filter((endpoint) => wants(endpoint, type));
    await Promise.all(
      wanting.map(({ id }) => commitOnce([deliveryWrite(null, newDelivery(event, id, atMs))])),
    );
  }
}

function newDelivery(event: Event, endpointId: string, atMs: number): Delivery {
  return {
    id: makeId('delivery', atMs, digest(event.id, endpointId)),
    workspace_id: event.workspace_id,
    endpoint_id: endpointId,
    event_id: event.id,
    event_type: event.type,
    status: 'pending',
    attempts: [],
    attempt_started: 0,
    lease_expires_at: null,
    next_attempt_at: event.timestamp,
    created_at: event.timestamp,
    version: 0,
  };
}

function digest(...parts: string[]): Uint8Array {
  return createHash('sha256').update(parts.join('\n')).digest();
}
