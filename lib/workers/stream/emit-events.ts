import { createHash } from 'node:crypto';
import type { Content } from '../../domain/content/content.ts';
import {
  type DomainEventDraft,
  deriveContentEvents,
  type Event,
} from '../../domain/content/domain-events.ts';
import { makeId } from '../../domain/id.ts';
import type { Delivery } from '../../domain/webhooks/webhook-delivery.ts';
import { isSubscribed } from '../../domain/webhooks/webhook-endpoint.ts';
import { tryCommit } from '../../table/commit.ts';
import { deliveryWrite } from '../../table/deliveries.ts';
import { eventWrite } from '../../table/events.ts';
import { loadEndpoints } from '../../table/webhook-endpoints.ts';

/** Writes the events a change of an item tells, and their deliveries. */
export async function emitContentEvents(before: Content | null, after: Content | null): Promise<void> {
  if (after) await emitDomainEvents(after.workspace_id, after.updated_at, deriveContentEvents(before, after));
}

/**
 * Writes the events of what happened in a workspace at `timestamp` (ISO 8601), and one delivery of each for
 * every endpoint that wants it. Ids are made of the time and the cause, so doing it again for the same change
 * writes the same items again, which changes nothing.
 */
export async function emitDomainEvents(
  workspaceId: string,
  timestamp: string,
  found: DomainEventDraft[],
): Promise<void> {
  if (found.length === 0) return;
  const endpoints = await loadEndpoints(workspaceId);
  const atMs = Date.parse(timestamp);
  for (const { type, dedupKey: cause, data } of found) {
    const event: Event = {
      id: makeId('event', atMs, digest(workspaceId, cause)),
      workspace_id: workspaceId,
      type,
      timestamp,
      data,
    };
    await tryCommit([eventWrite(event)]);
    const wanting = endpoints.filter((endpoint) => isSubscribed(endpoint, type));
    await Promise.all(
      wanting.map(({ id }) => tryCommit([deliveryWrite(null, newDelivery(event, id, atMs))])),
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
