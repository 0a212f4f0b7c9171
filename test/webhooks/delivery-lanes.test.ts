import type { IncomingMessage, ServerResponse } from 'node:http';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/on-delivery-queued.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { lookAheadMs, MISSED_AFTER_MS } from '../../lib/core/retry/waits.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { type DeliveryLane, LANE_DEADLINE_MS, MIN_SLOW_MS } from '../../lib/webhooks/rules/delivery-lane.ts';
import type { Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { loadDelivery } from '../../lib/webhooks/store/deliveries.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { MAX_RESULT_WAIT_MS } from '../../lib/webhooks/workers/attempt-group.ts';
import { advanceTime, type Json, WAIT } from '../functions/api-harness.ts';
import { stopDeliveryClock } from '../functions/delivery-deadlines.ts';
import { newContent, newWebhook } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import {
  DELIVERY_QUEUE,
  killAt,
  processAllChanges,
  SLOW_DELIVERY_QUEUE,
  sdkError,
  setupWorkers,
  sqsEvent,
} from '../functions/worker-harness.ts';
import { httpReceiver } from './delivery/receivers.ts';

const harness = setupWorkers();
const FAST_DEADLINE_MS = LANE_DEADLINE_MS.fast;
stopDeliveryClock();

afterEach(() => {
  process.env.DELIVERY_LANE = 'fast';
});

type Answer = (response: ServerResponse, count: number) => void;
const promptly: Answer = (response) => response.end();
const never: Answer = () => {};

/** A receiver that stores the ids it was called with and answers with `answer`. */
async function receiver(answer: Answer) {
  const ids: string[] = [];
  const { port } = await httpReceiver((request: IncomingMessage, response, count) => {
    ids.push(String(request.headers['webhook-id']));
    answer(response, count);
  });
  return { url: `http://127.0.0.1:${port}/hook`, ids };
}

/** The message about a delivery to a new endpoint at `url`. */
async function queued(url: string, tenant?: Tenant): Promise<Json> {
  const owner = tenant ?? (await newTenant());
  const { webhook_id } = await newWebhook(owner, { url, events: ['content.created'] });
  await newContent(owner);
  await processAllChanges(harness);
  return harness.sent().find(({ message }) => message.endpoint_id === webhook_id)!.message;
}

async function runWorker(lane: DeliveryLane, ...messages: unknown[]): Promise<string[]> {
  process.env.DELIVERY_LANE = lane;
  return (await handler(sqsEvent(...messages))).batchItemFailures.map((failure) => failure.itemIdentifier);
}

/** Set how long the attempts in progress have taken. Those that start later begin at this time. */
const setAttemptClock = (ms: number) => void vi.mocked(performance.now).mockReturnValue(ms);

/**
 * Run the worker until it waits for a receiver, which `isWaiting` says, then let the deadline of the fast lane pass.
 * Dates stay the same.
 */
async function runPastDeadline(isWaiting: () => unknown, ...messages: unknown[]): Promise<string[]> {
  const nowMs = Date.now();
  const advanceTimers = (ms: number) => {
    vi.advanceTimersByTime(ms);
    vi.setSystemTime(nowMs);
  };
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: nowMs });
  let isOver = false;
  const running = runWorker('fast', ...messages).finally(() => {
    isOver = true;
  });
  await vi.waitFor(
    async () => {
      advanceTimers(MAX_RESULT_WAIT_MS);
      expect(isOver || (await isWaiting())).toBe(true);
    },
    { ...WAIT, interval: 0 },
  );
  setAttemptClock(FAST_DEADLINE_MS);
  advanceTimers(LANE_DEADLINE_MS.fast);
  const failed = await running;
  setAttemptClock(0);
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  return failed;
}

async function deliveryOf({ workspace_id, endpoint_id, delivery_id }: Json): Promise<Delivery> {
  return (await loadDelivery(String(workspace_id), String(endpoint_id), String(delivery_id)))!;
}

async function endpointOf({ workspace_id, endpoint_id }: Json): Promise<WebhookEndpoint> {
  return (await loadEndpoint(String(workspace_id), String(endpoint_id)))!;
}

/** Mark the endpoint of a message slow, since that many milliseconds. */
async function mark(message: Json, agoMs = 0): Promise<void> {
  const endpoint = await endpointOf(message);
  const slow_since = new Date(Date.now() - agoMs).toISOString();
  await commit([endpointWrite(endpoint, { ...endpoint, slow_since })]);
}

/** The messages in the slow lane; no other message was sent. */
function movedMessages(): Json[] {
  const sent = harness.sent();
  expect(sent.map(({ queue }) => queue)).toEqual(sent.map(() => SLOW_DELIVERY_QUEUE));
  return sent.map(({ message }) => message);
}

