import { describe, expect, it, vi } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { keyOf } from '../../lib/core/table/schema.ts';
import { eventEntity } from '../../lib/webhooks/entities/events.ts';
import { loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { advanceTime, WAIT } from '../functions/api-harness.ts';
import { stopDeliveryClock } from '../functions/delivery-deadlines.ts';
import {
  changeEndpoint,
  deliveryOf,
  passUntilDue,
  queued,
  receiver,
  runWorker,
  SECRET,
} from '../functions/given/queued-delivery.ts';
import { newContent, newWebhook } from '../functions/resources.ts';
import { newId, newTenant } from '../functions/tenants.ts';
import { killAt, processAllChanges, sdkError, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

stopDeliveryClock();

const LATER_MS = 60_000;

const WHOLE = {
  workspace_id: newId('workspace'),
  endpoint_id: newId('endpoint'),
  delivery_id: newId('delivery'),
};

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
    await commit([{ delete: keyOf(eventEntity, { workspace_id, id: event_id }), condition: 'present' }]);
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
