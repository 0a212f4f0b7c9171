import { afterEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-delivery-queued.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { reserveQuota } from '../../lib/core/rate-limit/store.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { loadDelivery } from '../../lib/webhooks/store/deliveries.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { stopDeliveryClock } from '../functions/delivery-deadlines.ts';
import { newContent, newDelivery, newWebhook } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  DELIVERY_QUEUE,
  processAllChanges,
  setupWorkers,
  sqsEvent,
  storedRecords,
} from '../functions/worker-harness.ts';
import { httpReceiver } from './delivery/receivers.ts';

const harness = setupWorkers();
stopDeliveryClock();

// What docs/reference/webhooks.md states.
const LIMIT = 1_200;
const MINUTE_MS = 60_000;

afterEach(() => {
  process.env.DELIVERY_LANE = 'fast';
});

/** A receiver that answers with a set status and counts its requests by `webhook-id`. */
async function receiver(status = 200) {
  const state = { status, ids: [] as string[], url: (_path: string): string => '' };
  const { port } = await httpReceiver((request, response) => {
    state.ids.push(String(request.headers['webhook-id']));
    response.writeHead(state.status).end();
  });
  state.url = (path) => `http://127.0.0.1:${port}/${path}`;
  return state;
}

async function endpointAt(tenant: Tenant, url: string, fields: Json = {}): Promise<string> {
  const { webhook_id } = await newWebhook({ ...tenant, token: await newToken(tenant) } as Tenant, { url, ...fields });
  return webhook_id;
}

/** Build messages of that many new deliveries to an endpoint. */
async function pending(tenant: Tenant, id: string, count: number): Promise<Json[]> {
  const next_attempt_at = new Date().toISOString();
  const fresh: Partial<Delivery> = { status: 'pending', attempts: [], next_attempt_at };
  const messages: Json[] = [];
  for (let n = 0; n < count; n++) messages.push(messageOf(await newDelivery(tenant, id, fresh)));
  return messages;
}

function messageOf({ workspace_id, endpoint_id, id }: Delivery): Json {
  return { workspace_id, endpoint_id, delivery_id: id };
}

/** Let another instance use all requests to a host in this minute but `left`. */
async function useUp(tenant: Tenant, left: number, host = '127.0.0.1'): Promise<void> {
  const window = {
    subject_id: `${tenant.workspace.id}/${host}`,
    window: Math.floor(Date.now() / MINUTE_MS),
    seconds: 60,
  };
  const { granted } = await reserveQuota(window, { batch: LIMIT - left, limit: LIMIT, isFirst: true });
  expect(granted).toBe(LIMIT - left);
}

async function runWorker(messages: Json[], lane: 'fast' | 'slow' = 'fast'): Promise<void> {
  process.env.DELIVERY_LANE = lane;
  for (let start = 0; start < messages.length; start += 50) {
    const { batchItemFailures } = await handler(sqsEvent(...messages.slice(start, start + 50)));
    expect(batchItemFailures).toEqual([]);
  }
}

async function changeEndpoint(tenant: Tenant, id: string, change: Partial<WebhookEndpoint>): Promise<void> {
  const endpoint = (await loadEndpoint(tenant.workspace.id, id))!;
  await commit([endpointWrite(endpoint, { ...endpoint, ...change })]);
}

async function test(tenant: Tenant, id: string) {
  const token = await newToken(tenant);
  return callApi('webhooks.test', { token, params: { id }, body: { event_type: 'content.created' } });
}

const deliveryOf = async ({ workspace_id, endpoint_id, delivery_id }: Json) =>
  (await loadDelivery(String(workspace_id), String(endpoint_id), String(delivery_id)))!;

const deliveries = () => storedRecords<Delivery>(harness, 'Delivery');

