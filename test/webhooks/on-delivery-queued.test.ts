import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import { RETRY_SCHEDULE_SECONDS } from '../../lib/core/retry/back-off.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { keyOf } from '../../lib/core/table/schema.ts';
import { stage } from '../../lib/stack/stages.ts';
import { encryptSigningSecret } from '../../lib/webhooks/delivery/signing-secret-encryption.ts';
import { endpointEntity } from '../../lib/webhooks/entities/endpoints.ts';
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
import { newContent } from '../functions/resources.ts';
import { DELIVERY_QUEUE, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { rawReceiver } from './delivery/receivers.ts';

const harness = setupWorkers();

stopDeliveryClock();

const LATER_MS = 60_000;

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
          messageGroupId: message.workspace_id,
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
    const key = keyOf(endpointEntity, { workspace_id: tenant.workspace.id, id: endpointId });
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
