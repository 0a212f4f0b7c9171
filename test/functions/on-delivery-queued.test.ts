import type { IncomingMessage, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/on-delivery-queued.ts';
import { RETRY_SCHEDULE_SECONDS } from '../../lib/core/retry/back-off.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { keyOf } from '../../lib/core/table/schema.ts';
import { stage } from '../../lib/stack/stages.ts';
import { encryptSigningSecret } from '../../lib/webhooks/delivery/signing-secret-encryption.ts';
import type { Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { loadDelivery } from '../../lib/webhooks/store/deliveries.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { httpReceiver, rawReceiver } from '../webhooks/delivery/receivers.ts';
import { advanceTime, type Json, WAIT } from './api-harness.ts';
import { stopDeliveryClock } from './delivery-deadlines.ts';
import { newContent, newWebhook } from './resources.ts';
import { newId, newTenant, type Tenant } from './tenants.ts';
import {
  DELIVERY_QUEUE,
  killAt,
  processAllChanges,
  sdkError,
  setupWorkers,
  sqsEvent,
  storedRecords,
} from './worker-harness.ts';

const harness = setupWorkers();
stopDeliveryClock();

const LATER_MS = 60_000;
const WHOLE = {
  workspace_id: newId('workspace'),
  endpoint_id: newId('endpoint'),
  delivery_id: newId('delivery'),
};
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Call {
  headers: Record<string, string>;
  body: string;
}

/** Start a receiver that records its requests and responds with a status or by a function. */
async function receiver(
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
async function queued(url: string, tenant?: Tenant) {
  const owner = tenant ?? (await newTenant());
  const { webhook_id } = await newWebhook(owner, { url, events: ['content.created'], secret: SECRET });
  await newContent(owner, { title: 'A title that no log contains' });
  await processAllChanges(harness);
  const sent = harness.sent().find((each) => each.message.endpoint_id === webhook_id)!.message;
  // The same query as the sweep's: everything that is due.
  const { attempt: _, ...message } = sent;
  return { tenant: owner, endpointId: webhook_id, message, sent };
}

async function deliveryOf(message: Json): Promise<Delivery> {
  const { workspace_id, endpoint_id, delivery_id } = message as Record<string, string>;
  return (await loadDelivery(workspace_id!, endpoint_id!, delivery_id!))!;
}

/** Invoke the function. Returns the ids of the messages that failed. */
async function runWorker(...messages: unknown[]): Promise<string[]> {
  return (await handler(sqsEvent(...messages))).batchItemFailures.map((failure) => failure.itemIdentifier);
}

async function changeEndpoint(message: Json, change: Partial<WebhookEndpoint>): Promise<void> {
  const endpoint = (await loadEndpoint(String(message.workspace_id), String(message.endpoint_id)))!;
  await commit([endpointWrite(endpoint, { ...endpoint, ...change })]);
}

/** Advance time until the next attempt is due. */
async function passUntilDue(message: Json): Promise<number> {
  // The first attempt is due at once, before there is a record.
  const delivery = await deliveryOf(message);
  const waitMs = delivery ? Date.parse(delivery.next_attempt_at!) - Date.now() : 0;
  advanceTime(waitMs);
  return waitMs / 1000;
}

describe('a delivery', () => {
  it('contains the event, with a signature that the Standard Webhooks library verifies', async () => {
    const { url, calls } = await receiver(204);
    const { tenant, message } = await queued(url);
    expect(await runWorker(message)).toEqual([]);
    expect(calls).toHaveLength(1);
    const [event] = storedRecords(harness, 'Event');
    const { headers, body } = calls[0]!;
    expect(new Webhook(SECRET).verify(body, headers)).toEqual({
      id: event!.id,
      type: 'content.created',
      timestamp: event!.timestamp,
      workspace_id: tenant.workspace.id,
      data: JSON.parse(String(event!.data)),
    });
    expect(headers).toMatchObject({ 'webhook-id': event!.id, 'content-type': 'application/json' });
  });

  it('is signed with both secrets during a rotation', async () => {
    const { url, calls } = await receiver(204);
    const { message } = await queued(url);
    const newer = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    const owner = { workspace_id: String(message.workspace_id), endpoint_id: String(message.endpoint_id) };
    const secrets = await Promise.all([newer, SECRET].map((each) => encryptSigningSecret(each, owner)));
    await changeEndpoint(message, { secrets });
    await runWorker(message);
    const { headers, body } = calls[0]!;
    for (const secret of [SECRET, newer]) {
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    }
  });

  it.each([200, 201, 204, 299])('with response %d is delivered and not repeated', async (status) => {
    const { url, calls } = await receiver(status);
    const { message } = await queued(url);
    await runWorker(message);
    advanceTime(LATER_MS);
    expect(await runWorker(message)).toEqual([]);
    expect(calls).toHaveLength(1);
    const delivery = await deliveryOf(message);
    expect(delivery).toMatchObject({ status: 'delivered', next_attempt_at: null, lease_expires_at: null });
    expect(delivery.attempts).toMatchObject([{ number: 1, status, error_class: null }]);
  });

  it.each([301, 302, 307, 400, 401, 404, 429, 500, 502, 503])(
    'with response %d is retried after 5 s, plus or minus 10 %%',
    async (status) => {
      const { url, calls } = await receiver((response) => response.writeHead(status, { location: '/elsewhere' }).end());
      const { message } = await queued(url);
      await runWorker(message);
      const { status: state, next_attempt_at, attempts } = await deliveryOf(message);
      expect(state).toBe('pending');
      expect(attempts).toMatchObject([{ number: 1, status, next_attempt_at }]);
      const waitMs = Date.parse(next_attempt_at!) - Date.now();
      expect(waitMs).toBeGreaterThanOrEqual(4500);
      expect(waitMs).toBeLessThanOrEqual(5500);
      await processAllChanges(harness);
      expect(harness.sent()).toEqual([
        {
          queue: DELIVERY_QUEUE,
          message: { ...message, attempt: 2 },
          delaySeconds: Math.ceil(waitMs / 1000),
        },
      ]);
      expect(calls).toHaveLength(1);
    },
  );

  it('without a response is retried, and records why there is no status', async () => {
    const { message } = await queued('http://127.0.0.1:9/hook');
    await runWorker(message);
    expect(await deliveryOf(message)).toMatchObject({
      status: 'pending',
      attempts: [{ status: null, error_class: 'connect', response_body: '' }],
    });
  });

  it.each([
    ['a reset', ''],
    ['bytes that are not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ])('with response %s is a failed attempt, not a failed message', async (_, bytes) => {
    const { port } = await rawReceiver((socket) => socket.end(bytes));
    const { message } = await queued(`http://127.0.0.1:${port}/hook`);
    expect(await runWorker(message)).toEqual([]);
    const { status, attempts } = await deliveryOf(message);
    expect(status).toBe('pending');
    expect(attempts).toMatchObject([{ status: null, error_class: expect.stringMatching(/reset|protocol/) }]);
  });

  it.each([
    [503, '1', 4.5, 5.5],
    [503, '8', 8, 8],
    [429, '8', 8, 8],
    [429, '86400', 10, 10],
    [429, '31536000000', 10, 10],
    [429, 'Fri, 31 Dec 2100 23:59:59 GMT', 10, 10],
    [429, 'Fri, 31 Dec 1999 23:59:59 GMT', 4.5, 5.5],
    [429, '-5', 4.5, 5.5],
    [429, 'later', 4.5, 5.5],
  ])('honors Retry-After between one and two times the planned delay: %d, %s', async (status, asked, least, most) => {
    const { url } = await receiver((response) => response.writeHead(status, { 'retry-after': asked }).end());
    const { message } = await queued(url);
    await runWorker(message);
    const waitMs = Date.parse((await deliveryOf(message)).next_attempt_at!) - Date.now();
    expect(waitMs).toBeGreaterThanOrEqual(least * 1000);
    expect(waitMs).toBeLessThanOrEqual(most * 1000);
  });

  it('is attempted ten times at the documented intervals, with one webhook-id, and then exhausted', async () => {
    const { url, calls } = await receiver(500);
    const { message } = await queued(url);
    await changeEndpoint(message, { is_verified: true });
    for (const planned of RETRY_SCHEDULE_SECONDS) {
      const waited = await passUntilDue(message);
      expect(waited).toBeGreaterThanOrEqual(planned * 0.9);
      expect(waited).toBeLessThanOrEqual(planned * 1.1);
      await runWorker(message);
    }
    advanceTime(LATER_MS);
    await runWorker(message);
    expect(calls).toHaveLength(10);
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
    expect(new Set(calls.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    expect(await deliveryOf(message)).toMatchObject({ status: 'exhausted', next_attempt_at: null });
  });

  it('that fails first and succeeds later is delivered and shows both attempts', async () => {
    const { url } = await receiver((response, count) => response.writeHead(count === 1 ? 500 : 200).end());
    const { message } = await queued(url);
    await runWorker(message);
    await passUntilDue(message);
    await runWorker(message);
    const { status, attempts } = await deliveryOf(message);
    expect(status).toBe('delivered');
    expect(attempts).toMatchObject([
      { number: 1, status: 500 },
      { number: 2, status: 200, next_attempt_at: null },
    ]);
  });

  it('does not wait for the slow receiver of another delivery in its batch', async () => {
    let release = () => {};
    const slow = await receiver((response) => {
      release = () => response.end();
    });
    const fast = await receiver(204);
    const one = await queued(slow.url);
    const other = await queued(fast.url);
    const working = runWorker(one.message, other.message);
    await vi.waitFor(async () => expect((await deliveryOf(other.message))?.status).toBe('delivered'), WAIT);
    expect(await deliveryOf(one.message)).toBeNull();
    release();
    expect(await working).toEqual([]);
    expect((await deliveryOf(one.message)).status).toBe('delivered');
  });
});

describe('an endpoint', () => {
  it('that responds with 410 is disabled, and this delivery ends', async () => {
    const { url, calls } = await receiver(410);
    const { tenant, endpointId, message } = await queued(url);
    await runWorker(message);
    expect(await loadEndpoint(tenant.workspace.id, endpointId)).toMatchObject({
      status: 'disabled',
      disabled_reason: expect.stringContaining('410'),
      updated_at: new Date().toISOString(),
    });
    expect(await deliveryOf(message)).toMatchObject({ status: 'exhausted', next_attempt_at: null });
    advanceTime(LATER_MS);
    await runWorker(message);
    expect(calls).toHaveLength(1);
  });

  it('that responded with 410 gets none of the deliveries already queued', async () => {
    const { url, calls } = await receiver(410);
    const { tenant, endpointId, message } = await queued(url);
    await newContent(tenant);
    await processAllChanges(harness);
    const next = harness.sent().find((each) => each.message.endpoint_id === endpointId)!.message;
    await runWorker(message);
    await runWorker(next);
    expect(calls).toHaveLength(1);
    expect(await deliveryOf(next)).toMatchObject({ status: 'dropped', attempts: [], next_attempt_at: null });
  });

  it.each(['disabled', 'paused'] as const)('that is %s is not called', async (status) => {
    const { url, calls } = await receiver(204);
    const { message } = await queued(url);
    await changeEndpoint(message, { status });
    expect(await runWorker(message)).toEqual([]);
    expect(calls).toEqual([]);
    expect(await deliveryOf(message)).toMatchObject({ status: 'dropped', attempts: [] });
  });

  it('that is disabled during a request has its response recorded', async () => {
    let release = () => {};
    const { url, calls } = await receiver((response) => {
      release = () => response.end();
    });
    const { message } = await queued(url);
    const working = runWorker(message);
    await vi.waitFor(() => expect(calls).toHaveLength(1), WAIT);
    await changeEndpoint(message, { status: 'disabled' });
    expect(await runWorker(message)).toEqual([]);
    release();
    expect(await working).toEqual([]);
    expect((await deliveryOf(message)).status).toBe('delivered');
  });

  it('that was deleted is not called', async () => {
    const { url, calls } = await receiver(204);
    const { tenant, endpointId, message } = await queued(url);
    const key = keyOf('Endpoint', { workspace_id: tenant.workspace.id, id: endpointId });
    await commit([{ delete: key, condition: 'present' }]);
    expect(await runWorker(message)).toEqual([]);
    expect(calls).toEqual([]);
    expect(await deliveryOf(message)).toMatchObject({ status: 'dropped', attempts: [] });
  });

  it('at a loopback address is not called when the stage does not allow it', async () => {
    const { url, calls } = await receiver(204);
    const { message } = await queued(url);
    process.env.SETTINGS = JSON.stringify(stage('production', 3000, { alarmEmail: 'none' }));
    try {
      await runWorker(message);
    } finally {
      process.env.SETTINGS = JSON.stringify(stage('local'));
    }
    expect(calls).toEqual([]);
    expect((await deliveryOf(message)).attempts).toMatchObject([{ status: null, error_class: 'blocked' }]);
  });
});

describe('a message', () => {
  it('that is redelivered during the attempt causes a request with the same webhook-id, and no second record', async () => {
    let release = () => {};
    const { url, calls } = await receiver((response) => {
      release = () => response.end();
    });
    const { message } = await queued(url);
    const first = runWorker(message);
    await vi.waitFor(() => expect(calls).toHaveLength(1), WAIT);
    const { release: releaseFirst } = { release };
    const second = runWorker(message);
    await vi.waitFor(() => expect(calls).toHaveLength(2), WAIT);
    releaseFirst();
    expect(await first).toEqual([]);
    release();
    expect(await second).toEqual([]);
    const ids = calls.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
    const { status, attempts } = await deliveryOf(message);
    expect([status, attempts.length]).toEqual(['delivered', 1]);
  });

  it('that is delivered ten times concurrently causes one request', async () => {
    const { url, calls } = await receiver(204);
    const { message } = await queued(url);
    expect(await runWorker(...Array(10).fill(message))).toEqual([]);
    expect(calls).toHaveLength(1);
    expect((await deliveryOf(message)).attempts).toHaveLength(1);
  });

  it('that is slightly early waits until the attempt is due', async () => {
    const { url, calls } = await receiver(500);
    const { message } = await queued(url);
    await runWorker(message);
    await passUntilDue(message);
    advanceTime(-30);
    setTimeout(() => advanceTime(30), 10);
    await runWorker(message);
    expect(calls).toHaveLength(2);
    expect(harness.sent()).toEqual([]);
  });

  it('waits on when the timer of its function ends a millisecond early', async () => {
    const { url, calls } = await receiver(500);
    const { message } = await queued(url);
    await runWorker(message);
    await passUntilDue(message);
    advanceTime(-30);
    setTimeout(() => advanceTime(29), 10);
    setTimeout(() => advanceTime(1), 60);
    await runWorker(message);
    expect(calls).toHaveLength(2);
  });

  it('that is much earlier than its attempt has no effect and no successor', async () => {
    const { url, calls } = await receiver(500);
    const { message } = await queued(url);
    await runWorker(message);
    await passUntilDue(message);
    advanceTime(-2000);
    await runWorker(message);
    expect(calls).toHaveLength(1);
    expect(harness.sent()).toEqual([]);
  });

  it('is not sent for an attempt in half an hour, which is left to the sweep', async () => {
    const { url, calls } = await receiver(500);
    const { message } = await queued(url);
    await changeEndpoint(message, { is_verified: true });
    for (let attempt = 1; attempt <= 3; attempt++) {
      await passUntilDue(message);
      await runWorker(message);
    }
    await processAllChanges(harness);
    harness.sent();
    await runWorker(message);
    expect(harness.sent()).toEqual([]);
    expect(calls).toHaveLength(3);
  });

  it('about a recorded attempt is obsolete and not queued again', async () => {
    const { url, calls } = await receiver(500);
    const { message, sent } = await queued(url);
    expect(await runWorker(sent)).toEqual([]);
    await processAllChanges(harness);
    harness.sent();
    await passUntilDue(message);
    expect(await runWorker(sent, { ...message, attempt: 3 })).toEqual([]);
    expect(harness.sent()).toEqual([]);
    expect(calls).toHaveLength(1);
    expect(await runWorker({ ...message, attempt: 2 })).toEqual([]);
    expect(calls).toHaveLength(2);
  });

  it('of a delivery that does not exist is completed', async () => {
    const { url, calls } = await receiver(204);
    const { message } = await queued(url);
    const { event_id: _, ...later } = message;
    expect(await runWorker({ ...later, delivery_id: newId('delivery') })).toEqual([]);
    expect(calls).toEqual([]);
  });

  it('that names another workspace finds no event and causes no request', async () => {
    const { url, calls } = await receiver(204);
    const { message } = await queued(url);
    const other = await newTenant();
    expect(await runWorker({ ...message, workspace_id: other.workspace.id })).toEqual(['m0']);
    expect(calls).toEqual([]);
    expect(storedRecords(harness, 'Delivery')).toEqual([]);
  });

  it.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an empty object', '{}'],
    ['for another worker', JSON.stringify({ workspace_id: 'ws_1', schedule_id: 'scd_1' })],
    ['with malformed ids', JSON.stringify({ workspace_id: 'ws_1', endpoint_id: 'wh_1', delivery_id: 'dlv_1' })],
    ['with ids that are not strings', JSON.stringify({ workspace_id: 1, endpoint_id: {}, delivery_id: [] })],
    ['with an event that is not an id', JSON.stringify({ ...WHOLE, event_id: 7 })],
    ['with an attempt that is not a number', JSON.stringify({ ...WHOLE, attempt: 'first' })],
    ['with a lease that is not a string', JSON.stringify({ ...WHOLE, lease_id: 7 })],
  ])('%s is the only message of its batch that fails', async (_, body) => {
    const { url, calls } = await receiver(204);
    const { message } = await queued(url);
    expect(await runWorker(body, message)).toEqual(['m0']);
    expect(calls).toHaveLength(1);
    expect((await deliveryOf(message)).status).toBe('delivered');
  });

  it('is redelivered when the table is unavailable, without a request', async () => {
    const { url, calls } = await receiver(204);
    const { message } = await queued(url);
    harness.table.fault = () => sdkError('InternalServerError');
    expect(await runWorker(message)).toEqual(['m0']);
    expect(calls).toEqual([]);
  });

  it('is redelivered when the event of its delivery does not exist, without a request', async () => {
    const { url, calls } = await receiver(204);
    const { message } = await queued(url);
    const { workspace_id, event_id } = message;
    await commit([{ delete: keyOf('Event', { workspace_id, id: event_id }), condition: 'present' }]);
    expect(await runWorker(message)).toEqual(['m0']);
    expect(calls).toEqual([]);
  });
});

describe('a worker that crashes', () => {
  it('between the 200 and the write is followed by the same request with the same webhook-id', async () => {
    const { url, calls } = await receiver((response, count) => {
      if (count === 1) harness.table.fault = () => new Error('The worker was killed.');
      response.end();
    });
    const { message } = await queued(url);
    expect(await runWorker(message)).toEqual(['m0']);
    harness.table.fault = null;
    expect(await runWorker(message)).toEqual([]);
    const ids = calls.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(calls[1]!.body).toBe(calls[0]!.body);
    const { status, attempts } = await deliveryOf(message);
    expect(status).toBe('delivered');
    expect(attempts).toMatchObject([{ number: 1, status: 200 }]);
  });

  it('at any step loses no delivery and causes at most one extra request', async () => {
    const { url, calls } = await receiver(204);
    const tenant = await newTenant();
    await newWebhook(tenant, { url, events: ['content.created'], secret: SECRET });
    for (let step = 1, died = true; died; step++) {
      await newContent(tenant);
      await processAllChanges(harness);
      const { message } = harness.sent().at(-1)!;
      calls.length = 0;
      const kill = killAt(harness.table, step);
      await runWorker(message);
      harness.table.fault = null;
      died = kill.reached();
      advanceTime(LATER_MS);
      await runWorker(message);
      expect((await deliveryOf(message)).status, `killed at ${step}`).toBe('delivered');
      expect(calls.length).toBeLessThanOrEqual(died ? 2 : 1);
      expect(step).toBeLessThan(20);
    }
  });

  it('after it disabled an endpoint that responded with 410 leaves no delivery to it pending', async () => {
    const { url, calls } = await receiver((response, count) => {
      // The first worker reads and disables the endpoint, and crashes before it records its attempt.
      if (count === 1) killAt(harness.table, 3);
      response.writeHead(410).end();
    });
    const { tenant, endpointId, message } = await queued(url);
    expect(await runWorker(message)).toEqual(['m0']);
    harness.table.fault = null;
    expect((await loadEndpoint(tenant.workspace.id, endpointId))!.status).toBe('disabled');
    expect(await deliveryOf(message)).toBeNull();
    expect(await runWorker(message)).toEqual([]);
    expect((await deliveryOf(message)).status).toBe('dropped');
    expect(calls).toHaveLength(1);
  });
});

describe('the log', () => {
  it('contains no secret, no signature and no part of the payload or the response', async () => {
    const { url, calls } = await receiver(500);
    const { message } = await queued(url);
    await runWorker(message, '{');
    expect(harness.logged()).toContain(String(message.delivery_id));
    expect(harness.logged()).not.toContain(SECRET.slice('whsec_'.length));
    expect(harness.logged()).not.toContain(calls[0]!.headers['webhook-signature']!.slice(3));
    expect(harness.logged()).not.toContain('A title that no log');
    expect(harness.logged()).not.toContain('What the receiver says');
  });
});
