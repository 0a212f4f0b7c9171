import type { WebhookEndpoint } from '../domain/endpoint.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Write } from './commit.ts';
import { hashOfKey, itemOf, type Key, keyOf, markOf, partition, recordOf } from './keys.ts';
import { type Page, type PageRequest, pageAndTotal } from './page.ts';
import { load, query } from './read.ts';

/** All endpoints of a workspace, oldest first. There are at most twenty. */
export async function loadEndpoints(workspaceId: string): Promise<WebhookEndpoint[]> {
  const items = await query({ pk: partition('Endpoint', 'pk', { workspace_id: workspaceId }) });
  return items.map((item) => recordOf<WebhookEndpoint>(item));
}

/** Endpoints in the order they were registered. */
export function listEndpoints(
  workspaceId: string,
  request: PageRequest,
): Promise<Page<WebhookEndpoint> & { total: number }> {
  const pk = partition('Endpoint', 'pk', { workspace_id: workspaceId });
  return pageAndTotal<WebhookEndpoint>({ partitions: [pk], descending: false }, request);
}

/** An endpoint of this workspace, or null. */
export function loadEndpoint(workspaceId: string, id: string): Promise<WebhookEndpoint | null> {
  return load<WebhookEndpoint>(keyOf('Endpoint', { workspace_id: workspaceId, id }));
}

/** A new endpoint: refused with 409 when its url is there already, or when the workspace is full. */
export function newEndpointWrites(endpoint: WebhookEndpoint, most: number): Write[] {
  return [
    { put: itemOf('Endpoint', endpoint), expect: 'absent' },
    urlWrite(endpoint),
    {
      add: counterKey(endpoint),
      numbers: { endpoints: 1 },
      set: markOf('Counter'),
      below: { attribute: 'endpoints', limit: most },
      otherwise: () =>
        new Refusal('endpoint_limit', `A workspace has at most ${most} endpoints. Remove one first.`),
    },
  ];
}

/** An endpoint after a change that leaves its url as it is. */
export function endpointWrite(before: WebhookEndpoint, after: WebhookEndpoint): Write {
  return {
    put: itemOf('Endpoint', { ...after, version: before.version + 1 }),
    expect: { version: before.version },
  };
}

/** An endpoint after a change by its owner: refused with 409 when its new url is another's already. */
export function endpointWrites(before: WebhookEndpoint, after: WebhookEndpoint): Write[] {
  const isMoved = before.url !== after.url;
  return [endpointWrite(before, after), ...(isMoved ? [urlWrite(after), urlRemoval(before)] : [])];
}

/** Removes an endpoint, and frees its url and its place among those a workspace may have. */
export function endpointRemoval(endpoint: WebhookEndpoint): Write[] {
  const { workspace_id, id, version } = endpoint;
  return [
    { remove: keyOf('Endpoint', { workspace_id, id }), expect: { version } },
    urlRemoval(endpoint),
    { add: counterKey(endpoint), numbers: { endpoints: -1 }, set: markOf('Counter') },
  ];
}

function urlWrite({ workspace_id, id, url }: WebhookEndpoint): Write {
  return {
    put: itemOf('EndpointUrl', { workspace_id, url_hash: hashOfKey(url), endpoint_id: id }),
    expect: 'absent',
    otherwise: (found) =>
      new Refusal('duplicate_url', 'An endpoint with this url exists already.', {
        members: { webhook_id: found?.endpoint_id },
      }),
  };
}

function urlRemoval({ workspace_id, url }: WebhookEndpoint): Write {
  return { remove: keyOf('EndpointUrl', { workspace_id, url_hash: hashOfKey(url) }), expect: 'any' };
}

function counterKey({ workspace_id }: WebhookEndpoint): Key {
  return keyOf('Counter', { workspace_id, shard: 'endpoints' });
}
