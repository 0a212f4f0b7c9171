import { setTimeout as sleep } from 'node:timers/promises';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { handler as onDeliveryQueued } from '../../functions/on-delivery-queued.ts';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { handler } from '../../functions/on-sweep-due.ts';
import { entryWrite } from '../../lib/content/store/schedule-entries.ts';
import { RECONCILE_DELAYS_SECONDS } from '../../lib/core/retry/back-off.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { lookAheadMs, MISSED_AFTER_MS } from '../../lib/core/retry/waits.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import type { Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { deliveryWrite, loadDelivery } from '../../lib/webhooks/store/deliveries.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { PUBLISHED, publishTo, REJECTED } from '../functions/publish-step.ts';
import { newDelivery, newWebhook, UNREACHABLE_URL } from '../functions/resources.ts';
import { connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newId, newTenant } from '../functions/tenants.ts';
import { applyEntryRule, stopReconciling } from '../functions/unconfirmed-fixtures.ts';
import {
  DELIVERY_QUEUE,
  lambdaContext,
  publishMessage,
  publishQueue,
  sdkError,
  setupWorkers,
  sqsEvent,
  storedRecords,
} from '../functions/worker-harness.ts';
import { httpReceiver } from '../webhooks/delivery/receivers.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();

// An entry this late was missed by its schedule, its message or its worker.
const MISSED_MS = MISSED_AFTER_MS;

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
  const { webhook_id } = await newWebhook(tenant, { url });
  const pending: Partial<Delivery> = { status: 'pending', attempts: [], next_attempt_at: inSeconds(0) };
  return newDelivery(tenant, webhook_id, pending);
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
    const { dueMessage } = await dueNow(platform);
    advanceTime(MISSED_MS);
    expect(await sweep()).toEqual([publishMessage(platform, dueMessage, 0)]);
  });

  it('whose schedule may still fire is not queued', async () => {
    await dueNow();
    advanceTime(MISSED_MS - 1);
    expect(await sweep()).toEqual([]);
  });

  it('that is due soon is queued for 3 s after its time, when its own message has started it, and is not overdue', async () => {
    const { dueMessage } = await scheduleContent(await newTenant(), 'linkedin', {}, 3600);
    advanceTime(3_600_000 - lookAheadMs(1) - 1);
    expect(await sweep()).toEqual([]);
    advanceTime(1);
    expect(await sweep()).toEqual([publishMessage('linkedin', dueMessage, 123)]);
    advanceTime(60_001);
    expect(await sweep()).toEqual([publishMessage('linkedin', dueMessage, 63)]);
    expect(harness.logged()).not.toContain('OverdueWork');
  });

  it('whose check is planned in half an hour is queued for its time', async () => {
    const { tenant, contentId, dueMessage } = await dueNow();
    await publishTo(tenant, contentId, 'twitter', 'unconfirmed');
    await applyEntryRule(tenant, contentId, 'twitter', (content, entry) => ({
      content,
      entries: [{ ...entry, due_at: inSeconds(1500) }],
    }));
    advanceTime(1_440_000);
    expect(await sweep()).toEqual([publishMessage('twitter', dueMessage, 63)]);
  });

  it.each(['claimed', 'sending'] as const)('%s by a worker with a valid lease is not queued', async (step) => {
    const { tenant, contentId } = await dueNow();
    await publishTo(tenant, contentId, 'twitter', step);
    expect(await sweep()).toEqual([]);
    advanceTime(LEASE_SECONDS.attempt * 1000);
    expect(await sweep()).toEqual([]);
  });

  it.each(['claimed', 'sending'] as const)('%s by a worker that crashed is queued', async (step) => {
    const { tenant, contentId, dueMessage } = await dueNow();
    await publishTo(tenant, contentId, 'twitter', step);
    advanceTime(LEASE_SECONDS.attempt * 1000 + MISSED_MS);
    expect(await sweep()).toMatchObject([{ queue: publishQueue('twitter'), message: dueMessage }]);
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
    const { tenant, contentId, dueMessage } = await dueNow();
    await publishTo(tenant, contentId, 'twitter', 'unconfirmed');
    advanceTime(FIRST_CHECK_MS + MISSED_MS - 1);
    expect(await sweep()).toEqual([]);
    advanceTime(1);
    expect(await sweep()).toEqual([publishMessage('twitter', dueMessage, 0)]);
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
    const { dueMessage } = await scheduleContent(tenant, 'twitter');
    await callApi('schedule.cancel', { token: tenant.token, params: { id: dueMessage.schedule_id } });
    advanceTime(86_400_000);
    expect(await sweep()).toEqual([]);
  });

  it('is queued in every workspace and shard, however many there are', async () => {
    const tenants = [await newTenant(), await newTenant()];
    const expected: string[] = [];
    for (let n = 0; n < 35; n++) {
      const { dueMessage } = await scheduleContent(
        tenants[n % 2]!,
        n % 3 ? 'twitter' : 'linkedin',
        { title: `${n}` },
        0,
      );
      expected.push(dueMessage.schedule_id);
    }
    advanceTime(MISSED_MS);
    const queued = await sweep();
    expect(queued.map(({ message }) => message.schedule_id).sort()).toEqual(expected.sort());
  });

  it('is published by the message of the sweep', async () => {
    const { tenant, dueMessage } = await dueNow();
    await connect(tenant, 'twitter');
    advanceTime(MISSED_MS);
    const [sent] = await sweep();
    await onPublishDue(sqsEvent(sent!.message), lambdaContext());
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
    expect(await platforms().posts()).toHaveLength(1);
    expect(await sweep()).toEqual([]);
  });
});