describe('the requests to a receiver', () => {
  it(`are at most ${LIMIT} a minute, and every delivery beyond them arrives later, once`, async () => {
    const { ids, url } = await receiver();
    const tenant = await newTenant();
    // Two endpoints on one host share its limit.
    const one = await endpointAt(tenant, url('one'));
    const other = await endpointAt(tenant, url('other'));
    const messages = [...(await pending(tenant, one, LIMIT - 200)), ...(await pending(tenant, other, 300))];
    harness.sent();
    await runWorker(messages);
    expect(ids).toHaveLength(LIMIT);
    const waiting = deliveries().filter(({ status }) => status === 'pending');
    expect(waiting).toHaveLength(100);
    const nextMinute = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
    for (const { attempts, next_attempt_at } of waiting) {
      expect(attempts).toEqual([]);
      expect(Date.parse(next_attempt_at!)).toBeGreaterThanOrEqual(nextMinute);
      expect(Date.parse(next_attempt_at!)).toBeLessThan(nextMinute + MINUTE_MS);
    }
    // The stream worker queues them, so that a wait never sends a message from the message before.
    expect(harness.sent()).toEqual([]);
    await processAllChanges(harness);
    const delayed = harness.sent().filter(({ delaySeconds }) => delaySeconds > 0);
    expect(delayed.map(({ queue }) => queue)).toEqual(waiting.map(() => DELIVERY_QUEUE));
    advanceTime(2 * MINUTE_MS);
    await runWorker(delayed.map(({ message }) => message));
    await runWorker(messages);
    expect(deliveries().map(({ status }) => status)).toEqual(messages.map(() => 'delivered'));
    expect(ids).toHaveLength(LIMIT + 100);
    expect(new Set(ids).size).toBe(LIMIT + 100);
  });

  it('of one workspace leave those of another to the same host unlimited', async () => {
    const { ids, url } = await receiver();
    const [one, other] = [await newTenant(), await newTenant()];
    await useUp(one, 10);
    await runWorker(await pending(one, await endpointAt(one, url('one')), 15));
    expect(ids).toHaveLength(10);
    await runWorker(await pending(other, await endpointAt(other, url('other')), 5));
    expect(ids).toHaveLength(15);
  });

  it('include test deliveries: beyond the limit a test is 429 and sends nothing', async () => {
    const { ids, url } = await receiver();
    const tenant = await newTenant();
    const id = await endpointAt(tenant, url('hook'));
    await useUp(tenant, 3);
    expect((await test(tenant, id)).status).toBe(200);
    await runWorker(await pending(tenant, id, 5));
    expect(ids).toHaveLength(3);
    const rejected = await test(tenant, id);
    expect(rejected.status).toBe(429);
    expect(rejected.json).toMatchObject({ code: 'quota-exceeded', 'violated-policies': ['receiver'] });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect(ids).toHaveLength(3);
    advanceTime(MINUTE_MS);
    expect((await test(tenant, id)).json).toMatchObject({ status: 'delivered' });
  });

  it('that wait are neither a failure of the endpoint nor overdue for the sweep, and another host is unaffected', async () => {
    const { ids, url } = await receiver();
    const tenant = await newTenant();
    const id = await endpointAt(tenant, url('hook'));
    await useUp(tenant, 2);
    await runWorker(await pending(tenant, id, 3));
    expect(ids).toHaveLength(2);
    expect(await loadEndpoint(tenant.workspace.id, id)).toMatchObject({ status: 'active' });
    expect((await loadEndpoint(tenant.workspace.id, id))!.failing_since ?? null).toBeNull();
    await onSweepDue();
    expect(harness.logged()).not.toContain('OverdueWork');
    const local = await endpointAt(tenant, url('hook').replace('127.0.0.1', 'localhost'));
    await runWorker(await pending(tenant, local, 1));
    expect(ids).toHaveLength(3);
  });

  it('of the slow lane wait too, without their lease, and continue from the fast lane', async () => {
    const { ids, url } = await receiver();
    const tenant = await newTenant();
    const id = await endpointAt(tenant, url('hook'));
    await useUp(tenant, 0);
    await changeEndpoint(tenant, id, { slow_since: new Date().toISOString() });
    const [message] = await pending(tenant, id, 1);
    harness.sent();
    await runWorker([message!]);
    const [moved] = harness.sent();
    await runWorker([moved!.message], 'slow');
    expect(ids).toEqual([]);
    expect(await deliveryOf(message!)).toMatchObject({ status: 'pending', attempts: [], lease_expires_at: null });
    await processAllChanges(harness);
    const [delayed] = harness.sent();
    expect(delayed!.queue).toBe(DELIVERY_QUEUE);
    advanceTime(2 * MINUTE_MS);
    await runWorker([delayed!.message]);
    await runWorker(
      harness.sent().map((each) => each.message),
      'slow',
    );
    expect(ids).toHaveLength(1);
    expect((await deliveryOf(message!)).status).toBe('delivered');
  });

  it('stay below the limit in every minute while a backlog of several minutes drains', async () => {
    const { ids, url } = await receiver();
    const tenant = await newTenant();
    const id = await endpointAt(tenant, url('hook'));
    const messages = await pending(tenant, id, 150);
    let asked = 0;
    for (let minute = 0; minute < 30; minute++) {
      await useUp(tenant, 20);
      const now = new Date().toISOString();
      const waiting = deliveries().filter(({ status }) => status === 'pending');
      const due = waiting.filter(({ next_attempt_at }) => next_attempt_at! <= now).map(messageOf);
      const before = ids.length;
      asked += due.length;
      await runWorker(due);
      expect(ids.length - before).toBeLessThanOrEqual(20);
      advanceTime(MINUTE_MS);
    }
    expect(ids).toHaveLength(messages.length);
    expect(new Set(ids).size).toBe(messages.length);
    // A delivery asks a few times, not once in every minute of the backlog.
    expect(asked).toBeLessThan(4 * messages.length);
  });
});

