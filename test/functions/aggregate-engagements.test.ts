import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { handler as sweep } from '../../functions/on-sweep-due.ts';
import { ENGAGEMENT_KINDS, type Engagement, METRIC_BY_KIND } from '../../lib/analytics/rules/engagement-ingestion.ts';
import { closeWindow, type EngagementWindow } from '../../lib/analytics/rules/engagement-window.ts';
import { METRIC_NAMES } from '../../lib/analytics/rules/metrics.ts';
import { closeEngagementWindowWrite, listDueEngagementWindows } from '../../lib/analytics/store/engagement-windows.ts';
import { commit, tryCommit } from '../../lib/core/table/commit.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { advanceTime, callApi, inSeconds, type Json, skipRetryPauses } from './api-harness.ts';
import { readBuckets } from './bucket-reader.ts';
import { throttled } from './in-memory-dynamodb.ts';
import { engagementWith, newContent, newWebhook, UNREACHABLE_URL } from './resources.ts';
import { newTenant, newToken, type Tenant } from './tenants.ts';
import {
  DELIVERY_QUEUE,
  killAt,
  processAllChanges,
  processStreamRecords,
  setupWorkers,
  storedRecords,
  streamRecord,
} from './worker-harness.ts';

const harness = setupWorkers();

const MINUTE = 60_000;
// What the sweep leaves to workers that may still be adding to a minute.
const GRACE = 15_000;

interface Place {
  tenant: Tenant;
  id: string;
}

/** A tenant with an item for X and LinkedIn, whose own events have been processed. */
async function withItem(): Promise<Place> {
  const tenant = await newTenant();
  const { id } = await newContent(tenant);
  await processAllChanges(harness);
  return { tenant, id };
}

let made = 0;

/** Send engagements, and return the changes they caused. */
async function ingestEngagements({ tenant, id }: Place, ...elements: Json[]): Promise<DynamoDBRecord[]> {
  harness.changes();
  const batch = elements.map((fields) => engagementWith(id, { external_id: `e-${++made}`, ...fields }));
  const body = { engagements: batch };
  const answer = await callApi('engagements.create', { token: await newToken(tenant), body });
  expect(answer.json.results, answer.text).toEqual(
    batch.map(({ external_id }) => ({ external_id, status: 'accepted' })),
  );
  return harness.changes().filter(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'Engagement');
}

/** Advance past the end of the current minute, and has it closed and its events emitted. */
async function minutePasses(): Promise<void> {
  advanceTime(MINUTE + GRACE);
  await sweep();
  await processAllChanges(harness);
}

const buckets = () => readBuckets(harness.table.items());
const minutes = () => storedRecords<EngagementWindow>(harness, 'EngagementWindow');

/** List the events caused by engagements, oldest first, with their data. */
function events(): { type: string; id: string; timestamp: string; data: Json }[] {
  return storedRecords<{ type: string; id: string; timestamp: string; data: string }>(harness, 'Event')
    .filter(({ type }) => !type.startsWith('content.'))
    .map((event) => ({ ...event, data: JSON.parse(event.data) as Json }));
}

/** The totals of all events of the type together, by kind. */
function deltas(): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { type, data } of events()) {
    if (type !== 'engagement.received') continue;
    for (const [kind, count] of Object.entries(data.deltas as Record<string, number>)) {
      sums[kind] = (sums[kind] ?? 0) + count;
    }
  }
  return sums;
}