describe('an attempt that exceeds the time limit of the fast lane', () => {
  it('is not recorded, marks its endpoint slow and is moved with its number and its lease', async () => {
    const { url, ids } = await receiver(never);
    const message = await queued(url);
    expect(await runPastDeadline(() => ids.length === 1, message)).toEqual([]);
    expect(ids).toHaveLength(1);
    expect((await endpointOf(message)).slow_since).not.toBeNull();
    const delivery = await deliveryOf(message);
    expect(delivery).toMatchObject({ status: 'pending', attempts: [] });
    expect(Date.parse(delivery.lease_expires_at!) - Date.now()).toBe(LEASE_SECONDS.delivery * 1000);
    expect(harness.sent()).toEqual([
      {
        queue: SLOW_DELIVERY_QUEUE,
        message: { ...message, lease_id: delivery.lease_id },
        delaySeconds: 0,
        messageGroupId: message.workspace_id,
      },
    ]);
  });

  it('is repeated in the slow lane, with the same webhook-id and more time', async () => {
    const late: Answer = (response, count) => {
      if (count === 1) return;
      setAttemptClock(2_500);
      response.end();
    };
    const { url, ids } = await receiver(late);
    const message = await queued(url);
    await runPastDeadline(() => ids.length === 1, message);
    const [moved] = movedMessages();
    expect(await runWorker('slow', moved)).toEqual([]);
    expect(ids).toEqual([ids[0], ids[0]]);
    const { status, attempts } = await deliveryOf(message);
    expect(status).toBe('delivered');
    expect(attempts).toMatchObject([{ number: 1, status: 200, duration_ms: 2_500 }]);
  });

  it('does not delay another delivery of its batch', async () => {
    const silent = await receiver(never);
    const prompt = await receiver(promptly);
    const one = await queued(silent.url);
    const other = await queued(prompt.url);
    const isDelivered = async () => (await deliveryOf(other)).status === 'delivered';
    await runPastDeadline(async () => silent.ids.length === 1 && (await isDelivered()), one, other);
    expect((await deliveryOf(other)).status).toBe('delivered');
    expect((await endpointOf(other)).slow_since ?? null).toBeNull();
    expect(movedMessages()).toMatchObject([{ delivery_id: one.delivery_id }]);
  });

  it('is recorded when the response started but did not end, and its endpoint is marked', async () => {
    let hasStarted = false;
    const { url } = await receiver((response) => {
      // The worker has read what was written once the event loop has polled the sockets again.
      response.write('and then', () => setImmediate(() => setImmediate(() => (hasStarted = true))));
    });
    const message = await queued(url);
    await runPastDeadline(() => hasStarted, message);
    expect((await deliveryOf(message)).status).toBe('delivered');
    expect((await endpointOf(message)).slow_since).not.toBeNull();
    expect(harness.sent()).toEqual([]);
  });

  it('is lost at no step at which its worker can crash', async () => {
    let isHanging = false;
    const { url, ids } = await receiver((response, count) => {
      isHanging = count === 1;
      if (!isHanging) response.end();
    });
    for (let step = 1, died = true; died; step++) {
      const message = await queued(`${url}/${step}`);
      ids.length = 0;
      const kill = killAt(harness.table, step);
      await runPastDeadline(() => isHanging, message);
      harness.table.fault = null;
      died = kill.reached();
      // The sweep finds what was left behind, after the lease has expired.
      advanceTime(LEASE_SECONDS.delivery * 1000);
      const { attempt: _, ...dueMessage } = message;
      await runPastDeadline(() => isHanging, dueMessage);
      for (const { message: moved } of harness.sent()) await runWorker('slow', moved);
      expect((await deliveryOf(message)).status, `killed at ${step}`).toBe('delivered');
      expect(ids.length).toBeLessThanOrEqual(3);
      expect(step).toBeLessThan(20);
    }
  });
});

