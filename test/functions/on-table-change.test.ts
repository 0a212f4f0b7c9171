import { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import type { EntryError } from '../../lib/content/rules/schedule-entry.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { type Delivery, recordAttempt } from '../../lib/webhooks/rules/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { deliveryWrite, loadDelivery } from '../../lib/webhooks/store/deliveries.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { advanceTime, callApi, inSeconds, type Json } from './api-harness.ts';
import {
  failedAttempt,
  newAccount,
  newContent,
  newDelivery,
  newWebhook,
  PUBLISHED,
  type PublishStep,
  publishTo,
  REJECTED,
  UNREACHABLE_URL,
} from './resources.ts';
import { newScheduledContent } from './scheduled.ts';
import { newTenant, type Tenant } from './tenants.ts';
import { stopReconciling } from './unconfirmed-fixtures.ts';
import {
  DELIVERY_QUEUE,
  killAt,
  processAllChanges,
  processChanges,
  processStreamRecords,
  sdkError,
  setupWorkers,
  storedRecords,
  streamRecord,
} from './worker-harness.ts';

const harness = setupWorkers();

const HOUR = 3_600_000;

const ERROR: EntryError = { code: 'said_no', message: 'No.', category: 'platform', retryable: false };

/** An outcome in which the platform accepted the post under this id. */
const publishedAs = (platformPostId: string): PublishStep => ({
  outcome: 'published',
  platformPostId,
  url: null,
});

const scheduledIn = (seconds: number) => newScheduledContent(harness, seconds);

const followed = () => processChanges(harness);

/** Restore the previous content of the table. */
async function restore(items: Item[]): Promise<void> {
  harness.table.clear();
  for (const put of items) await commit([{ put, condition: 'any' }]);
}

/** What a change has caused, without the change itself. */
function consequences(): Item[] {
  const kinds = [
    'Event',
    'Delivery',
    'PostMetrics',
    'Bucket',
    'ContentBucket',
    'TermBucket',
    'DailyTextCount',
    'PostTerms',
  ];
  return harness.table.items().filter((item) => kinds.includes(String(item.entity)));
}

/** The types of all events, sorted. */
function eventTypes(): string[] {
  return storedRecords(harness, 'Event')
    .map(({ type }) => String(type))
    .sort();
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

  it('contain the item as the API shows it, without warnings and what it permits, and the time of the change', async () => {
    const tenant = await newTenant();
    const item = await newContent(tenant, { description: 'Ünïcode — 語' });
    const { warnings: _, editable_fields: __, available_actions: ___, ...content } = item;
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
      expect(await processStreamRecords(records)).toEqual([]);
      expect(consequences()).toEqual(whole);
      expect(ids()).toEqual(all);
      expect(step).toBeLessThan(25);
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

describe('a published post', () => {
  /** An item published on X and LinkedIn. */
  async function publishedTwice(description = 'The #Launch of our espresso machine') {
    const tenant = await newTenant();
    await newAccount(tenant);
    await newAccount(tenant, { platform: 'linkedin', external_id: 'urn:li:organization:1' });
    const content = await newContent(tenant, { description, scheduled_at: inSeconds(0) });
    await followed();
    const records = [];
    for (const platform of ['twitter', 'linkedin'] as const) {
      await publishTo(tenant, content.id, platform, publishedAs(`id-${platform}`));
      records.push(...(await followed()));
    }
    return { tenant, content, records };
  }

  const items = (entity: string) => harness.table.items().filter((item) => item.entity === entity);
  /** How often each term was counted, by series. */
  const counted = () => {
    const series: Record<string, Record<string, unknown>> = {};
    for (const item of items('TermBucket')) {
      const counts = Object.entries(item).filter(([name]) => name[1] === '|');
      const name = String(item.pk).split('#').at(-2)!;
      series[name] = { ...series[name], ...Object.fromEntries(counts.map(([term, posts]) => [term.slice(2), posts])) };
    }
    return series;
  };

  it('has metrics polling started once per platform', async () => {
    const { content } = await publishedTwice();
    const measurements = storedRecords(harness, 'PostMetrics');
    expect(measurements).toHaveLength(2);
    for (const platform of ['twitter', 'linkedin']) {
      expect(measurements).toContainEqual(
        expect.objectContaining({
          content_id: content.id,
          platform,
          platform_post_id: `id-${platform}`,
          hashtags: ['#launch'],
          totals: NO_METRICS,
          measured_at: null,
          due_at: inSeconds(0),
        }),
      );
    }
  });

  it('counts as published, per platform, before its first poll', async () => {
    const { tenant, content } = await publishedTwice();
    const { json } = await callApi('analytics.performance', {
      token: tenant.token,
      query: { content_id: content.id },
    });
    const silent = { published: 1, posts: 0, as_of: null, reports: [] };
    expect(json).toMatchObject({ as_of: null, breakdown: [] });
    expect(json.coverage).toEqual([
      { platform: 'twitter', ...silent },
      { platform: 'linkedin', ...silent },
    ]);
  });

  it('has its terms counted once per platform and once for all platforms', async () => {
    await publishedTwice();
    const once = { '#launch': 1, espresso: 1, machine: 1, 'espresso machine': 1 };
    expect(counted()).toEqual({ twitter: once, linkedin: once, all: once });
  });

  it('is neither polled nor counted twice when its changes are redelivered', async () => {
    const { records } = await publishedTwice();
    const made = consequences();
    expect(await processStreamRecords(records)).toEqual([]);
    await Promise.all([processStreamRecords(records), processStreamRecords(records)]);
    expect(consequences()).toEqual(made);
  });

  it('without terms is polled too', async () => {
    await publishedTwice('…');
    expect(storedRecords(harness, 'PostMetrics')).toHaveLength(2);
    expect(counted()).toEqual({});
  });

  it('is only a post that was published', async () => {
    const tenant = await newTenant();
    const content = await newContent(tenant, { scheduled_at: inSeconds(0) });
    await publishTo(tenant, content.id, 'twitter', REJECTED);
    await followed();
    expect(storedRecords(harness, 'PostMetrics')).toEqual([]);
    expect(counted()).toEqual({});
  });
});

describe('a batch of changes', () => {
  const sequenceOf = (record: ReturnType<typeof streamRecord>) => record.dynamodb!.SequenceNumber!;

  it('with one item of a newer schema reports that one and handles the others', async () => {
    const { entry } = await scheduledIn(3600);
    const records = harness.changes();
    const [good] = harness.table.items().filter(({ entity }) => entity === 'ScheduleEntry');
    const item = { ...good!, schema: 99, sk: 'poison', id: 'poison' };
    harness.table.insert(item);
    const poison = streamRecord(undefined, item);
    expect(await processStreamRecords([poison, ...records])).toEqual([sequenceOf(poison)]);
    expect(harness.timers()).toMatchObject([{ input: { Name: entry.id } }]);
    expect(eventTypes()).toEqual(['content.created', 'content.scheduled']);
    expect(harness.logged()).toContain(sequenceOf(poison));
  });

  /** The records of a new delivery, and of its first failed attempt. */
  async function changedDelivery() {
    const tenant = await newTenant();
    const { webhook_id } = await newWebhook(tenant);
    harness.changes();
    const next_attempt_at = inSeconds(0);
    const pending = { status: 'pending', attempts: [], next_attempt_at } as Partial<Delivery>;
    const before = await newDelivery(tenant, webhook_id, pending);
    const isDelivery = (record: DynamoDBRecord) => record.dynamodb?.NewImage?.entity?.S === 'Delivery';
    const made = harness.changes().filter(isDelivery);
    await commit([deliveryWrite(before, { ...before, attempts: [failedAttempt(1)], next_attempt_at: inSeconds(5) })]);
    return { made, failed: harness.changes().filter(isDelivery) };
  }

  it('preserves the order of the changes of one item', async () => {
    const { made, failed } = await changedDelivery();
    let isFirst = true;
    const order: number[] = [];
    harness.sqs.on(SendMessageBatchCommand).callsFake(async ({ Entries }) => {
      if (isFirst) {
        isFirst = false;
        await new Promise((done) => setTimeout(done, 20));
      }
      order.push(JSON.parse((Entries as { MessageBody: string }[])[0]!.MessageBody).attempt);
      return {};
    });
    expect(await processStreamRecords([...made, ...failed])).toEqual([]);
    expect(order).toEqual([1, 2]);
  });

  it('does not handle a change whose predecessor failed, and reports both', async () => {
    const { made, failed } = await changedDelivery();
    harness.sqs.on(SendMessageBatchCommand).rejects(sdkError('InternalServerException'));
    expect(await processStreamRecords([...made, ...failed])).toEqual([...made, ...failed].map(sequenceOf));
    expect(harness.sent().map(({ message }) => message.attempt)).toEqual([1]);
  });

  it('sends a message again that the queue could not take, without the others of its request', async () => {
    const tenant = await newTenant();
    await newWebhook(tenant, { events: ['content.created'] });
    for (let made = 0; made < 3; made++) await newContent(tenant);
    const records = harness.changes();
    const taken: string[][] = [];
    harness.sqs.on(SendMessageBatchCommand).callsFake(({ Entries }) => {
      taken.push((Entries as { MessageBody: string }[]).map(({ MessageBody }) => JSON.parse(MessageBody).delivery_id));
      return taken.length === 1 ? { Failed: [{ Id: '1', SenderFault: false, Code: 'InternalError' }] } : {};
    });
    expect(await processStreamRecords(records)).toEqual([]);
    expect(taken[0]).toHaveLength(3);
    expect(taken.slice(1)).toEqual([[taken[0]![1]]]);
  });

  it('reports the entry whose message the queue rejected, and nothing else', async () => {
    await scheduledIn(5);
    const records = harness.changes();
    harness.sqs.on(SendMessageCommand).rejects(sdkError('ServiceUnavailable'));
    expect(await processStreamRecords(records)).toHaveLength(1);
    expect(eventTypes()).toEqual(['content.created', 'content.scheduled']);
  });

  it('of entities without handlers has no effect', async () => {
    const tenant = await newTenant();
    await callApi('content.list', { token: tenant.token });
    const isQuiet = ({ dynamodb }: DynamoDBRecord) =>
      ['AccessToken', 'EmailReservation', 'RateWindow'].includes(String(dynamodb?.NewImage?.entity?.S));
    const records = harness.changes().filter(isQuiet);
    expect(records.length).toBeGreaterThanOrEqual(3);
    const before = harness.table.items();
    expect(await processStreamRecords(records)).toEqual([]);
    expect(harness.table.items()).toEqual(before);
    expect([...harness.sent(), ...harness.timers()]).toEqual([]);
  });

  it('that is empty has no failures', async () => {
    expect(await processStreamRecords([])).toEqual([]);
  });
});
