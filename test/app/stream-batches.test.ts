import { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { deliveryWrite } from '../../lib/webhooks/store/deliveries.ts';
import { callApi, inSeconds } from '../functions/api-harness.ts';
import { consequences, eventTypes, followed, publishedAs } from '../functions/given/stream.ts';
import { publishTo, REJECTED } from '../functions/publish-step.ts';
import { failedAttempt, newAccount, newContent, newDelivery, newWebhook } from '../functions/resources.ts';
import { newScheduledContent } from '../functions/scheduled.ts';
import { newTenant } from '../functions/tenants.ts';
import {
  DELIVERY_QUEUE,
  processStreamRecords,
  sdkError,
  setupWorkers,
  storedRecords,
  streamRecord,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();
const scheduledIn = (seconds: number) => newScheduledContent(harness, seconds);

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
    // X charges for a poll, so the first one waits for an hour.
    for (const [platform, due_at] of [
      ['twitter', inSeconds(3_600)],
      ['linkedin', inSeconds(0)],
    ]) {
      expect(measurements).toContainEqual(
        expect.objectContaining({
          content_id: content.id,
          platform,
          platform_post_id: `id-${platform}`,
          hashtags: ['#launch'],
          totals: NO_METRICS,
          measured_at: null,
          due_at,
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
    const silent = { published: 1, posts: 0, as_of: null, reports: [], stopped: [] };
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

  /** A record whose key has its parts in this order: the stream has them in any. */
  const withKeys = ({ dynamodb, ...record }: DynamoDBRecord, ...names: string[]): DynamoDBRecord => {
    const Keys = Object.fromEntries(names.map((name) => [name, dynamodb!.Keys![name]!]));
    return { ...record, dynamodb: { ...dynamodb, Keys } };
  };

  /** The records of a new delivery, and of its first failed attempt. */
  async function changedDelivery() {
    const tenant = await newTenant();
    const { webhook_id } = await newWebhook(tenant);
    harness.changes();
    const next_attempt_at = inSeconds(0);
    const pending = { status: 'pending', attempts: [], next_attempt_at } as Partial<Delivery>;
    const before = await newDelivery(tenant, webhook_id, pending);
    const isDelivery = (record: DynamoDBRecord) => record.dynamodb?.NewImage?.entity?.S === 'Delivery';
    const made = harness
      .changes()
      .filter(isDelivery)
      .map((record) => withKeys(record, 'pk', 'sk'));
    await commit([deliveryWrite(before, { ...before, attempts: [failedAttempt(1)], next_attempt_at: inSeconds(5) })]);
    const failed = harness.changes().filter(isDelivery);
    return { made, failed: failed.map((record) => withKeys(record, 'sk', 'pk')) };
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
    harness.sqs.on(SendMessageBatchCommand).callsFake(({ Entries, QueueUrl }) => {
      if (QueueUrl !== DELIVERY_QUEUE) return {};
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
