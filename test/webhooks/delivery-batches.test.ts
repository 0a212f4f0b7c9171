import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/on-delivery-queued.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { deliveryWrite, loadDelivery } from '../../lib/webhooks/store/deliveries.ts';
import type { Json } from '../functions/api-harness.ts';
import { WAIT } from '../functions/api-harness.ts';
import { stopDeliveryClock } from '../functions/delivery-deadlines.ts';
import { newContent, newWebhook, verifyEndpoint } from '../functions/resources.ts';
import { newTenant } from '../functions/tenants.ts';
import { processAllChanges, sdkError, setupWorkers, sqsEvent, storedRecords } from '../functions/worker-harness.ts';
import { httpReceiver } from './delivery/receivers.ts';

const harness = setupWorkers();
stopDeliveryClock();
let commands: string[] = [];

beforeEach(() => {
  commands = [];
});

/** The messages of that many new deliveries to a verified endpoint, whose receiver answers with `answer`. */
async function queued(count: number, answer: (response: ServerResponse, count: number) => void): Promise<Json[]> {
  const { port } = await httpReceiver((_, response, number) => answer(response, number));
  const tenant = await newTenant();
  const { webhook_id } = await newWebhook(tenant, {
    url: `http://127.0.0.1:${port}/hook`,
    events: ['content.created'],
  });
  await verifyEndpoint(tenant, webhook_id);
  for (let made = 0; made < count; made++) await newContent(tenant);
  await processAllChanges(harness);
  const messages = harness.sent().map(({ message }) => message);
  expect(messages).toHaveLength(count);
  harness.table.fault = (command) => {
    commands.push(command);
    return null;
  };
  return messages;
}

const runWorker = async (...messages: Json[]) => (await handler(sqsEvent(...messages))).batchItemFailures.length;
const deliveries = () => storedRecords<Delivery>(harness, 'Delivery');
const deliveryOf = ({ workspace_id, endpoint_id, delivery_id }: Json) =>
  loadDelivery(String(workspace_id), String(endpoint_id), String(delivery_id));

describe('the deliveries of a batch', () => {
  it('share one read before their attempts, one after them, one insert and one line of metrics', async () => {
    const waiting: ServerResponse[] = [];
    const messages = await queued(10, (response) => {
      waiting.push(response);
      if (waiting.length === 10) for (const each of waiting) each.end();
    });
    expect(await runWorker(...messages)).toBe(0);
    expect(deliveries().map(({ status }) => status)).toEqual(messages.map(() => 'delivered'));
    const ofQuota = (command: string) => command === 'UpdateCommand';
    expect(commands.filter((command) => !ofQuota(command))).toEqual([
      'BatchGetCommand',
      'BatchGetCommand',
      'BatchExecuteStatementCommand',
    ]);
    expect(harness.logged()).toContain('"DeliveriesDelivered":10');
  });

  it('are recorded although the attempt of one of them has not ended', async () => {
    let release = () => {};
    const messages = await queued(5, (response, count) => {
      if (count === 3) release = () => response.end();
      else response.end();
    });
    const working = runWorker(...messages);
    await vi.waitFor(() => expect(deliveries()).toHaveLength(4), WAIT);
    release();
    expect(await working).toBe(0);
    expect(deliveries()).toHaveLength(5);
  });

  it('are all attempted again when their insert fails, and recorded then', async () => {
    const messages = await queued(3, (response) => response.end());
    harness.table.fault = (command) =>
      command === 'BatchExecuteStatementCommand' ? sdkError('InternalServerError') : null;
    expect(await runWorker(...messages)).toBe(3);
    harness.table.fault = null;
    expect(await runWorker(...messages)).toBe(0);
    expect(deliveries().map(({ attempts }) => attempts.length)).toEqual([1, 1, 1]);
  });
});

describe('two attempts of one delivery at the same time', () => {
  /** Start an attempt, and end it with `status` after another worker has recorded `recorded`. */
  async function endAfter(recorded: Partial<Delivery>, status: number): Promise<Delivery | null> {
    let release = () => {};
    const [message] = await queued(1, (response) => {
      release = () => response.writeHead(status).end();
    });
    const working = runWorker(message!);
    await vi.waitFor(() => expect(String(release)).toContain('writeHead'), WAIT);
    const { workspace_id, endpoint_id, delivery_id: id, event_id } = message as Record<string, string>;
    const [event] = storedRecords(harness, 'Event');
    const ids = { id, workspace_id, endpoint_id, event_id, event_type: 'content.created' } as Delivery;
    const rest = { lease_expires_at: null, next_attempt_at: null, created_at: String(event!.timestamp), version: 0 };
    await commit([deliveryWrite(null, { ...ids, ...rest, attempts: [], status: 'pending', ...recorded })]);
    release();
    expect(await working).toBe(0);
    return deliveryOf(message!);
  }

  const attempt = (number: number, status: number) => ({
    ...{ number, at: '2026-08-03T10:00:00.000Z', status, duration_ms: 1 },
    ...{ error_class: null, response_body: '', next_attempt_at: null },
  });

  it('end as delivered when a failure was recorded before the success', async () => {
    const failed = { status: 'exhausted', attempts: [attempt(1, 500)] } as const;
    const ended = await endAfter({ ...failed, attempts: [...failed.attempts] }, 200);
    expect(ended).toMatchObject({ status: 'delivered', attempts: [{ status: 500 }, { number: 2, status: 200 }] });
  });

  it('end as delivered when a success was recorded before the failure', async () => {
    const ended = await endAfter({ status: 'delivered', attempts: [attempt(1, 200)] }, 500);
    expect(ended).toMatchObject({ status: 'delivered', attempts: [{ number: 1, status: 200 }] });
  });

  it('have one record when both succeed', async () => {
    const ended = await endAfter({ status: 'delivered', attempts: [attempt(1, 200)] }, 200);
    expect(ended!.attempts).toHaveLength(1);
  });
});
