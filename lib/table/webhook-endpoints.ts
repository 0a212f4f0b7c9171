import { ApiError } from '../domain/api-error.ts';
import type { WebhookEndpoint } from '../domain/webhooks/webhook-endpoint.ts';
import type { Write } from './commit.ts';
import { type Page, type PageRequest, pageWithTotal } from './page.ts';
import { load, query } from './read.ts';
import {
  entityAttributes,
  fromItem,
  hashOfKey,
  keyOf,
  type PrimaryKey,
  partition,
  toItem,
} from './schema.ts';

/** All endpoints of a workspace, oldest first. There are at most twenty. */
export async function loadEndpoints(workspaceId: string): Promise<WebhookEndpoint[]> {
  const items = await query({ pk: partition('Endpoint', 'pk', { workspace_id: workspaceId }) });
  return items.map((item) => fromItem<WebhookEndpoint>(item));
}

/** Endpoints in the order they were registered. */
export function listEndpoints(
  workspaceId: string,
  request: PageRequest,
): Promise<Page<WebhookEndpoint> & { total: number }> {
  const pk = partition('Endpoint', 'pk', { workspace_id: workspaceId });
  return pageWithTotal<WebhookEndpoint>({ partitions: [pk], descending: false }, request);
}

/** An endpoint of this workspace, or null. */
export function loadEndpoint(workspaceId: string, id: string): Promise<WebhookEndpoint | null> {
  return load<WebhookEndpoint>(keyOf('Endpoint', { workspace_id: workspaceId, id }));
}

/** A new endpoint: refused with 409 when its url is there already, or when the workspace is full. */
export function newEndpointWrites(endpoint: WebhookEndpoint, most: number): Write[] {
  return [
    { put: toItem('Endpoint', endpoint), condition: 'absent' },
    urlReservationWrite(endpoint),
    {
      increment: counterKey(endpoint),
      by: { endpoints: 1 },
      set: entityAttributes('Counter'),
      ifBelow: { attribute: 'endpoints', limit: most },
      onConflict: () =>
        new ApiError(
          'endpoint_limit',
          `A workspace can have at most ${most} webhook endpoints. Delete one first.`,
        ),
    },
  ];
}

/** An endpoint after a change that leaves its url as it is. */
export function endpointWrite(before: WebhookEndpoint, after: WebhookEndpoint): Write {
  return {
    put: toItem('Endpoint', { ...after, version: before.version + 1 }),
    condition: { version: before.version },
  };
}

/** An endpoint after a change by its owner: refused with 409 when its new url is another's already. */
export function endpointWrites(before: WebhookEndpoint, after: WebhookEndpoint): Write[] {
  const isMoved = before.url !== after.url;
  return [
    endpointWrite(before, after),
    ...(isMoved ? [urlReservationWrite(after), deleteUrlReservationWrite(before)] : []),
  ];
}

/** Removes an endpoint, and frees its url and its place among those a workspace may have. */
export function deleteEndpointWrites(endpoint: WebhookEndpoint): Write[] {
  const { workspace_id, id, version } = endpoint;
  return [
    { delete: keyOf('Endpoint', { workspace_id, id }), condition: { version } },
    deleteUrlReservationWrite(endpoint),
    { increment: counterKey(endpoint), by: { endpoints: -1 }, set: entityAttributes('Counter') },
  ];
}

function urlReservationWrite({ workspace_id, id, url }: WebhookEndpoint): Write {
  return {
    put: toItem('EndpointUrlReservation', { workspace_id, url_hash: hashOfKey(url), endpoint_id: id }),
    condition: 'absent',
    onConflict: (found) =>
      new ApiError('duplicate_url', 'A webhook endpoint with this URL already exists.', {
        extensions: { webhook_id: found?.endpoint_id },
      }),
  };
}

function deleteUrlReservationWrite({ workspace_id, url }: WebhookEndpoint): Write {
  return {
    delete: keyOf('EndpointUrlReservation', { workspace_id, url_hash: hashOfKey(url) }),
    condition: 'any',
  };
}

function counterKey({ workspace_id }: WebhookEndpoint): PrimaryKey {
  return keyOf('Counter', { workspace_id, shard: 'endpoints' });
}
