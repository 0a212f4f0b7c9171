import { sha256 } from '../../core/crypto/sha256.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { commit, type Write } from '../../core/table/commit.ts';
import { loadTogether } from '../../core/table/load-together.ts';
import { type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load, loadPartition } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey, partition, toItem } from '../../core/table/schema.ts';
import { counterIncrement, versioned } from '../../core/table/versioned.ts';
import { endpointEntity, endpointUrlReservationEntity } from '../entities/endpoints.ts';
import { duplicateUrl, endpointLimit } from '../problems.ts';
import { endpointAt } from '../rules/endpoint-authorization.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';

/** Load all webhook endpoints of a workspace, oldest first: at most 20 of people, then those of agents. */
export async function loadEndpoints(workspaceId: string): Promise<WebhookEndpoint[]> {
  const pk = partition(endpointEntity, 'pk', { workspace_id: workspaceId });
  return (await loadPartition<WebhookEndpoint>(pk)).map(now);
}

/** List webhook endpoints in the order of their registration, then those of agents, with their total. */
export async function listEndpoints(workspaceId: string, request: PageRequest): Promise<TotalPage<WebhookEndpoint>> {
  const pk = partition(endpointEntity, 'pk', { workspace_id: workspaceId });
  const found = await pageWithTotal<WebhookEndpoint>({ partitions: [pk], descending: false }, request);
  return { ...found, records: found.records.map(now) };
}

/** Load a webhook endpoint of a workspace, or null. */
export async function loadEndpoint(workspaceId: string, id: string): Promise<WebhookEndpoint | null> {
  const stored = await load<WebhookEndpoint>(endpointKey(workspaceId, id));
  return stored && now(stored);
}

/** Load a webhook endpoint of a workspace, or null, in a request with other items. */
export async function loadEndpointTogether(workspaceId: string, id: string): Promise<WebhookEndpoint | null> {
  const stored = await loadTogether<WebhookEndpoint>(endpointKey(workspaceId, id));
  return stored && now(stored);
}

/** Return a stored endpoint as it is now. */
function now(stored: WebhookEndpoint): WebhookEndpoint {
  return endpointAt(stored, Date.now());
}

function endpointKey(workspaceId: string, id: string): PrimaryKey {
  return keyOf(endpointEntity, { workspace_id: workspaceId, id });
}

/** Build the writes of a new webhook endpoint. They fail with 409 for a duplicate URL, or at `max` endpoints. */
export function newEndpointWrites(endpoint: WebhookEndpoint, max: number): Write[] {
  return [
    newEndpointWrite(endpoint),
    urlReservationWrite(endpoint),
    {
      ...counterIncrement(endpoint.workspace_id, 'endpoints', { endpoints: 1 }),
      ifBelow: { attribute: 'endpoints', limit: max },
      onConflict: () => endpointLimit(`At most ${max} webhook endpoints can exist. Delete one first.`),
    },
  ];
}

/** Build the write of a webhook endpoint after a change that leaves its URL as it is. */
export function endpointWrite(before: WebhookEndpoint, after: WebhookEndpoint): Write {
  return versioned(endpointEntity, before, after, {}, expiryMs(after));
}

/** Build the write of a new webhook endpoint alone. */
export function newEndpointWrite(endpoint: WebhookEndpoint): Write {
  return versioned(endpointEntity, null, endpoint, {}, expiryMs(endpoint));
}

function expiryMs({ agent }: WebhookEndpoint): number | undefined {
  return agent && Date.parse(agent.expires_at);
}

/**
 * Change the endpoint that was requested by a rule, on its current state, after a request to its URL. Changes nothing when
 * its URL was changed during the request, which says nothing about another receiver. Returns the endpoint after the
 * change, or null when it was deleted.
 */
export async function updateEndpoint(
  { workspace_id, id, url }: WebhookEndpoint,
  rule: (endpoint: WebhookEndpoint) => WebhookEndpoint | Promise<WebhookEndpoint>,
): Promise<WebhookEndpoint | null> {
  return retryOnConflict(RETRY_POLICIES.endpoint, async () => {
    const before = await loadEndpointTogether(workspace_id, id);
    if (before?.url !== url) return before;
    const after = await rule(before);
    if (after !== before) await commit([endpointWrite(before, after)]);
    return after;
  });
}

/** Build the writes of a webhook endpoint after an update. They fail with 409 for a duplicate URL. */
export function endpointWrites(before: WebhookEndpoint, after: WebhookEndpoint): Write[] {
  const isMoved = before.url !== after.url;
  return [
    endpointWrite(before, after),
    ...(isMoved ? [urlReservationWrite(after), deleteUrlReservationWrite(before)] : []),
  ];
}

/** Build the writes that delete a webhook endpoint, release its URL and reduce the count. */
export function deleteEndpointWrites(endpoint: WebhookEndpoint): Write[] {
  const { workspace_id, id, version, agent } = endpoint;
  const deletion: Write = { delete: keyOf(endpointEntity, { workspace_id, id }), condition: { version } };
  // It has no reservation of its URL, and does not count as one of the 20.
  if (agent) return [deletion];
  return [
    deletion,
    deleteUrlReservationWrite(endpoint),
    counterIncrement(workspace_id, 'endpoints', { endpoints: -1 }),
  ];
}

function urlReservationWrite({ workspace_id, id, url }: WebhookEndpoint): Write {
  return {
    put: toItem(endpointUrlReservationEntity, { workspace_id, url_hash: sha256(url), endpoint_id: id }),
    condition: 'absent',
    onConflict: (found) =>
      duplicateUrl('A webhook endpoint with this URL already exists.', {
        extensions: { webhook_id: found?.endpoint_id },
      }),
  };
}

function deleteUrlReservationWrite({ workspace_id, url }: WebhookEndpoint): Write {
  return { delete: keyOf(endpointUrlReservationEntity, { workspace_id, url_hash: sha256(url) }), condition: 'any' };
}
