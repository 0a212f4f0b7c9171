import { describe, expect, it } from 'vitest';
import { handler as onDeliveryQueued } from '../../functions/on-delivery-queued.ts';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { reserveQuota } from '../../lib/core/rate-limit/store.ts';
import { RECONCILE_DELAYS_SECONDS, RETRY_SCHEDULE_SECONDS } from '../../lib/core/retry/back-off.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { scheduleNextCheck } from '../../lib/publishing/rules/unconfirmed-transitions.ts';
import { attemptCount, type Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { advanceTime, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { publishTo } from '../functions/publish-step.ts';
import { newContent, newWebhook, verifyEndpoint } from '../functions/resources.ts';
import { newScheduledContent } from '../functions/scheduled.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { applyEntryRule } from '../functions/unconfirmed-fixtures.ts';
import {
  lambdaContext,
  processAllChanges,
  publishQueue,
  SLOW_DELIVERY_QUEUE,
  setupWorkers,
  sqsEvent,
  storedRecords,
} from '../functions/worker-harness.ts';
import { httpReceiver } from '../webhooks/delivery/receivers.ts';

// Lambda stops a chain of messages, in which each invocation sends the next message, at the 17th invocation: "Use Lambda
// recursive loop detection" in its developer guide. A change that the stream delivers starts a new chain.

const harness = setupWorkers();
/** Far below the 16 invocations that Lambda allows: a fast delivery lane and a slow one. */
const MAX_CHAIN = 2;
const PUBLISH_QUEUES = PLATFORMS.map(publishQueue);

type Waiting = { queue: string; message: Json; atMs: number; invocations: number };

/** Build messages on their way, which invoke their functions in the order of their times. */
function createQueues() {
  let waiting: Waiting[] = [];
  let longest = 0;

  function collect(invocations: number): void {
    for (const { queue, message, delaySeconds } of harness.sent()) {
      waiting.push({ queue, message, atMs: Date.now() + delaySeconds * 1000, invocations });
    }
  }

  /** Process the changes of the table. The messages of the stream worker are the first of their chains. */
  async function settle(): Promise<void> {
    await processAllChanges(harness);
    collect(1);
  }

  return {
    settle,
    /** The number of invocations of the longest chain so far. */
    longest: () => longest,
    count: () => waiting.length,
    /** Runs the sweep, whose messages are the first of their chains too. */
    sweep: async () => {
      await onSweepDue();
      collect(1);
    },
    /** Delivers messages until `untilMs`, at most 200, and stops at a chain that Lambda would stop. */
    run: async (untilMs: number) => {
      for (let delivered = 0; delivered < 200; delivered++) {
        waiting = waiting.sort((one, other) => one.atMs - other.atMs);
        const next = waiting[0];
        if (!next || next.atMs > untilMs) break;
        waiting.shift();
        longest = Math.max(longest, next.invocations);
        if (longest > 16) break;
        advanceTime(Math.max(0, next.atMs - Date.now()));
        process.env.DELIVERY_LANE = next.queue === SLOW_DELIVERY_QUEUE ? 'slow' : 'fast';
        if (PUBLISH_QUEUES.includes(next.queue)) await onPublishDue(sqsEvent(next.message), lambdaContext());
        else await onDeliveryQueued(sqsEvent(next.message));
        collect(next.invocations + 1);
        await settle();
      }
    },
  };
}

async function endpointAt(tenant: Tenant, port: number): Promise<void> {
  const { webhook_id } = await newWebhook(tenant, { url: `http://127.0.0.1:${port}/hook` });
  await verifyEndpoint(tenant, webhook_id);
}

const delivery = () => storedRecords<Delivery>(harness, 'Delivery')[0]!;

/** Run the sweep a minute before each next attempt or check of `dueAt`, as often as there is one. */
async function sweepUntilDone(queues: ReturnType<typeof createQueues>, dueAt: () => string | null): Promise<void> {
  for (let due = dueAt(); due !== null && queues.longest() <= 16; due = dueAt()) {
    const dueMs = Date.parse(due);
    await queues.run(dueMs - 60_000);
    advanceTime(Math.max(0, dueMs - 60_000 - Date.now()));
    await queues.sweep();
    await queues.run(dueMs + 5_000);
    expect(dueAt(), 'nothing has happened at its time').not.toBe(due);
  }
}

describe('a chain of messages', () => {
  it('ends when a post that is due in two minutes is moved to next month', async () => {
    const { tenant, content } = await newScheduledContent(harness, 110);
    const queues = createQueues();
    await queues.settle();
    expect(queues.count()).toBe(1);
    const body = { scheduled_at: inSeconds(30 * 86_400) };
    await succeed('content.update', { token: tenant.token, params: { id: content.id }, body });
    await queues.settle();
    await queues.run(Date.now() + DAY_MS);
    expect(queues.longest()).toBe(1);
    expect(queues.count()).toBe(0);
  });

  it('stays short while a delivery is attempted ten times over days', async () => {
    const { port } = await httpReceiver((_, response) => response.writeHead(500).end());
    const tenant = await newTenant();
    await endpointAt(tenant, port);
    await newContent(tenant);
    const queues = createQueues();
    await queues.settle();
    await queues.run(Date.now());
    await sweepUntilDone(queues, () => delivery().next_attempt_at);
    expect(queues.longest()).toBeLessThanOrEqual(MAX_CHAIN);
    expect(attemptCount(delivery())).toBe(RETRY_SCHEDULE_SECONDS.length);
  });

  it('stays short while a delivery waits for the requests of a busy receiver for two hours', async () => {
    const { port } = await httpReceiver((_, response) => response.end());
    const tenant = await newTenant();
    await endpointAt(tenant, port);
    await newContent(tenant);
    const queues = createQueues();
    await queues.settle();
    const endMs = Date.now() + 2 * 3_600_000;
    while (Date.now() < endMs && queues.longest() <= 16) {
      const window = Math.floor(Date.now() / 60_000);
      const quota = { subject_id: `${tenant.workspace.id}/127.0.0.1`, window, seconds: 60 };
      await reserveQuota(quota, { batch: 1_200, limit: 1_200, isFirst: true });
      await queues.run(Date.now() + 1_000);
      advanceTime(60_000);
    }
    expect(delivery()).toMatchObject({ status: 'pending', attempts: [] });
    expect(queues.longest()).toBe(1);
  });

  it('stays short through all checks of an unconfirmed post', async () => {
    const { tenant, content } = await newScheduledContent(harness, 0);
    const queues = createQueues();
    await processAllChanges(harness);
    harness.sent();
    await publishTo(tenant, content.id, 'twitter', 'unconfirmed');
    for (let checks = 1; checks <= RECONCILE_DELAYS_SECONDS.length; checks++) {
      await queues.settle();
      expect(queues.count()).toBeLessThanOrEqual(1);
      await applyEntryRule(tenant, content.id, 'twitter', (now, entry) =>
        scheduleNextCheck(now, entry, Date.now(), 21_600),
      );
      await queues.run(Date.now() + DAY_MS);
    }
    expect(queues.longest()).toBeLessThanOrEqual(1);
  });
});
