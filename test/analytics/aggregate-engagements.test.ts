import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { handler as sweep } from '../../functions/on-sweep-due.ts';
import { ENGAGEMENT_KINDS, type Engagement, METRIC_BY_KIND } from '../../lib/analytics/rules/engagement-ingestion.ts';
import { METRIC_NAMES } from '../../lib/analytics/rules/metrics.ts';
import { advanceTime, callApi, inSeconds } from '../functions/api-harness.ts';
import {
  buckets,
  deltas,
  events,
  GRACE,
  ingestEngagements,
  MINUTE,
  minutePasses,
  minutes,
  withItem,
} from '../functions/given/engagement-sums.ts';
import { newWebhook, UNREACHABLE_URL } from '../functions/resources.ts';
import {
  DELIVERY_QUEUE,
  processAllChanges,
  processStreamRecords,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();

describe('the sums of an engagement', () => {
  it.each(ENGAGEMENT_KINDS)('of the kind %s belong to their own metric and no other', async (kind) => {
    const count = kind === 'comment' || kind === 'mention' ? 1 : 7;
    await processStreamRecords(await ingestEngagements(await withItem(), { kind, count }));
    const metric = METRIC_BY_KIND[kind];
    expect(buckets()).toHaveLength(metric ? 4 : 0);
    for (const bucket of buckets()) {
      const added = METRIC_NAMES.filter((name) => `twitter|${name}` in bucket);
      expect(added).toEqual([metric]);
      expect(bucket[`twitter|${metric}`]).toBe(count);
    }
    expect(storedRecords<Engagement>(harness, 'Engagement')).toMatchObject([{ is_aggregated: true }]);
  });

  it('are in the hour and the day of their occurrence, for their item and the workspace, known since their arrival', async () => {
    const { tenant, id } = await withItem();
    await processStreamRecords(await ingestEngagements({ tenant, id }, { occurred_at: '2026-07-14T23:30:00+02:00' }));
    const keys = buckets().map(({ scope, time }) => [scope, time]);
    expect(keys.sort()).toEqual([
      ['all', '2026-07-14'],
      ['all', '2026-07-14T21'],
      [id, '2026-07-14'],
      [id, '2026-07-14T21'],
    ]);
    for (const bucket of buckets()) expect(bucket['twitter|as_of']).toBe(inSeconds(0));
  });

  it('count no post as measured', async () => {
    await processStreamRecords(await ingestEngagements(await withItem(), {}));
    for (const bucket of buckets()) expect(bucket['twitter|posts']).toBe(0);
  });

  it('are what the analytics endpoints return', async () => {
    const item = await withItem();
    await processStreamRecords(
      await ingestEngagements(item, { kind: 'view', count: 400 }, { kind: 'like', count: 9 }, { kind: 'comment' }),
    );
    const { json } = await callApi('analytics.performance', { token: item.tenant.token });
    expect(json).toMatchObject({ impressions: 400, numerator: 10, engagement_rate: 2.5 });
  });

  it('are added once, however often and by however many workers their change is processed', async () => {
    const records = await ingestEngagements(await withItem(), { count: 5 }, { kind: 'share', count: 2 });
    await Promise.all([processStreamRecords(records), processStreamRecords(records), processStreamRecords(records)]);
    expect(await processStreamRecords(records)).toEqual([]);
    await minutePasses();
    expect(await processStreamRecords(records)).toEqual([]);
    await minutePasses();
    for (const bucket of buckets()) {
      expect(bucket).toMatchObject({ 'twitter|likes': 5, 'twitter|shares': 2 });
    }
    expect(deltas()).toEqual({ like: 5, share: 2 });
  });

  it('of a hundred engagements processed together take three transactions', async () => {
    const item = await withItem();
    const records = await ingestEngagements(item, ...Array.from({ length: 100 }, () => ({})));
    const sent = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
    await processStreamRecords(records);
    const transactions = sent.mock.calls.filter(([command]) => command instanceof TransactWriteCommand);
    sent.mockRestore();
    expect(transactions).toHaveLength(3);
    expect(buckets()).toHaveLength(4);
    for (const bucket of buckets()) expect(bucket['twitter|likes']).toBe(100);
  });

  it('of a hundred engagements in as many hours are added as well', async () => {
    const hours = Array.from({ length: 100 }, (_, hour) => ({ occurred_at: inSeconds(-3600 * hour) }));
    const records = await ingestEngagements(await withItem(), ...hours);
    expect(await processStreamRecords(records)).toEqual([]);
    await minutePasses();
    const ofHours = buckets().filter(({ scope, time }) => scope === 'all' && time.includes('T'));
    expect(ofHours).toHaveLength(100);
    expect(deltas()).toEqual({ like: 100 });
  });
});

describe('a comment and a mention', () => {
  it.each([
    ['comment', 'comment.created'],
    ['mention', 'mention.detected'],
  ])(
    'of the kind %s is an event of its own, emitted immediately and delivered to its subscribers',
    async (kind, type) => {
      const item = await withItem();
      await newWebhook(item.tenant, { url: `${UNREACHABLE_URL}/1`, events: [type] });
      await newWebhook(item.tenant, { url: `${UNREACHABLE_URL}/2`, events: ['content.created'] });
      await processStreamRecords(
        await ingestEngagements(item, { kind, actor: 'ada', text: 'Lovely.', external_id: 'c-1' }),
      );
      expect(events()).toMatchObject([
        {
          type,
          timestamp: inSeconds(0),
          data: {
            content_id: item.id,
            platform: 'twitter',
            platform_post_id: null,
            external_id: 'c-1',
            actor: 'ada',
            text: 'Lovely.',
            occurred_at: inSeconds(-3600),
          },
        },
      ]);
      const event = storedRecords(harness, 'Event').find((each) => each.type === type);
      expect(harness.sent()).toMatchObject([{ queue: DELIVERY_QUEUE, message: { event_id: event!.id, attempt: 1 } }]);
      await minutePasses();
      expect(events()).toHaveLength(1);
    },
  );

  it('without a text has null for it in its event', async () => {
    await processStreamRecords(await ingestEngagements(await withItem(), { kind: 'comment' }));
    expect(events()[0]!.data).toMatchObject({ actor: null, text: null });
  });

  it('is one event, however often its change is processed', async () => {
    const records = await ingestEngagements(await withItem(), { kind: 'comment' }, { kind: 'mention' });
    await processStreamRecords(records);
    const first = events();
    expect(first).toHaveLength(2);
    await Promise.all([processStreamRecords(records), processStreamRecords(records.toReversed())]);
    expect(events()).toEqual(first);
  });
});

describe('the other kinds', () => {
  it('emit one event per item and platform after the end of the minute, with the sums', async () => {
    const item = await withItem();
    await newWebhook(item.tenant, { events: ['engagement.received'] });
    await processStreamRecords(
      await ingestEngagements(item, { count: 10 }, { kind: 'share', count: 3 }, { kind: 'comment' }),
    );
    advanceTime(20_000);
    await processStreamRecords(
      await ingestEngagements(item, { count: 2 }, { platform: 'linkedin', kind: 'view', count: 50 }),
    );
    expect(events().map(({ type }) => type)).toEqual(['comment.created']);
    await minutePasses();
    const received = events().filter(({ type }) => type === 'engagement.received');
    const minute = { content_id: item.id, account_id: null, sandbox: false, platform_post_id: null };
    const within = { since: '2026-08-03T10:00:00.000Z', until: '2026-08-03T10:01:00.000Z' };
    expect(received.map(({ data }) => data)).toHaveLength(2);
    expect(received.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { ...minute, platform: 'twitter', ...within, deltas: { like: 12, share: 3 } },
        { ...minute, platform: 'linkedin', ...within, deltas: { view: 50 } },
      ]),
    );
    expect(harness.sent().filter(({ queue }) => queue === DELIVERY_QUEUE)).toHaveLength(2);
  });

  it('of two items are two events', async () => {
    const [one, other] = [await withItem(), await withItem()];
    await processStreamRecords([
      ...(await ingestEngagements(one, { count: 1 })),
      ...(await ingestEngagements(other, { count: 2 })),
    ]);
    await minutePasses();
    const said = events().map(({ data }) => [data.content_id, data.deltas]);
    expect(said).toHaveLength(2);
    expect(said).toEqual(
      expect.arrayContaining([
        [one.id, { like: 1 }],
        [other.id, { like: 2 }],
      ]),
    );
  });

  it('that arrive in two minutes are two events', async () => {
    const item = await withItem();
    await processStreamRecords(await ingestEngagements(item, { count: 1 }));
    advanceTime(MINUTE);
    await processStreamRecords(await ingestEngagements(item, { count: 2 }));
    await minutePasses();
    const said = Object.fromEntries(events().map(({ data }) => [data.since, data.deltas]));
    expect(said).toEqual({
      '2026-08-03T10:00:00.000Z': { like: 1 },
      '2026-08-03T10:01:00.000Z': { like: 2 },
    });
  });

  it('emit no event before the end of the minute, and the sweep waits for pending additions', async () => {
    await processStreamRecords(await ingestEngagements(await withItem(), {}));
    // Half of the minute is over, and 15 s are left to workers that started before its end.
    advanceTime(30_000 + GRACE - 1);
    await sweep();
    await processAllChanges(harness);
    expect(events()).toEqual([]);
    advanceTime(1);
    await sweep();
    await processAllChanges(harness);
    expect(events()).toHaveLength(1);
  });

  it('emit one event, however often the window is swept and its change is processed', async () => {
    await processStreamRecords(await ingestEngagements(await withItem(), {}));
    advanceTime(MINUTE + GRACE);
    harness.changes();
    await Promise.all([sweep(), sweep()]);
    const records = harness.changes();
    await Promise.all([processStreamRecords(records), processStreamRecords(records)]);
    await minutePasses();
    await processStreamRecords(records);
    expect(events()).toHaveLength(1);
  });

  it('emit an event with the id of the post, once it is known', async () => {
    const item = await withItem();
    await processStreamRecords(await ingestEngagements(item, { count: 1 }));
    const [minute] = minutes();
    expect(minute).not.toHaveProperty('platform_post_id');
    const [record] = await ingestEngagements(item, { count: 1 });
    record!.dynamodb!.NewImage!.platform_post_id = { S: '77' };
    await processStreamRecords([record!]);
    await minutePasses();
    expect(events()).toMatchObject([{ data: { platform_post_id: '77', deltas: { like: 2 } } }]);
  });
});
