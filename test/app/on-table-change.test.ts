import { describe, expect, it } from 'vitest';
import type { EntryError } from '../../lib/content/rules/schedule-entry.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { type Delivery, recordAttempt } from '../../lib/webhooks/rules/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { deliveryWrite, loadDelivery } from '../../lib/webhooks/store/deliveries.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { consequences, eventTypes, followed, publishedAs } from '../functions/given/stream.ts';
import { PUBLISHED, publishTo } from '../functions/publish-step.ts';
import { newContent, newDelivery, newWebhook, UNREACHABLE_URL } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { stopReconciling } from '../functions/unconfirmed-fixtures.ts';
import {
  DELIVERY_QUEUE,
  killAt,
  processAllChanges,
  processStreamRecords,
  setupWorkers,
  storedRecords,
  streamRecord,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();
const HOUR = 3_600_000;
const ERROR: EntryError = { code: 'said_no', message: 'No.', category: 'platform', retryable: false };

/** Restore the previous content of the table. */
async function restore(items: Item[]): Promise<void> {
  harness.table.clear();
  for (const put of items) await commit([{ put, condition: 'any' }]);
}

describe('the events of an item', () => {
  it.each([
    ['a draft', {}, ['content.created']],
    ['an item with a time', { scheduled_at: '2026-08-04T08:00:00Z' }, ['content.created', 'content.scheduled']],
  ])('created as %s are exactly the expected ones', async (_, fields, types) => {
    const tenant = await newTenant();
    await newContent(tenant, fields);
    await followed();
    expect(eventTypes()).toEqual(types);
  });

  it('contain the item as the API shows it, without warnings, link cards and what it permits, and the time of the change', async () => {
    const tenant = await newTenant();
    const item = await newContent(tenant, { description: 'Ünïcode — 語' });
    const { warnings: _, link_cards: __, editable_fields: ___, available_actions: ____, ...shown } = item;
    const { published_texts: _____, ...content } = shown;
    await followed();
    const [event] = storedRecords(harness, 'Event');
    expect(event).toMatchObject({
      type: 'content.created',
      workspace_id: tenant.workspace.id,
      timestamp: content.created_at,
    });
    expect(JSON.parse(String(event!.data))).toEqual(content);
  });

  it('include content.published once all platforms are published', async () => {
    const tenant = await newTenant();
    const content = await newContent(tenant, { scheduled_at: inSeconds(0) });
    await followed();
    await publishTo(tenant, content.id, 'twitter', PUBLISHED);
    await followed();
    expect(eventTypes()).not.toContain('content.published');
    await publishTo(tenant, content.id, 'linkedin', publishedAs('urn:li:share:1'));
    await followed();
    expect(eventTypes().filter((type) => type === 'content.published')).toHaveLength(1);
  });

  /** An item due now on X and LinkedIn, its own events processed. */
  async function dueOnTwo() {
    const tenant = await newTenant();
    const content = await newContent(tenant, { scheduled_at: inSeconds(0) });
    await followed();
    return { tenant, content };
  }

  const failedTargets = () =>
    storedRecords(harness, 'Event')
      .filter(({ type }) => type === 'content.failed')
      .map(({ data }) => JSON.parse(String(data)).failed_target as Json);

  it('include content.failed for each platform that rejected it', async () => {
    const { tenant, content } = await dueOnTwo();
    for (const platform of ['twitter', 'linkedin'] as const) {
      await publishTo(tenant, content.id, platform, { outcome: 'rejected', error: ERROR });
      await followed();
    }
    expect(
      failedTargets()
        .map(({ platform }) => platform)
        .sort(),
    ).toEqual(['linkedin', 'twitter']);
    expect(failedTargets()[0]).toMatchObject({ status: 'failed', error: { code: 'said_no' } });
  });

  it('include an unknown outcome after the last check, and not earlier', async () => {
    const { tenant, content } = await dueOnTwo();
    await publishTo(tenant, content.id, 'twitter', 'unconfirmed');
    await followed();
    expect(failedTargets()).toEqual([]);
    await stopReconciling(tenant, content.id, 'twitter');
    await followed();
    expect(failedTargets()).toMatchObject([
      { platform: 'twitter', status: 'unconfirmed', next_check_at: null, error: { code: 'no_answer' } },
    ]);
  });

  it.each(['title', 'description'])('are none for a new %s', async (field) => {
    const tenant = await newTenant();
    const content = await newContent(tenant);
    await followed();
    const before = consequences();
    const body = { [field]: 'Something else' };
    await callApi('content.update', { token: tenant.token, params: { id: content.id }, body });
    await followed();
    expect(consequences()).toEqual(before);
  });

  it('are none for a deleted item', async () => {
    const tenant = await newTenant();
    await newContent(tenant);
    const [content] = harness.table.items().filter((item) => item.entity === 'Content');
    expect(await processStreamRecords([streamRecord(content, undefined)])).toEqual([]);
    expect(consequences()).toEqual([]);
  });
});

describe('the deliveries of an event', () => {
  const queued = () => harness.sent().filter(({ queue }) => queue === DELIVERY_QUEUE);

  async function endpointOf(tenant: Tenant, id: string): Promise<WebhookEndpoint> {
    return (await loadEndpoint(tenant.workspace.id, id))!;
  }

  it('are one per subscribed endpoint, due immediately', async () => {
    const tenant = await newTenant();
    const every = await newWebhook(tenant, { url: `${UNREACHABLE_URL}/1`, events: ['*'] });
    const one = await newWebhook(tenant, { url: `${UNREACHABLE_URL}/2`, events: ['content.created'] });
    await newWebhook(tenant, { url: `${UNREACHABLE_URL}/3`, events: ['content.failed'] });
    await newContent(tenant);
    await followed();
    const [event] = storedRecords(harness, 'Event');
    const wanted = [every.webhook_id, one.webhook_id].sort();
    const sent = queued();
    expect(sent.map(({ message }) => message.endpoint_id).sort()).toEqual(wanted);
    for (const { message, delaySeconds } of sent) {
      expect(message).toMatchObject({ workspace_id: tenant.workspace.id, event_id: event!.id, attempt: 1 });
      expect(delaySeconds).toBe(0);
    }
    expect(storedRecords(harness, 'Delivery')).toEqual([]);
  });

  it.each(['paused', 'disabled'] as const)('do not include an endpoint that is %s', async (status) => {
    const tenant = await newTenant();
    const { webhook_id } = await newWebhook(tenant, { events: ['*'] });
    const endpoint = await endpointOf(tenant, webhook_id);
    await commit([endpointWrite(endpoint, { ...endpoint, status })]);
    await newContent(tenant);
    await followed();
    expect(eventTypes()).toEqual(['content.created']);
    expect(queued()).toEqual([]);
  });

  it("do not include another workspace's endpoints", async () => {
    await newWebhook(await newTenant(), { events: ['*'] });
    const tenant = await newTenant();
    await newContent(tenant);
    await followed();
    expect(queued()).toEqual([]);
  });

  it('reach all twenty endpoints a workspace may have', async () => {
    const tenant = await newTenant();
    for (let n = 1; n <= 20; n++) await newWebhook(tenant, { url: `${UNREACHABLE_URL}/${n}` });
    await newContent(tenant);
    await followed();
    expect(new Set(queued().map(({ message }) => message.delivery_id)).size).toBe(20);
  });

  it('and the event have the same ids in every delivery of the change', async () => {
    const tenant = await newTenant();
    await newWebhook(tenant, { events: ['*'] });
    await newContent(tenant, { scheduled_at: inSeconds(3600) });
    const before = harness.table.items();
    const records = await followed();
    const made = consequences();
    const sent = queued();
    await restore(before);
    advanceTime(HOUR);
    expect(await processStreamRecords(records)).toEqual([]);
    expect(consequences()).toEqual(made);
    expect(made).toHaveLength(2);
    expect(queued()).toEqual(sent);
    expect(sent).toHaveLength(2);
  });

  it('are queued again under the same ids by the same batch and by two concurrent functions', async () => {
    const tenant = await newTenant();
    await newWebhook(tenant, { events: ['*'] });
    await newContent(tenant, { scheduled_at: inSeconds(3600) });
    const records = harness.changes();
    await Promise.all([processStreamRecords(records), processStreamRecords(records)]);
    const made = harness.table.items();
    expect(await processStreamRecords(records)).toEqual([]);
    expect(harness.table.items()).toEqual(made);
    const ids = queued().map(({ message }) => message.delivery_id);
    expect([ids.length, new Set(ids).size]).toEqual([6, 2]);
  });

  it('are complete after a crash at any step and a redelivery of the batch', async () => {
    const tenant = await newTenant();
    for (const n of [1, 2]) await newWebhook(tenant, { url: `${UNREACHABLE_URL}/${n}`, events: ['*'] });
    await newContent(tenant, { scheduled_at: inSeconds(3600) });
    const before = harness.table.items();
    const records = await followed();
    const whole = consequences();
    expect(whole).toHaveLength(2);
    const ids = () => [...new Set(queued().map(({ message }) => message.delivery_id))].sort();
    const all = ids();
    expect(all).toHaveLength(4);
    for (let step = 1, died = true; died; step++) {
      await restore(before);
      const kill = killAt(harness.table, step);
      const failures = await processStreamRecords(records);
      harness.table.fault = null;
      died = kill.reached();
      expect(failures.length > 0).toBe(died);
      // The lease of a killed step ends.
      advanceTime(LEASE_SECONDS.indexing * 1000);
      expect(await processStreamRecords(records)).toEqual([]);
      expect(consequences()).toEqual(whole);
      expect(ids()).toEqual(all);
      expect(step).toBeLessThan(40);
    }
  });
});

describe('a delivery', () => {
  /** A delivery whose first attempt is due, its change processed. */
  async function pendingDelivery() {
    const tenant = await newTenant();
    const { webhook_id } = await newWebhook(tenant, { events: ['content.failed'] });
    const pending: Partial<Delivery> = { status: 'pending', attempts: [], next_attempt_at: inSeconds(0) };
    const delivery = await newDelivery(tenant, webhook_id, pending);
    await processAllChanges(harness);
    return delivery;
  }

  async function change(before: Delivery, after: Delivery): Promise<Delivery> {
    await commit([deliveryWrite(before, after)]);
    await followed();
    return (await loadDelivery(before.workspace_id, before.endpoint_id, before.id))!;
  }

  const attempt = (status: number) => {
    const ok = status < 300;
    return { ok, status, durationMs: 1, responseBody: '', errorClass: null, retryAfterSeconds: null };
  };

  it('that is due is queued without delay', async () => {
    const { workspace_id, endpoint_id, event_id, id } = await pendingDelivery();
    expect(harness.sent()).toEqual([
      {
        queue: DELIVERY_QUEUE,
        message: { workspace_id, endpoint_id, delivery_id: id, event_id, attempt: 1 },
        delaySeconds: 0,
        messageGroupId: workspace_id,
      },
    ]);
  });

  it('that is moved to the slow lane is not queued', async () => {
    const delivery = await pendingDelivery();
    harness.sent();
    await change(delivery, { ...delivery, lease_expires_at: inSeconds(60) });
    expect(harness.sent()).toEqual([]);
  });

  it('that changed without an attempt is not queued a second time', async () => {
    const delivery = await pendingDelivery();
    harness.sent();
    await change(delivery, { ...delivery });
    expect(harness.sent()).toEqual([]);
  });

  it('that failed is queued for its next attempt', async () => {
    const delivery = await pendingDelivery();
    harness.sent();
    await change(delivery, recordAttempt(delivery, attempt(500), Date.now(), Date.now(), 0.5));
    expect(harness.sent()).toMatchObject([{ message: { delivery_id: delivery.id }, delaySeconds: 5 }]);
  });

  it('whose next attempt is later than the longest delay is not queued: the sweep finds it', async () => {
    let delivery = await pendingDelivery();
    const delays: number[] = [];
    for (let n = 1; n <= 4; n++) {
      harness.sent();
      delivery = await change(delivery, recordAttempt(delivery, attempt(500), Date.now(), Date.now(), 0.5));
      delays.push(...harness.sent().map(({ delaySeconds }) => delaySeconds));
    }
    expect(delays).toEqual([5, 300]);
  });

  it.each([
    ['delivered', 204],
    ['exhausted', 410],
  ])('that is %s is not queued', async (_, status) => {
    const delivery = await pendingDelivery();
    harness.sent();
    await change(delivery, recordAttempt(delivery, attempt(status), Date.now(), Date.now(), 0.5));
    expect(harness.sent()).toEqual([]);
  });

  it('that expires has no effect', async () => {
    await pendingDelivery();
    harness.sent();
    const [item] = harness.table.items().filter(({ entity }) => entity === 'Delivery');
    expect(await processStreamRecords([streamRecord(item, undefined)])).toEqual([]);
    expect(harness.sent()).toEqual([]);
  });
});
