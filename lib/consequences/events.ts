import { createHash } from 'node:crypto';
import type { Content } from '../domain/content.ts';
import { type Event, happenings } from '../domain/events.ts';
import { makeId } from '../domain/id.ts';
import { type Delivery, wants } from '../domain/webhook.ts';
import { commitOnce } from '../table/commit.ts';
import { deliveryWrite, eventWrite } from '../table/delivery.ts';
import { loadEndpoints } from '../table/endpoint.ts';

/**
 * Writes the events a change of an item tells, and one delivery for every endpoint that wants them. Ids are
 * made of the cause, so reading the same change again writes the same items again, which changes nothing.
 */
export async function emitEvents(before: Content | null, after: Content | null): Promise<void> {
  if (!after) return;
  const found = happenings(before, after);
  if (found.length === 0) return;
  const endpoints = await loadEndpoints(after.workspace_id);
  const atMs = Date.parse(after.updated_at);
  for (const { type, cause, data } of found) {
    const event: Event = {
      id: makeId('event', atMs, digest(after.workspace_id, cause)),
      workspace_id: after.workspace_id,
      type,
      timestamp: after.updated_at,
      data,
    };
    await commitOnce([eventWrite(event)]);
    for (const endpoint of endpoints.filter((each) => wants(each, type))) {
      await commitOnce([deliveryWrite(null, newDelivery(event, endpoint.id, atMs))]);
    }
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
