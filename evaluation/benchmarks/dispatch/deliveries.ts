import { randomBytes } from 'node:crypto';
import { newContent } from '../../../lib/content/rules/change/new-content.ts';
import { toContentView } from '../../../lib/content/rules/view/content-view.ts';
import type { Write } from '../../../lib/core/table/commit.ts';
import { type IdKind, makeId } from '../../../lib/core/values/id.ts';
import type { Event } from '../../../lib/webhooks/rules/event.ts';
import { newEndpoint, type WebhookEndpoint } from '../../../lib/webhooks/rules/webhook-endpoint.ts';
import { eventWrite } from '../../../lib/webhooks/store/events.ts';
import { newEndpointWrites } from '../../../lib/webhooks/store/webhook-endpoints.ts';
import type { DeliveryMessage } from '../../../lib/webhooks/workers/queue-deliveries.ts';
import { sampleSigningSecret } from '../../../tools/local-stack/sample-signing-secret.ts';
import type { EncryptSecrets } from '../../../tools/local-stack/simulator-accounts.ts';

/** Workspaces whose deliveries alternate: the messages of a batch share no endpoint and no event. */
const WORKSPACES = 20;

/** Return the endpoints that receive the deliveries, one per workspace, with the writes that store them. */
export function receivingEndpoints(
  url: string,
  encryptSecrets: EncryptSecrets,
): { endpoints: WebhookEndpoint[]; writes: Write[] } {
  const endpoints = Array.from({ length: WORKSPACES }, () => {
    const [id, workspaceId] = [newId('endpoint'), newId('workspace')];
    const secret = sampleSigningSecret({ workspace_id: workspaceId, endpoint_id: id }, encryptSecrets);
    const endpoint = newEndpoint({ id, workspaceId, url, events: ['*'], secret, createdAt: new Date().toISOString() });
    return { ...endpoint, is_verified: true };
  });
  return { endpoints, writes: endpoints.flatMap((endpoint) => newEndpointWrites(endpoint, WORKSPACES)) };
}

/** Return a new event of each of `count` drafts, and the messages of its first delivery, which is not stored yet. */
export function queuedDeliveries(
  endpoints: WebhookEndpoint[],
  count: number,
): { writes: Write[]; messages: DeliveryMessage[] } {
  const queued = Array.from({ length: count }, (_, index) => {
    const { id: endpoint_id, workspace_id } = endpoints[index % endpoints.length]!;
    const event = draftEvent(workspace_id);
    const message = { workspace_id, endpoint_id, delivery_id: newId('delivery'), event_id: event.id, attempt: 1 };
    return { write: eventWrite(event), message };
  });
  return { writes: queued.map(({ write }) => write), messages: queued.map(({ message }) => message) };
}

function draftEvent(workspaceId: string): Event {
  const ids = { id: newId('content'), workspaceId, userId: newId('user') };
  const description = 'Our summer campaign starts tomorrow. '.repeat(6);
  const content = newContent({ title: 'Summer campaign', description, platforms: ['twitter'] }, ids, Date.now());
  const data = toContentView(content);
  return {
    id: newId('event'),
    workspace_id: workspaceId,
    type: 'content.created',
    timestamp: content.created_at,
    data,
  };
}

function newId(kind: IdKind): string {
  return makeId(kind, Date.now(), randomBytes(10));
}
