import { listDueItems, SHARDS } from '../../core/table/due-index.ts';
import {
  type ListQuery,
  loadPage,
  type Page,
  type PageRequest,
  pageWithTotal,
  type TotalPage,
} from '../../core/table/page.ts';
import { load, query } from '../../core/table/read.ts';
import { DUE_SHARDS, keyOf, type PrimaryKey, partition, shardOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { minIdAt } from '../../core/values/id.ts';
import { STAGE_WORKSPACE_ID } from '../../identity/rules/stage.ts';
import { deliveryEntity } from '../entities/deliveries.ts';
import type { EventKind } from '../events/events.ts';
import { isRetained, retentionStartMs } from '../rules/event.ts';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from '../rules/webhook-delivery.ts';
import { eventTtlMs } from './events.ts';

/** Load a delivery as long as the table stores it, or null. */
export function loadDelivery(workspaceId: string, endpointId: string, id: string): Promise<Delivery | null> {
  return load<Delivery>(deliveryKey(workspaceId, endpointId, id));
}

/** Load a delivery within the retention period, or null. */
export async function loadRetainedDelivery(workspaceId: string, endpointId: string, id: string, nowMs: number) {
  const delivery = await loadDelivery(workspaceId, endpointId, id);
  return delivery && isRetained(delivery.created_at, nowMs) ? delivery : null;
}

/** Build the write of a delivery: new, or after the version that was read. */
export function deliveryWrite(before: Delivery | null, after: Delivery) {
  // A pending delivery is due when its lease ends, or at its next attempt.
  const due = after.status === 'pending' ? (after.lease_expires_at ?? after.next_attempt_at) : null;
  const shard = shardOf(after.id, DUE_SHARDS);
  const extraKeyFields = { due_at: due, shard, endpoint_id: lineOf(after.workspace_id, after.endpoint_id, after.id) };
  return versioned(deliveryEntity, before, after, extraKeyFields, eventTtlMs(after.created_at));
}

type EndpointRef = { workspace_id: string; id: string };

/** Return whether an event since `since` (ISO 8601) was delivered to an endpoint. Reads one key of each partition. */
export async function hasDeliveredSince({ workspace_id, id }: EndpointRef, since: string): Promise<boolean> {
  const from = minIdAt('delivery', Date.parse(since));
  const found = await Promise.all(
    linesOf(workspace_id, id).map((endpoint_id) => {
      const pk = partition(deliveryEntity, 'status_pk', { workspace_id, endpoint_id, status: 'delivered' });
      return query({ index: 'by_status', pk, from, limit: 1 });
    }),
  );
  return found.some((items) => items.length > 0);
}

export interface DeliveryFilter {
  statuses?: readonly DeliveryStatus[] | undefined;
  type?: EventKind | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

/** Build the query of an endpoint's retained deliveries, by the time of their event. */
export function deliveryListing(
  endpoint: EndpointRef,
  { statuses = DELIVERY_STATUSES, type, fromMs, toMs }: DeliveryFilter,
  nowMs: number,
): ListQuery {
  const { workspace_id, id } = endpoint;
  const attribute = type ? 'category_pk' : 'status_pk';
  return {
    index: type ? 'by_category' : 'by_status',
    partitions: linesOf(workspace_id, id).flatMap((endpoint_id) =>
      statuses.map((status) =>
        partition(deliveryEntity, attribute, { workspace_id, endpoint_id, status, event_type: type }),
      ),
    ),
    from: minIdAt('delivery', Math.max(fromMs ?? 0, retentionStartMs(nowMs))),
    to: toMs === undefined ? undefined : minIdAt('delivery', toMs),
    descending: true,
  };
}

/** List deliveries to an endpoint newest first, with their total. */
export async function listDeliveries(
  endpoint: EndpointRef,
  filter: DeliveryFilter,
  request: PageRequest,
  nowMs: number,
): Promise<TotalPage<Delivery>> {
  const list = deliveryListing(endpoint, filter, nowMs);
  const { workspace_id, id: endpointId } = endpoint;
  const found = await pageWithTotal<Delivery>(list, request, (id) => deliveryKey(workspace_id, endpointId, id));
  // The index lags the table, so a delivery that has just changed may not match the filter any more.
  const matches = ({ status }: Delivery) => filter.statuses?.includes(status) ?? true;
  return { ...found, records: found.records.filter(matches) };
}

/** Load one page of such a query: the deliveries as they are now. */
export function deliveryPage(endpoint: EndpointRef, list: ListQuery, request: PageRequest): Promise<Page<Delivery>> {
  return loadPage(list, request, (id) => deliveryKey(endpoint.workspace_id, endpoint.id, id));
}

/** Return the key of a delivery. */
export function deliveryKey(workspaceId: string, endpointId: string, id: string): PrimaryKey {
  return keyOf(deliveryEntity, { workspace_id: workspaceId, endpoint_id: lineOf(workspaceId, endpointId, id), id });
}

/** Return the part of the deliveries to an endpoint that one is in. All workspaces deliver to an endpoint of the stage. */
function lineOf(workspaceId: string, endpointId: string, id: string): string {
  return workspaceId === STAGE_WORKSPACE_ID ? `${endpointId}.${shardOf(id, DUE_SHARDS)}` : endpointId;
}

/** List the parts of the deliveries to an endpoint. */
function linesOf(workspaceId: string, endpointId: string): string[] {
  return workspaceId === STAGE_WORKSPACE_ID ? SHARDS.map((shard) => `${endpointId}.${shard}`) : [endpointId];
}

/** List the keys of deliveries that were due before `before` (ISO 8601), oldest first. */
export async function listDueDeliveries(before: string, limit: number) {
  return (await listDueItems(deliveryEntity, before, limit)).map(({ pk, sk }) => toDeliveryRef(String(pk), String(sk)));
}

/** Return the ids in the primary key of a delivery. */
export function toDeliveryRef(pk: string, sk: string): { workspaceId: string; endpointId: string; id: string } {
  const parts = pk.split('#');
  return { workspaceId: parts[1]!, endpointId: parts[3]!.split('.')[0]!, id: sk };
}
