import { createHash } from 'node:crypto';
import type { StreamEntity, StreamRecords } from '../../core/events/event-module.ts';
import { insert } from '../../core/table/insert.ts';
import { makeId } from '../../core/values/id.ts';
import { type DomainEventDraft, deriveEvents, type RecordChange } from '../events/derive-events.ts';
import type { Event } from '../rules/event.ts';
import { isRegisteredBefore, isSubscribed } from '../rules/webhook-endpoint.ts';
import { eventItem } from '../store/events.ts';
import { loadEndpoints } from '../store/webhook-endpoints.ts';
import { queueFirstAttempt } from './queue-deliveries.ts';

/** Write the events that follow from a change, and queue their deliveries. */
export async function emitEventsOfChange<E extends StreamEntity>(entity: E, change: RecordChange<StreamRecords[E]>) {
  const record = change.after ?? change.before;
  // A heartbeat belongs to no workspace.
  if (!record || !('workspace_id' in record || 'id' in record)) return;
  const workspaceId = 'workspace_id' in record ? record.workspace_id : record.id;
  await emitDomainEvents(workspaceId, deriveEvents(entity, change));
}

/**
 * Write events of a workspace, and queue one delivery of each per subscribed endpoint. Ids are derived from the time and
 * the cause, so a repeated call writes nothing new and queues the same deliveries again, which their records decide.
 */
export async function emitDomainEvents(workspaceId: string, drafts: DomainEventDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const endpoints = await loadEndpoints(workspaceId);
  for (const { type, dedupKey, timestamp, data } of drafts) {
    const atMs = Date.parse(timestamp);
    const id = makeId('event', atMs, digest(workspaceId, dedupKey));
    const event: Event = { id, workspace_id: workspaceId, type, timestamp, data };
    await insert(eventItem(event));
    const subscribed = endpoints.filter((each) => isSubscribed(each, type) && isRegisteredBefore(each, timestamp));
    await Promise.all(
      subscribed.map(({ id: endpoint_id }) => {
        const delivery_id = makeId('delivery', atMs, digest(id, endpoint_id));
        return queueFirstAttempt({ workspace_id: workspaceId, endpoint_id, delivery_id, event_id: id });
      }),
    );
  }
}

function digest(...parts: string[]): Uint8Array {
  return createHash('sha256').update(parts.join('\n')).digest();
}
