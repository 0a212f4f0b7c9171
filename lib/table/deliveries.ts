import { minIdAt } from '../domain/id.ts';
import { isRetained, retentionStartMs } from '../domain/webhooks/event.ts';
import {
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryStatus,
} from '../domain/webhooks/webhook-delivery.ts';
import { EVENT_KINDS, type EventKind } from '../events/events.ts';
import type { Write } from './commit.ts';
import { listDueItems } from './due-index.ts';
import { eventTtlMs } from './events.ts';
import { type ListQuery, type Page, type PageRequest, page, totalOf } from './page.ts';
import { load, loadSupported } from './read.ts';
import { DUE_SHARDS, keyOf, type PrimaryKey, partition, shardOf, toItem } from './schema.ts';

/** The delivery as long as the table has it, or null. */
export function loadDelivery(workspaceId: string, endpointId: string, id: string): Promise<Delivery | null> {
  return load<Delivery>(deliveryKey(workspaceId, endpointId, id));
}

/** A delivery of the log, or null. */
export async function loadRetainedDelivery(
  workspaceId: string,
  endpointId: string,
  id: string,
  nowMs: number,
): Promise<Delivery | null> {
  const delivery = await loadDelivery(workspaceId, endpointId, id);
  return delivery && isRetained(delivery.created_at, nowMs) ? delivery : null;
}

/** The write of a delivery: new, or following on the one that was read. */
export function deliveryWrite(before: Delivery | null, after: Delivery): Write {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  // Looked after when its lease ends or its next attempt is due, whichever it has.
  const due = after.status === 'pending' ? (after.lease_expires_at ?? after.next_attempt_at) : null;
  const item = toItem(
    'Delivery',
    record,
    { due_at: due, shard: shardOf(after.id, DUE_SHARDS) },
    eventTtlMs(after.created_at),
  );
  return { put: item, condition: before ? { version: before.version } : 'absent' };
}

export interface DeliveryFilter {
  statuses?: readonly DeliveryStatus[] | undefined;
  type?: EventKind | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

/**
 * Which deliveries to an endpoint are in the log, by the time of their event. The partitions are many and
 * what is in them small: the index carries little more than the ids.
 */
export function deliveryListing(
  endpoint: { workspace_id: string; id: string },
  filter: DeliveryFilter,
  nowMs: number,
): ListQuery {
  const { workspace_id, id: endpoint_id } = endpoint;
  const types = filter.type ? [filter.type] : EVENT_KINDS;
  return {
    index: 'by_status',
    partitions: (filter.statuses ?? DELIVERY_STATUSES).flatMap((status) =>
      types.map((event_type) =>
        partition('Delivery', 'status_pk', { workspace_id, endpoint_id, status, event_type }),
      ),
    ),
    from: minIdAt('delivery', Math.max(filter.fromMs ?? 0, retentionStartMs(nowMs))),
    to: filter.toMs === undefined ? undefined : minIdAt('delivery', filter.toMs),
    descending: true,
  };
}

/** Deliveries to an endpoint, newest first. The total is counted once a walk. */
export async function listDeliveries(
  endpoint: { workspace_id: string; id: string },
  filter: DeliveryFilter,
  request: PageRequest,
  nowMs: number,
): Promise<Page<Delivery> & { total: number }> {
  const listing = deliveryListing(endpoint, filter, nowMs);
  const [found, total] = await Promise.all([
    deliveryPage(endpoint, listing, request),
    totalOf(listing, request),
  ]);
  // The index is a moment behind the table, and what moved on meanwhile was not asked for.
  const isAskedFor = ({ status }: Delivery) => filter.statuses?.includes(status) ?? true;
  return { ...found, records: found.records.filter(isAskedFor), total };
}

/** One page of such a listing, as the deliveries are now. */
export async function deliveryPage(
  endpoint: { workspace_id: string; id: string },
  listing: ListQuery,
  request: PageRequest,
): Promise<Page<Delivery>> {
  const found = await page<{ id: string }>(listing, request);
  const keys = found.records.map(({ id }) => deliveryKey(endpoint.workspace_id, endpoint.id, id));
  const { records, unreadable } = await loadSupported<Delivery>(keys);
  return { records, next: found.next, unreadable: found.unreadable + unreadable };
}

function deliveryKey(workspaceId: string, endpointId: string, id: string): PrimaryKey {
  return keyOf('Delivery', { workspace_id: workspaceId, endpoint_id: endpointId, id });
}

/** Keys of deliveries that should have been looked after before `before` (ISO 8601). */
export async function listDueDeliveries(
  before: string,
  limit: number,
): Promise<{ workspaceId: string; endpointId: string; id: string }[]> {
  const items = await listDueItems('Delivery', before, limit);
  return items.map((item) => {
    const parts = String(item.pk).split('#');
    return { workspaceId: parts[1]!, endpointId: parts[3]!, id: String(item.sk) };
  });
}