describe('a delivery', () => {
  it('whose message was lost is queued', async () => {
    const delivery = await deliveryDueNow();
    advanceTime(MISSED_MS);
    expect(await sweep()).toEqual([
      { queue: DELIVERY_QUEUE, message: messageOf(delivery), delaySeconds: 0, messageGroupId: delivery.workspace_id },
    ]);
  });

  it('whose message may still arrive is not queued', async () => {
    await deliveryDueNow();
    advanceTime(MISSED_MS - 1);
    expect(await sweep()).toEqual([]);
  });

  it('whose next attempt is due soon is queued for its time, and is not overdue', async () => {
    const delivery = await deliveryDueNow();
    await change(delivery, { next_attempt_at: inSeconds(7200) });
    advanceTime(7_200_000 - lookAheadMs(1) - 1);
    expect(await sweep()).toEqual([]);
    advanceTime(30_001);
    expect(await sweep()).toEqual([
      { queue: DELIVERY_QUEUE, message: messageOf(delivery), delaySeconds: 93, messageGroupId: delivery.workspace_id },
    ]);
    expect(harness.logged()).not.toContain('OverdueWork');
  });

  it('moved to the slow lane is queued for the end of its lease, and again when it was missed', async () => {
    const delivery = await deliveryDueNow();
    await change(delivery, { lease_expires_at: inSeconds(LEASE_SECONDS.delivery) });
    advanceTime((LEASE_SECONDS.delivery - 60) * 1000);
    expect(await sweep()).toMatchObject([{ delaySeconds: 63 }]);
    advanceTime(60_001);
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

  it('queues more posts that are due at one time than a page of the index has', async () => {
    const tenant = await newTenant();
    const { dueMessage } = await scheduleContent(tenant, 'twitter', {}, 60);
    const entry = await loadDueEntry(dueMessage);
    for (let n = 0; n < 5000; n += 100) {
      const copies = Array.from({ length: 100 }, () => ({ ...entry, id: newId('entry') }));
      await commit(copies.map((copy) => entryWrite(undefined, copy)));
    }
    const queued = await sweep();
    expect(new Set(queued.map(({ message }) => message.schedule_id)).size).toBe(5001);
    expect(queued.every(({ delaySeconds }) => delaySeconds === 63)).toBe(true);
  });

  it('that takes long delays its later messages by less, so that all arrive at their time', async () => {
    const dueMs = Date.now() + 60_000;
    await scheduleContent(await newTenant(), 'twitter', {}, 60);
    harness.table.fault = (command) => {
      // The read of the entries, just before their messages.
      if (command === 'BatchGetCommand') advanceTime(20_000);
      return null;
    };
    const [queued] = await sweep();
    expect(Date.now() + queued!.delaySeconds * 1000).toBe(dueMs + 3_000);
  });

  it('fails when the table is unavailable', async () => {
    harness.table.fault = () => sdkError('InternalServerError');
    await expect(handler()).rejects.toThrow('InternalServerError');
  });
});
