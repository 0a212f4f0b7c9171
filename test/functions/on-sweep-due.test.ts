import { setTimeout as sleep } from 'node:timers/promises';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { handler as onDeliveryQueued } from '../../functions/on-delivery-queued.ts';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { handler } from '../../functions/on-sweep-due.ts';
import { LEASE_SECONDS } from '../../lib/domain/content/publish-transitions.ts';
import { RECONCILE_DELAYS_SECONDS } from '../../lib/domain/content/unconfirmed-transitions.ts';
import { PLATFORMS } from '../../lib/domain/platform.ts';
import { DELIVERY_LEASE_SECONDS, type Delivery } from '../../lib/domain/webhooks/webhook-delivery.ts';
import { commit } from '../../lib/table/commit.ts';
import { deliveryWrite, loadDelivery } from '../../lib/table/deliveries.ts';
import { httpReceiver } from '../webhook-delivery/receivers.ts';
import { advanceTime, callApi, inSeconds, type Json } from './api-harness.ts';
import { newContent, newWebhook, PUBLISHED, publishTo, REJECTED, UNREACHABLE_URL } from './resources.ts';
import { connect, loadWakeEntry, scheduleContent, simulatePlatforms } from './simulated.ts';
import { newTenant } from './tenants.ts';
import { stopReconciling } from './unconfirmed-fixtures.ts';
import {
  DELIVERY_QUEUE,
  lambdaContext,
  processAllChanges,
  publishQueue,
  sdkError,
  setupWorkers,
  sqsEvent,
  storedRecords,
} from './worker-harness.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();

// An entry this late was missed by its timer, its message or its worker.
const MISSED_MS = 15_000;

const FIRST_CHECK_MS = RECONCILE_DELAYS_SECONDS[0]! * 1000;

/** One sweep: the messages it sent. */
async function sweep() {
  harness.sent();
  await handler();
  return harness.sent();
}

/** An entry due now, with its item. */
async function dueNow(platform: (typeof PLATFORMS)[number] = 'twitter') {
  const tenant = await newTenant();
  return { tenant, ...(await scheduleContent(tenant, platform, {}, 0)) };
}

/** A delivery due now, of an endpoint at `url`. */
async function deliveryDueNow(url = UNREACHABLE_URL): Promise<Delivery> {
  const tenant = await newTenant();
  await newWebhook(tenant, { url });
  await newContent(tenant);
  await processAllChanges(harness);
  return storedRecords<Delivery>(harness, 'Delivery')[0]!;
}

function messageOf({ workspace_id, endpoint_id, id }: Delivery): Json {
  return { workspace_id, endpoint_id, delivery_id: id };
}

async function change(before: Delivery, after: Partial<Delivery>): Promise<Delivery> {
  await commit([deliveryWrite(before, { ...before, ...after })]);
  return (await loadDelivery(before.workspace_id, before.endpoint_id, before.id))!;
}

describe('an entry', () => {
  it.each(PLATFORMS)('for %s that is overdue is queued', async (platform) => {
    const { wake } = await dueNow(platform);
    advanceTime(MISSED_MS);
    expect(await sweep()).toEqual([{ queue: publishQueue(platform), message: wake, delaySeconds: 0 }]);
  });

  it('whose schedule may still fire is not queued', async () => {
    await dueNow();
    advanceTime(MISSED_MS - 1);
    expect(await sweep()).toEqual([]);
  });

  it('that is not due is not queued', async () => {
    await scheduleContent(await newTenant(), 'twitter', {}, 3600);
    advanceTime(3_600_000);
    expect(await sweep()).toEqual([]);
  });

  it.each(['claimed', 'sending'] as const)('%s by a worker with a valid lease is not queued', async (step) => {
    const { tenant, contentId } = await dueNow();
    await publishTo(tenant, contentId, 'twitter', step);
    advanceTime(LEASE_SECONDS * 1000);
    expect(await sweep()).toEqual([]);
  });

  it.each(['claimed', 'sending'] as const)('%s by a worker that crashed is queued', async (step) => {
    const { tenant, contentId, wake } = await dueNow();
    await publishTo(tenant, contentId, 'twitter', step);
    advanceTime(LEASE_SECONDS * 1000 + MISSED_MS);
    expect(await sweep()).toMatchObject([{ queue: publishQueue('twitter'), message: wake }]);
  });

  it.each([
    ['published', PUBLISHED],
    ['failed', REJECTED],
  ] as const)('that is %s is never queued again', async (_, step) => {
    const { tenant, contentId } = await dueNow();
    await publishTo(tenant, contentId, 'twitter', step);
    advanceTime(86_400_000);
    expect(await sweep()).toEqual([]);
  });

  it('that is unconfirmed is queued when its check is overdue', async () => {
    const { tenant, contentId, wake } = await dueNow();
    await publishTo(tenant, contentId, 'twitter', 'unconfirmed');
    advanceTime(FIRST_CHECK_MS + MISSED_MS - 1);
    expect(await sweep()).toEqual([]);
    advanceTime(1);
    expect(await sweep()).toEqual([{ queue: publishQueue('twitter'), message: wake, delaySeconds: 0 }]);
  });

  it('that is unconfirmed is never queued again after the last check', async () => {
    const { tenant, contentId } = await dueNow();
    await publishTo(tenant, contentId, 'twitter', 'unconfirmed');
    await stopReconciling(tenant, contentId, 'twitter');
    advanceTime(86_400_000);
    expect(await sweep()).toEqual([]);
  });

  it('that was cancelled is never queued', async () => {
    const tenant = await newTenant();
    const { wake } = await scheduleContent(tenant, 'twitter');
    await callApi('schedule.cancel', { token: tenant.token, params: { id: wake.schedule_id } });
    advanceTime(86_400_000);
    expect(await sweep()).toEqual([]);
  });

  it('is queued in every workspace and shard, however many there are', async () => {
    const tenants = [await newTenant(), await newTenant()];
    const expected: string[] = [];
    for (let n = 0; n < 35; n++) {
      const { wake } = await scheduleContent(tenants[n % 2]!, n % 3 ? 'twitter' : 'linkedin', {}, 0);
      expected.push(wake.schedule_id);
    }
    advanceTime(MISSED_MS);
    const queued = await sweep();
    expect(queued.map(({ message }) => message.schedule_id).sort()).toEqual(expected.sort());
  });

  it('is published by the message of the sweep', async () => {
    const { tenant, wake } = await dueNow();
    await connect(tenant, 'twitter');
    advanceTime(MISSED_MS);
    const [sent] = await sweep();
    await onPublishDue(sqsEvent(sent!.message), lambdaContext());
    expect((await loadWakeEntry(wake)).state).toBe('published');
    expect(await platforms().posts()).toHaveLength(1);
    expect(await sweep()).toEqual([]);
  });
});