describe('an endpoint that has never responded with success', () => {
  /** The message of a new delivery. */
  async function queued(tenant: Tenant): Promise<Json> {
    await newContent({ ...tenant, token: await newToken(tenant) } as Tenant);
    await processAllChanges(harness);
    const { attempt: _, ...message } = harness.sent().findLast(({ message }) => message.attempt === 1)!.message;
    return message;
  }

  /** Make all attempts of a delivery at their times. Returns how many there were. */
  async function exhaust(message: Json): Promise<number> {
    for (await runWorker([message]); ; ) {
      const { status, attempts, next_attempt_at } = await deliveryOf(message);
      if (status !== 'pending') return attempts.length;
      advanceTime(Math.max(0, Date.parse(next_attempt_at!) - Date.now()));
      await runWorker([message]);
    }
  }

  const isVerified = async (tenant: Tenant, id: string) =>
    (await callApi('webhooks.get', { token: await newToken(tenant), params: { id } })).json.is_verified;

  it('has three attempts of a delivery: at once, after 5 s and after 5 minutes', async () => {
    const { ids, url } = await receiver(500);
    const tenant = await newTenant();
    const id = await endpointAt(tenant, url('hook'));
    const message = await queued(tenant);
    const startMs = Date.now();
    expect(await exhaust(message)).toBe(3);
    expect(await deliveryOf(message)).toMatchObject({ status: 'exhausted', next_attempt_at: null });
    expect(Date.now() - startMs).toBeLessThan(340_000);
    expect(ids).toHaveLength(3);
    expect(await isVerified(tenant, id)).toBe(false);
  });

  it.each(['a delivery', 'a test delivery'])('has the full schedule from its first success, by %s', async (by) => {
    const to = await receiver(200);
    const tenant = await newTenant();
    const id = await endpointAt(tenant, to.url('hook'));
    if (by === 'a delivery') await runWorker([await queued(tenant)]);
    else expect((await test(tenant, id)).json).toMatchObject({ status: 'delivered' });
    expect(await isVerified(tenant, id)).toBe(true);
    to.status = 500;
    expect(await exhaust(await queued(tenant))).toBe(10);
  });

  it('is verified while one of its deliveries fails, which then has the full schedule too', async () => {
    const to = await receiver(500);
    const tenant = await newTenant();
    const id = await endpointAt(tenant, to.url('hook'));
    const message = await queued(tenant);
    await runWorker([message]);
    to.status = 200;
    await test(tenant, id);
    to.status = 500;
    expect(await exhaust(message)).toBe(10);
  });

  it('is not verified by a failed test, which leaves it unchanged', async () => {
    const { url } = await receiver(500);
    const tenant = await newTenant();
    const id = await endpointAt(tenant, url('hook'));
    const before = await loadEndpoint(tenant.workspace.id, id);
    await test(tenant, id);
    expect(await loadEndpoint(tenant.workspace.id, id)).toEqual(before);
  });

  it('is any endpoint with a new url: a verified receiver vouches for no other', async () => {
    const verified = await receiver(200);
    const tenant = await newTenant();
    const id = await endpointAt(tenant, verified.url('hook'));
    await test(tenant, id);
    const victim = await receiver(500);
    const body = { url: victim.url('hook') };
    await callApi('webhooks.update', { token: await newToken(tenant), params: { id }, body });
    expect(await isVerified(tenant, id)).toBe(false);
    expect(await exhaust(await queued(tenant))).toBe(3);
  });

  it('stays unverified when its url changes during a successful test', async () => {
    const tenant = await newTenant();
    const moved = { id: '' };
    const { port } = await httpReceiver(async (_, response) => {
      await changeEndpoint(tenant, moved.id, { url: 'http://127.0.0.1:9/moved' });
      response.end();
    });
    moved.id = await endpointAt(tenant, `http://127.0.0.1:${port}/hook`);
    expect((await test(tenant, moved.id)).json).toMatchObject({ status: 'delivered' });
    expect(await isVerified(tenant, moved.id)).toBe(false);
  });

  it('is none that was registered before endpoints were verified', async () => {
    const { url } = await receiver(500);
    const tenant = await newTenant();
    const id = await endpointAt(tenant, url('hook'));
    const { is_verified: _, ...old } = (await loadEndpoint(tenant.workspace.id, id))!;
    await commit([endpointWrite(old, old)]);
    expect(await isVerified(tenant, id)).toBe(true);
    expect(await exhaust(await queued(tenant))).toBe(10);
  });

  it('has its exhausted deliveries sent by a recovery once it is verified', async () => {
    const to = await receiver(500);
    const tenant = await newTenant();
    const id = await endpointAt(tenant, to.url('hook'));
    const since = new Date().toISOString();
    const message = await queued(tenant);
    await exhaust(message);
    to.status = 200;
    await test(tenant, id);
    const token = await newToken(tenant);
    await callApi('webhooks.recover-deliveries', { token, params: { id }, body: { since } });
    await processAllChanges(harness);
    await runWorker([message]);
    expect((await deliveryOf(message)).status).toBe('delivered');
  });
});
