import type { IncomingMessage, ServerResponse } from 'node:http';
import { handler } from '../../../functions/on-delivery-queued.ts';
import { commit } from '../../../lib/core/table/commit.ts';
import type { Delivery } from '../../../lib/webhooks/rules/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../../lib/webhooks/rules/webhook-endpoint.ts';
import { loadDelivery } from '../../../lib/webhooks/store/deliveries.ts';
import { endpointWrite, loadEndpoint } from '../../../lib/webhooks/store/webhook-endpoints.ts';
import { httpReceiver } from '../../webhooks/delivery/receivers.ts';
import { advanceTime, type Json } from '../api-harness.ts';
import { newContent, newWebhook } from '../resources.ts';
import { newTenant, type Tenant } from '../tenants.ts';
import { currentHarness, processAllChanges, sqsEvent } from '../worker-harness.ts';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Call {
  headers: Record<string, string>;
  body: string;
}

/** Start a receiver that records its requests and responds with a status or by a function. */
export async function receiver(
  answer: number | ((response: ServerResponse, count: number) => void),
): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = [];
  const { port } = await httpReceiver((request: IncomingMessage & { body: string }, response, count) => {
    calls.push({ headers: request.headers as Record<string, string>, body: request.body });
    if (typeof answer === 'function') answer(response, count);
    else response.writeHead(answer).end('What the receiver says');
  });
  return { url: `http://127.0.0.1:${port}/hook`, calls };
}

/** Create an item in a workspace with an endpoint at `url`, and return its queued delivery. */
export async function queued(url: string, tenant?: Tenant) {
  const owner = tenant ?? (await newTenant());
  const { webhook_id } = await newWebhook(owner, { url, events: ['content.created'], secret: SECRET });
  await newContent(owner, { title: 'A title that no log contains' });
  await processAllChanges(currentHarness());
  const sent = currentHarness()
    .sent()
    .find((each) => each.message.endpoint_id === webhook_id)!.message;
  // The same query as the sweep's: everything that is due.
  const { attempt: _, ...message } = sent;
  return { tenant: owner, endpointId: webhook_id, message, sent };
}

/** Load the delivery of a message. */
export async function deliveryOf(message: Json): Promise<Delivery> {
  const { workspace_id, endpoint_id, delivery_id } = message as Record<string, string>;
  return (await loadDelivery(workspace_id!, endpoint_id!, delivery_id!))!;
}

/** Invoke the function. Returns the ids of the messages that failed. */
export async function runWorker(...messages: unknown[]): Promise<string[]> {
  return (await handler(sqsEvent(...messages))).batchItemFailures.map((failure) => failure.itemIdentifier);
}

/** Change the endpoint of a message. */
export async function changeEndpoint(message: Json, change: Partial<WebhookEndpoint>): Promise<void> {
  const endpoint = (await loadEndpoint(String(message.workspace_id), String(message.endpoint_id)))!;
  await commit([endpointWrite(endpoint, { ...endpoint, ...change })]);
}

/** Advance time until the next attempt is due. */
export async function passUntilDue(message: Json): Promise<number> {
  // The first attempt is due at once, before there is a record.
  const delivery = await deliveryOf(message);
  const waitMs = delivery ? Date.parse(delivery.next_attempt_at!) - Date.now() : 0;
  advanceTime(waitMs);
  return waitMs / 1000;
}
