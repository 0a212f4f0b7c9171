import { createHash } from 'node:crypto';
import { makeId } from '../../domain/id.ts';
import type { Event } from '../../domain/webhooks/event.ts';
import type { Delivery } from '../../domain/webhooks/webhook-delivery.ts';
import { isRegisteredBefore, isSubscribed } from '../../domain/webhooks/webhook-endpoint.ts';
import { type DomainEventDraft, deriveEvents, type RecordChange } from '../../events/derive-events.ts';
import type { StreamEntity, StreamRecords } from '../../events/event-module.ts';
import { tryCommit } from '../../table/commit.ts';
import { deliveryWrite } from '../../table/deliveries.ts';
import { eventWrite } from '../../table/events.ts';
import { loadEndpoints } from '../../table/webhook-endpoints.ts';

/** Write the events that follow from a change, and their deliveries. */
export async function emitEventsOfChange<E extends StreamEntity>(entity: E, change: RecordChange<StreamRecords[E]>) {
  const record = change.after ?? change.before;
  // A heartbeat belongs to no workspace.
  if (!record || !('workspace_id' in record || 'id' in record)) return;
  const workspaceId = 'workspace_id' in record ? record.workspace_id : record.id;
  await emitDomainEvents(workspaceId, deriveEvents(entity, change));
}

/**
 * Write events of a workspace, and one delivery of each per subscribed endpoint. Ids are derived from the time and
 * the cause, so a repeated call writes the same items again.
 */
export async function emitDomainEvents(workspaceId: string, drafts: DomainEventDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const endpoints = await loadEndpoints(workspaceId);
  for (const { type, dedupKey, timestamp, data } of drafts) {
    const atMs = Date.parse(timestamp);
    const id = makeId('event', atMs, digest(workspaceId, dedupKey));
    const event: Event = { id, workspace_id: workspaceId, type, timestamp, data };
    await tryCommit([eventWrite(event)]);
    const subscribed = endpoints.filter((each) => isSubscribed(each, type) && isRegisteredBefore(each, timestamp));
    await Promise.all(subscribed.map(({ id }) => tryCommit([deliveryWrite(null, newDelivery(event, id, atMs))])));
  }
}

function newDelivery(event: Event, endpoint_id: string, atMs: number): Delivery {
  const { id: event_id, workspace_id, type: event_type, timestamp } = event;
  const id = makeId('delivery', atMs, digest(event_id, endpoint_id));
  const ids = { id, workspace_id, endpoint_id, event_id, event_type };
  const schedule = { lease_expires_at: null, next_attempt_at: timestamp, created_at: timestamp };
  return { ...ids, status: 'pending', attempts: [], attempt_started: 0, ...schedule, version: 0 };
}

function digest(...parts: string[]): Uint8Array {
  return createHash('sha256').update(parts.join('\n')).digest();
}