describe('a delivery to a slow endpoint', () => {
  it('is moved without a call', async () => {
    const { url, ids } = await receiver(promptly);
    const message = await queued(url);
    await mark(message);
    expect(await runWorker('fast', message)).toEqual([]);
    expect(ids).toEqual([]);
    expect(await runWorker('slow', ...movedMessages())).toEqual([]);
    expect(ids).toHaveLength(1);
    expect((await deliveryOf(message)).status).toBe('delivered');
  });

  it('waits for its next attempt in the fast lane, where waiting delays no other delivery', async () => {
    const { url } = await receiver((response) => response.writeHead(500).end());
    const message = await queued(url);
    await mark(message);
    await runWorker('fast', message);
    await runWorker('slow', ...movedMessages());
    await processAllChanges(harness);
    expect(harness.sent()).toMatchObject([{ queue: DELIVERY_QUEUE, message: { ...message, attempt: 2 } }]);
  });

  it('is called once, however often either lane receives its message', async () => {
    const { url, ids } = await receiver(promptly);
    const message = await queued(url);
    await mark(message);
    await runWorker('fast', message, message, message);
    const [moved, ...more] = movedMessages();
    expect(more).toEqual([]);
    await runWorker('fast', message);
    expect(movedMessages()).toEqual([]);
    await runWorker('slow', moved, moved, message);
    expect(ids).toHaveLength(1);
  });

  it('is not queued by the sweep while it waits in the slow lane, and is found when its message is lost', async () => {
    const { url, ids } = await receiver(promptly);
    const message = await queued(url);
    await mark(message);
    await runWorker('fast', message);
    movedMessages();
    advanceTime(LEASE_SECONDS.delivery * 1000 - lookAheadMs(1) - 1);
    await onSweepDue();
    expect(harness.sent()).toEqual([]);
    advanceTime(lookAheadMs(1) + 1 + MISSED_AFTER_MS);
    await onSweepDue();
    const [found] = harness.sent();
    await runWorker('fast', found!.message);
    await runWorker('slow', ...movedMessages());
    expect(ids).toHaveLength(1);
    expect((await deliveryOf(message)).status).toBe('delivered');
  });

  it('is moved once when the response to its insert was lost', async () => {
    const { url, ids } = await receiver(promptly);
    const message = await queued(url);
    await mark(message);
    // The SDK sends the request again, and finds what it has inserted.
    harness.table.fault = (command, { Statements }) => {
      if (command !== 'BatchExecuteStatementCommand') return null;
      for (const { Statement, Parameters } of Statements as { Statement: string; Parameters: unknown[] }[]) {
        const names = [...Statement.matchAll(/'(\w+)': \?/g)].map(([, name]) => name!);
        harness.table.insert(Object.fromEntries(names.map((name, index) => [name, Parameters[index]])) as Item);
      }
      return null;
    };
    await runWorker('fast', message);
    harness.table.fault = null;
    await runWorker('slow', ...movedMessages());
    expect(ids).toHaveLength(1);
  });

  it('is moved by the next message when the queue rejected the first', async () => {
    const { url, ids } = await receiver(promptly);
    const message = await queued(url);
    await mark(message);
    harness.sqs.on(SendMessageCommand).rejects(sdkError('ServiceUnavailable'));
    expect(await runWorker('fast', message)).toEqual(['m0']);
    harness.sqs.on(SendMessageCommand).resolves({});
    harness.sent();
    expect(await runWorker('fast', message)).toEqual([]);
    await runWorker('slow', ...movedMessages());
    expect(ids).toHaveLength(1);
  });

  it('is dropped in the slow lane when the endpoint was deleted or paused concurrently', async () => {
    const { url, ids } = await receiver(promptly);
    const message = await queued(url);
    await mark(message);
    await runWorker('fast', message);
    const moved = movedMessages();
    const endpoint = await endpointOf(message);
    await commit([endpointWrite(endpoint, { ...endpoint, status: 'paused' })]);
    await runWorker('slow', ...moved);
    expect(ids).toEqual([]);
    expect((await deliveryOf(message)).status).toBe('dropped');
  });
});

describe('an endpoint in the slow lane', () => {
  const viaSlowLane = async (message: Json) => {
    await runWorker('fast', message);
    await runWorker('slow', ...movedMessages());
  };

  it('that responds quickly returns to the fast lane, a minute after it left at the earliest', async () => {
    const { url, ids } = await receiver(promptly);
    const tenant = await newTenant();
    const message = await queued(url, tenant);
    await mark(message, MIN_SLOW_MS - 1);
    await viaSlowLane(message);
    expect((await endpointOf(message)).slow_since).not.toBeNull();
    advanceTime(1);
    for (const isSlow of [true, false]) {
      await newContent(tenant);
      await processAllChanges(harness);
      const next = harness.sent().at(-1)!.message;
      await runWorker('fast', next);
      expect(harness.sent().map(({ queue }) => queue)).toEqual(isSlow ? [SLOW_DELIVERY_QUEUE] : []);
      if (isSlow) await runWorker('slow', { ...next, lease_id: (await deliveryOf(next)).lease_id });
    }
    expect((await endpointOf(message)).slow_since).toBeNull();
    expect(ids).toHaveLength(3);
  });

  it('that takes longer than a second remains in it', async () => {
    const { url } = await receiver((response) => {
      setAttemptClock(1_100);
      response.end();
    });
    const message = await queued(url);
    await mark(message, MIN_SLOW_MS);
    await viaSlowLane(message);
    expect((await deliveryOf(message)).status).toBe('delivered');
    expect((await endpointOf(message)).slow_since).not.toBeNull();
  });
});