describe('a delivery', () => {
  it('whose message was lost is queued', async () => {
    const delivery = await deliveryDueNow();
    advanceTime(MISSED_MS);
    expect(await sweep()).toEqual([{ queue: DELIVERY_QUEUE, message: messageOf(delivery), delaySeconds: 0 }]);
  });

  it('whose message may still arrive is not queued', async () => {
    await deliveryDueNow();
    advanceTime(MISSED_MS - 1);
    expect(await sweep()).toEqual([]);
  });

  it('whose next attempt is not due is not queued', async () => {
    const delivery = await deliveryDueNow();
    await change(delivery, { next_attempt_at: inSeconds(300) });
    advanceTime(300_000);
    expect(await sweep()).toEqual([]);
  });

  it('started by a worker is queued only after its lease has expired', async () => {
    const delivery = await deliveryDueNow();
    const lease_expires_at = inSeconds(DELIVERY_LEASE_SECONDS);
    await change(delivery, { attempt_started: 1, lease_expires_at });
    advanceTime(DELIVERY_LEASE_SECONDS * 1000);
    expect(await sweep()).toEqual([]);
    advanceTime(MISSED_MS);
    expect(await sweep()).toMatchObject([{ message: messageOf(delivery) }]);
  });

  it.each(['delivered', 'exhausted', 'dropped'] as const)('that is %s is never queued', async (status) => {
    const delivery = await deliveryDueNow();
    await change(delivery, { status, next_attempt_at: null });
    advanceTime(86_400_000);
    expect(await sweep()).toEqual([]);
  });

  it('is made by the message of the sweep', async () => {
    const { port, seen } = await httpReceiver((_, response) => response.end());
    await deliveryDueNow(`http://127.0.0.1:${port}/hook`);
    advanceTime(MISSED_MS);
    const [sent] = await sweep();
    await onDeliveryQueued(sqsEvent(sent!.message));
    expect(seen.requests).toBe(1);
    expect(storedRecords<Delivery>(harness, 'Delivery')).toMatchObject([{ status: 'delivered' }]);
  });
});

describe('a sweep', () => {
  it('without overdue items sends nothing', async () => {
    await newTenant();
    expect(await sweep()).toEqual([]);
  });

  it('whose messages are partly rejected fails, and the next one queues the rest', async () => {
    await dueNow();
    advanceTime(MISSED_MS);
    harness.sqs.on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [{ Id: '0' }] });
    await expect(handler()).rejects.toThrow('rejected 1');
    harness.sqs.on(SendMessageBatchCommand).resolves({ Successful: [{ Id: '0' }] });
    expect(await sweep()).toHaveLength(1);
  });

  it('queues everything else when one queue is unavailable, and fails', async () => {
    await dueNow('twitter');
    await dueNow('linkedin');
    await deliveryDueNow();
    advanceTime(MISSED_MS);
    const taken: string[] = [];
    harness.sqs.on(SendMessageBatchCommand).callsFake(async ({ QueueUrl }) => {
      if (QueueUrl === publishQueue('twitter')) throw sdkError('QueueDoesNotExist');
      await sleep(20);
      taken.push(String(QueueUrl));
      return {};
    });
    await expect(handler()).rejects.toThrow('QueueDoesNotExist');
    expect(taken.sort()).toEqual([DELIVERY_QUEUE, publishQueue('linkedin')]);
  });

  it('fails when the table is unavailable', async () => {
    harness.table.fault = () => sdkError('InternalServerError');
    await expect(handler()).rejects.toThrow('InternalServerError');
  });
});