async function restore(items: Item[]): Promise<void> {
  harness.table.clear();
  for (const put of items) await commit([{ put, condition: 'any' }]);
}

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
    const places = buckets().map(({ scope, time }) => [scope, time]);
    expect(places.sort()).toEqual([
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
    const place = await withItem();
    await processStreamRecords(
      await ingestEngagements(place, { kind: 'view', count: 400 }, { kind: 'like', count: 9 }, { kind: 'comment' }),
    );
    const { json } = await callApi('analytics.performance', { token: place.tenant.token });
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
    const place = await withItem();
    const records = await ingestEngagements(place, ...Array.from({ length: 100 }, () => ({})));
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
      const place = await withItem();
      await newWebhook(place.tenant, { url: `${UNREACHABLE_URL}/1`, events: [type] });
      await newWebhook(place.tenant, { url: `${UNREACHABLE_URL}/2`, events: ['content.created'] });
      await processStreamRecords(
        await ingestEngagements(place, { kind, actor: 'ada', text: 'Lovely.', external_id: 'c-1' }),
      );
      expect(events()).toMatchObject([
        {
          type,
          timestamp: inSeconds(0),
          data: {
            content_id: place.id,
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
    const place = await withItem();
    await newWebhook(place.tenant, { events: ['engagement.received'] });
    await processStreamRecords(
      await ingestEngagements(place, { count: 10 }, { kind: 'share', count: 3 }, { kind: 'comment' }),
    );
    advanceTime(20_000);
    await processStreamRecords(
      await ingestEngagements(place, { count: 2 }, { platform: 'linkedin', kind: 'view', count: 50 }),
    );
    expect(events().map(({ type }) => type)).toEqual(['comment.created']);
    await minutePasses();
    const received = events().filter(({ type }) => type === 'engagement.received');
    const minute = { content_id: place.id, account_id: null, sandbox: false, platform_post_id: null };
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
    const place = await withItem();
    await processStreamRecords(await ingestEngagements(place, { count: 1 }));
    advanceTime(MINUTE);
    await processStreamRecords(await ingestEngagements(place, { count: 2 }));
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
    const place = await withItem();
    await processStreamRecords(await ingestEngagements(place, { count: 1 }));
    const [minute] = minutes();
    expect(minute).not.toHaveProperty('platform_post_id');
    const [record] = await ingestEngagements(place, { count: 1 });
    record!.dynamodb!.NewImage!.platform_post_id = { S: '77' };
    await processStreamRecords([record!]);
    await minutePasses();
    expect(events()).toMatchObject([{ data: { platform_post_id: '77', deltas: { like: 2 } } }]);
  });
});

describe('a closed minute', () => {
  it('accepts no additions: a delayed engagement is counted and emitted by a later minute', async () => {
    const place = await withItem();
    await processStreamRecords(await ingestEngagements(place, { count: 1 }));
    advanceTime(MINUTE + GRACE);
    await sweep();
    await processAllChanges(harness);
    const late = await ingestEngagements(place, { count: 5 });
    // As if the worker that adds were slow, or its clock behind.
    advanceTime(-MINUTE - GRACE);
    expect(await processStreamRecords(late)).toEqual([]);
    expect(minutes().map(({ like, closed_at_ms }) => [like, closed_at_ms === undefined])).toEqual([
      [1, false],
      [5, true],
    ]);
    advanceTime(MINUTE);
    await minutePasses();
    await minutePasses();
    expect(events().map(({ data }) => data.deltas)).toEqual([{ like: 1 }, { like: 5 }]);
  });

  it('includes what was added while it was being closed', async () => {
    const place = await withItem();
    await processStreamRecords(await ingestEngagements(place, { count: 1 }));
    const late = await ingestEngagements(place, { count: 5 });
    advanceTime(MINUTE + GRACE);
    const { records } = await listDueEngagementWindows(inSeconds(0), 10);
    const [read] = records;
    // Between the sweep's read of the minute and its write.
    advanceTime(-MINUTE - GRACE);
    expect(await processStreamRecords(late)).toEqual([]);
    advanceTime(MINUTE + GRACE);
    expect(await tryCommit([closeEngagementWindowWrite(read!, closeWindow(read!, Date.now()))])).toBe(false);
    await minutePasses();
    expect(deltas()).toEqual({ like: 6 });
  });
});

describe('a worker that crashes', () => {
  const ELEMENTS = [{ count: 5 }, { kind: 'view', count: 40 }, { kind: 'comment' }, { platform: 'linkedin' }];

  async function assertConsistent(records: DynamoDBRecord[]): Promise<void> {
    await processStreamRecords(records);
    await minutePasses();
    await minutePasses();
    expect(deltas()).toEqual({ like: 6, view: 40 });
    expect(events().filter(({ type }) => type === 'comment.created')).toHaveLength(1);
    const ofDay = buckets().filter(({ scope, time }) => scope === 'all' && time === '2026-08-03');
    expect(ofDay).toMatchObject([
      { 'twitter|likes': 5, 'twitter|impressions': 40, 'twitter|comments': 1, 'linkedin|likes': 1 },
    ]);
  }

  it('at any command of the stream handler loses nothing and emits nothing twice', async () => {
    let n = 1;
    for (let isKilled = true; isKilled; n++) {
      harness.table.clear();
      const place = await withItem();
      const records = await ingestEngagements(place, ...ELEMENTS);
      const kill = killAt(harness.table, n);
      const failed = await processStreamRecords(records);
      isKilled = kill.reached();
      harness.table.fault = null;
      expect(failed.length > 0).toBe(isKilled);
      await assertConsistent(records);
    }
    expect(n).toBeGreaterThan(3);
  });

  it('after any write of the stream handler loses nothing and adds nothing twice', async () => {
    for (let n = 1; n <= 3; n++) {
      harness.table.clear();
      const records = await ingestEngagements(await withItem(), ...ELEMENTS);
      let writes = 0;
      const dead = () => (writes >= n ? new Error('The worker was killed.') : null);
      harness.table.failAfterWrite = (command) => {
        if (/Put|Transact/.test(command)) writes += 1;
        return dead();
      };
      harness.table.fault = dead;
      await processStreamRecords(records);
      harness.table.fault = null;
      harness.table.failAfterWrite = null;
      await assertConsistent(records);
    }
  });

  it('at any command of the sweep leaves the minute to the next sweep', async () => {
    let n = 1;
    for (let isKilled = true; isKilled; n++) {
      harness.table.clear();
      const records = await ingestEngagements(await withItem(), ...ELEMENTS);
      await processStreamRecords(records);
      advanceTime(MINUTE + GRACE);
      const kill = killAt(harness.table, n);
      await sweep().catch(() => {});
      isKilled = kill.reached();
      harness.table.fault = null;
      await assertConsistent(records);
      vi.setSystemTime('2026-08-03T10:00:30.000Z');
    }
    expect(n).toBeGreaterThan(20);
  });
});

describe('a stream batch', () => {
  it('with one engagement of a newer schema reports that one as failed, and adds the others', async () => {
    const records = await ingestEngagements(await withItem(), { count: 5 }, { count: 2 });
    const [item] = harness.table.items().filter(({ entity }) => entity === 'Engagement');
    const strange = streamRecord(undefined, { ...item!, schema: 99, sk: 'strange' });
    expect(await processStreamRecords([records[0]!, strange, records[1]!])).toEqual([strange.dynamodb!.SequenceNumber]);
    for (const bucket of buckets()) expect(bucket['twitter|likes']).toBe(7);
  });

  it('reports the engagements of a workspace whose transaction was rejected, and adds those of the others', async () => {
    const [one, other] = [await withItem(), await withItem()];
    const [ofOne, ofOther] = [await ingestEngagements(one, {}, {}), await ingestEngagements(other, {}, {})];
    const workspaceId = one.tenant.workspace.id;
    harness.table.fault = (command, input) =>
      command === 'TransactWriteCommand' && JSON.stringify(input).includes(workspaceId)
        ? throttled(command, input)
        : null;
    skipRetryPauses();
    const failed = await processStreamRecords([...ofOne, ...ofOther]);
    harness.table.fault = null;
    expect(failed).toEqual(ofOne.map(({ dynamodb }) => dynamodb!.SequenceNumber));
    expect(await processStreamRecords(ofOne)).toEqual([]);
    await minutePasses();
    expect(deltas()).toEqual({ like: 4 });
  });

  it('with expired engagements adds nothing', async () => {
    const records = await ingestEngagements(await withItem(), {});
    await processStreamRecords(records);
    const [item] = harness.table.items().filter(({ entity }) => entity === 'Engagement');
    const before = harness.table.items();
    expect(await processStreamRecords([streamRecord(item!, undefined)])).toEqual([]);
    expect(harness.table.items()).toEqual(before);
  });
});

describe('random engagements in any processing order', () => {
  it('have sums that equal the buckets and the events', async () => {
    const place = await withItem();
    const start = harness.table.items();
    const element = fc.record({
      platform: fc.constantFrom('twitter', 'linkedin'),
      kind: fc.constantFrom('like', 'share', 'save', 'click', 'view', 'reach', 'comment', 'mention'),
      external_id: fc.integer({ min: 0, max: 30 }).map(String),
      occurred_at: fc.integer({ min: 0, max: 3 }).map((days) => inSeconds(-86_400 * days)),
      count: fc.integer({ min: 1, max: 1000 }),
    });
    // A batch, how much of the stream is processed after it, where the worker crashes, and how much time passes.
    const step = fc.record({
      batch: fc.array(element, { minLength: 1, maxLength: 12 }),
      reads: fc.integer({ min: 0, max: 12 }),
      diesAt: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 2 }),
      passes: fc.constantFrom(0, 10_000, MINUTE, 2 * MINUTE),
      reverses: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        await restore(start);
        vi.setSystemTime('2026-08-03T10:00:30.000Z');
        harness.changes();
        const expected: Record<string, number> = {};
        const coalesced: Record<string, number> = {};
        const alone = { 'comment.created': 0, 'mention.detected': 0 };
        let stream: DynamoDBRecord[] = [];
        for (const { batch, reads, diesAt, passes, reverses } of steps) {
          const sent = batch.map(({ count, ...rest }) => {
            const isOne = rest.kind === 'comment' || rest.kind === 'mention';
            return { ...engagementWith(place.id), ...rest, count: isOne ? 1 : count };
          });
          const body = { engagements: sent };
          const { json } = await callApi('engagements.create', { token: await newToken(place.tenant), body });
          for (const [index, { status }] of (json.results as { status: string }[]).entries()) {
            const { platform, kind, count } = sent[index]!;
            if (status !== 'accepted') continue;
            const metric = METRIC_BY_KIND[kind as keyof typeof METRIC_BY_KIND];
            if (metric) expected[`${platform}|${metric}`] = (expected[`${platform}|${metric}`] ?? 0) + count;
            if (kind === 'comment') alone['comment.created'] += 1;
            else if (kind === 'mention') alone['mention.detected'] += 1;
            else coalesced[kind] = (coalesced[kind] ?? 0) + count;
          }
          stream.push(...harness.changes());
          const read = stream.slice(0, reads);
          if (diesAt) killAt(harness.table, diesAt);
          const failed = await processStreamRecords(reverses ? read.toReversed() : read);
          harness.table.fault = null;
          stream = [
            ...stream.filter(({ dynamodb }, at) => at >= reads || failed.includes(dynamodb!.SequenceNumber!)),
            // What was processed may be redelivered.
            ...read.slice(0, 2),
            ...harness.changes(),
          ];
          advanceTime(passes);
          if (passes > 0) await sweep();
          // A batch has each change once.
          stream = [...new Set([...stream, ...harness.changes()])];
        }
        expect(await processStreamRecords(stream)).toEqual([]);
        await processAllChanges(harness);
        await minutePasses();
        await minutePasses();
        for (const scope of ['all', place.id]) {
          const days = buckets().filter((each) => each.scope === scope && !each.time.includes('T'));
          const sums: Record<string, number> = {};
          for (const day of days) {
            for (const [name, number] of Object.entries(day)) {
              if (/\|(?!posts|as_of)/.test(name)) sums[name] = (sums[name] ?? 0) + Number(number);
            }
          }
          expect(sums).toEqual(expected);
        }
        expect(deltas()).toEqual(coalesced);
        for (const [type, number] of Object.entries(alone)) {
          expect(events().filter((event) => event.type === type)).toHaveLength(number);
        }
      }),
      { numRuns: 60 },
    );
  });
});
