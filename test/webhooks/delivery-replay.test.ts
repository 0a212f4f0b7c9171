import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-delivery-queued.ts';
import { RETRY_SCHEDULE_SECONDS } from '../../lib/core/retry/back-off.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import type { Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { loadDelivery } from '../../lib/webhooks/store/deliveries.ts';
import { advanceTime, callApi, type Json, succeed } from '../functions/api-harness.ts';
import { stopDeliveryClock } from '../functions/delivery-deadlines.ts';
import { newContent, newWebhook, verifyEndpoint } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, sqsEvent } from '../functions/worker-harness.ts';
import { httpReceiver } from './delivery/receivers.ts';

const harness = setupWorkers();
stopDeliveryClock();

/** A receiver that answers with a set status, and stores the ids and bodies it received. */
async function receiver(status: number, headers: Record<string, string> = {}) {
  const answer = { status, calls: [] as { id: string; body: string }[], url: '' };
  const { port } = await httpReceiver((request, response) => {
    answer.calls.push({ id: String(request.headers['webhook-id']), body: request.body });
    response.writeHead(answer.status, headers).end();
  });
  answer.url = `http://127.0.0.1:${port}/hook`;
  return answer;
}

/** The messages queued since the last call. */
const queuedNow = () => harness.sent().map(({ message }) => message);

async function runWorker(...messages: Json[]): Promise<void> {
  expect((await handler(sqsEvent(...messages))).batchItemFailures).toEqual([]);
}

/** A new event with a pending delivery to a new endpoint, and its message. */
async function newPendingDelivery(url: string) {
  const tenant = await newTenant();
  const { webhook_id } = await newWebhook(tenant, { url, events: ['content.created'] });
  await verifyEndpoint(tenant, webhook_id);
  await newContent(tenant);
  await processAllChanges(harness);
  const message = queuedNow()[0]!;
  return { tenant, message };
}

async function deliveryOf(message: Json): Promise<Delivery> {
  const { workspace_id, endpoint_id, delivery_id } = message as Record<string, string>;
  return (await loadDelivery(workspace_id!, endpoint_id!, delivery_id!))!;
}

async function replay(tenant: Tenant, message: Json) {
  const params = { id: String(message.endpoint_id), delivery_id: String(message.delivery_id) };
  await succeed('webhooks.replay-delivery', { token: await newToken(tenant), params });
  await processAllChanges(harness);
  return queuedNow().at(-1)!;
}

/** Process a delivery from message to message until it is no longer pending; returns the delays, in seconds. */
async function attemptUntilSettled(first: Json, beforeAttempt = async () => {}): Promise<number[]> {
  const waits: number[] = [];
  const { workspace_id, endpoint_id, delivery_id } = first;
  let message: Json = first;
  for (;;) {
    // The first attempt is due at once, before there is a record.
    const delivery = await deliveryOf(first);
    if (delivery && delivery.status !== 'pending') return waits;
    const waitMs = delivery ? Date.parse(delivery.next_attempt_at!) - Date.now() : 0;
    waits.push(waitMs / 1000);
    advanceTime(waitMs);
    await beforeAttempt();
    await runWorker(message);
    await processAllChanges(harness);
    // A wait of more than 15 minutes has no message: the sweep sends one that names the delivery alone.
    message = queuedNow().at(-1) ?? { workspace_id, endpoint_id, delivery_id };
  }
}

function expectPlanned(waits: number[]): void {
  expect(waits).toHaveLength(RETRY_SCHEDULE_SECONDS.length);
  for (const [index, planned] of RETRY_SCHEDULE_SECONDS.entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(planned * 0.9 - 0.001);
    expect(waits[index]).toBeLessThanOrEqual(planned * 1.1 + 0.001);
  }
}

/** Deliver another event there, so that the endpoint is not disabled for failing. */
async function deliverAnother(tenant: Tenant, there: { status: number }): Promise<void> {
  const { status } = there;
  there.status = 200;
  const token = await newToken(tenant);
  await callApi('content.create', { token, body: { title: 'Another', platforms: ['twitter'] } });
  await processAllChanges(harness);
  await runWorker(...queuedNow());
  there.status = status;
}

/** Delete the events and deliveries that DynamoDB may delete by now. */
function deleteExpired(): void {
  for (const item of harness.table.items()) {
    const isExpired = Number(item.expires_at_seconds) * 1000 <= Date.now();
    if (isExpired && ['Event', 'Delivery'].includes(String(item.entity))) harness.table.remove(item);
  }
}

describe('a delivery that is replayed', () => {
  it('at the end of the retention has all its attempts, also to a receiver that postpones each of them', async () => {
    const there = await receiver(200, { 'retry-after': '31536000' });
    const { tenant, message } = await newPendingDelivery(there.url);
    await runWorker(message);
    const { created_at } = await deliveryOf(message);
    advanceTime(Date.parse(created_at) + 30 * DAY_MS - Date.now());
    const again = await replay(tenant, message);
    there.status = 503;
    const waits = await attemptUntilSettled(again, async () => {
      deleteExpired();
      await deliverAnother(tenant, there);
    });
    expect(waits).toEqual(RETRY_SCHEDULE_SECONDS.map((planned) => 2 * planned));
    expect(await deliveryOf(message)).toMatchObject({ status: 'exhausted' });
  });

  it('is attempted immediately under the same webhook-id, byte for byte, and delivered', async () => {
    const { url, calls } = await receiver(200);
    const { tenant, message } = await newPendingDelivery(url);
    await runWorker(message);
    advanceTime(86_400_000);
    await runWorker(await replay(tenant, message));
    expect(calls).toHaveLength(2);
    expect(calls[1]).toEqual(calls[0]);
    expect(await deliveryOf(message)).toMatchObject({
      status: 'delivered',
      attempts: [
        { number: 1, status: 200 },
        { number: 2, status: 200 },
      ],
    });
  });

  it('after it was exhausted has ten more attempts, with the delays of the first ten', async () => {
    const there = await receiver(500);
    const { tenant, message } = await newPendingDelivery(there.url);
    expectPlanned(await attemptUntilSettled(message));
    expect(await deliveryOf(message)).toMatchObject({ status: 'exhausted', next_attempt_at: null });
    await deliverAnother(tenant, there);
    expectPlanned(await attemptUntilSettled(await replay(tenant, message)));
    const { status, attempts } = await deliveryOf(message);
    expect(status).toBe('exhausted');
    expect(attempts.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    const ids = there.calls.map(({ id }) => id);
    expect(ids.filter((id) => id === ids[0])).toHaveLength(20);
  });

  it('is attempted once, whatever earlier and later messages are still queued', async () => {
    const there = await receiver(500);
    const { tenant, message } = await newPendingDelivery(there.url);
    await runWorker(message);
    advanceTime(5_500);
    there.status = 200;
    await runWorker(message, { ...message, attempt: 2 });
    expect(there.calls).toHaveLength(2);
    const again = await replay(tenant, message);
    const { attempt: _, ...whatever } = message;
    await runWorker(message, { ...message, attempt: 2 }, again, again, whatever, { ...message, attempt: 4 });
    expect(there.calls).toHaveLength(3);
    expect((await deliveryOf(message)).attempts.map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});

describe('a message', () => {
  it('about an attempt that arrives after the next one has no effect', async () => {
    const there = await receiver(500);
    const { message } = await newPendingDelivery(there.url);
    await runWorker({ ...message, attempt: 3 }, { ...message, attempt: 2 });
    expect(there.calls).toEqual([]);
    expect(queuedNow()).toEqual([]);
    await runWorker(message);
    expect(there.calls).toHaveLength(1);
  });
});
