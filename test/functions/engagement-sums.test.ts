import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { handler as sweep } from '../../functions/on-sweep-due.ts';
import { closedAt, type EngagementMinute } from '../../lib/domain/engagement-minute.ts';
import { ENGAGEMENT_KINDS, type Engagement, METRIC_OF } from '../../lib/domain/ingestion.ts';
import { METRIC_NAMES } from '../../lib/domain/metrics-delta.ts';
import { commit, commitOnce } from '../../lib/table/commit.ts';
import { dueMinutes, minuteClosing } from '../../lib/table/engagement-minute.ts';
import type { Item } from '../../lib/table/keys.ts';
import { follow, followAll, killAt, openBackDoor, refused, stored, streamRecord } from './back-door.ts';
import { ask, inSeconds, type Json, pass } from './front-door.ts';
import { keptBuckets } from './kept-buckets.ts';
import { engagementWith, NOBODY, newContent, newWebhook } from './resources.ts';
import { newTenant, newToken, type Tenant } from './tenants.ts';

const house = openBackDoor();

const MINUTE = 60_000;
// What the sweep leaves to those who may still be adding to a minute.
const GRACE = 15_000;

interface Place {
  tenant: Tenant;
  id: string;
}

/** A tenant with an item for X and LinkedIn, whose own events have been told. */
async function withItem(): Promise<Place> {
  const tenant = await newTenant();
  const { id } = await newContent(tenant);
  await followAll(house);
  return { tenant, id };
}

let made = 0;

/** Tells of engagements, and answers the changes this made. */
async function told({ tenant, id }: Place, ...elements: Json[]): Promise<DynamoDBRecord[]> {
  house.changes();
  const batch = elements.map((fields) => engagementWith(id, { external_id: `e-${++made}`, ...fields }));
  const body = { engagements: batch };
  const answer = await ask('engagements.ingest', { token: await newToken(tenant), body });
  expect(answer.json.results, answer.text).toEqual(
    batch.map(({ external_id }) => ({ external_id, status: 'accepted' })),
  );
  return house.changes().filter(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'Engagement');
}

/** Lets the minute that is running end, and be closed and told. */
async function minutePasses(): Promise<void> {
  pass(MINUTE + GRACE);
  await sweep();
  await followAll(house);
}

const buckets = () => keptBuckets(house.table.items());
const minutes = () => stored<EngagementMinute>(house, 'EngagementMinute');

/** Events that engagements led to, oldest first, with what they say. */
function events(): { type: string; id: string; timestamp: string; data: Json }[] {
  return stored<{ type: string; id: string; timestamp: string; data: string }>(house, 'Event')
    .filter(({ type }) => !type.startsWith('content.'))
    .map((event) => ({ ...event, data: JSON.parse(event.data) as Json }));
}

/** What all events of the kind together say came, by kind. */
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
  house.table.clear();
  for (const put of items) await commit([{ put, expect: 'any' }]);
}

describe('the sums of an engagement', () => {
  it.each(ENGAGEMENT_KINDS)('of the kind %s are its own metric and no other', async (kind) => {
    const count = kind === 'comment' || kind === 'mention' ? 1 : 7;
    await follow(await told(await withItem(), { kind, count }));
    const metric = METRIC_OF[kind];
    expect(buckets()).toHaveLength(metric ? 4 : 0);
    for (const bucket of buckets()) {
      const added = METRIC_NAMES.filter((name) => `twitter|${name}` in bucket);
      expect(added).toEqual([metric]);
      expect(bucket[`twitter|${metric}`]).toBe(count);
    }
    expect(stored<Engagement>(house, 'Engagement')).toMatchObject([{ is_applied: true }]);
  });

  it('are in the hour and the day in which it occurred, for its item and for all, known since it came', async () => {
    const { tenant, id } = await withItem();
    await follow(await told({ tenant, id }, { occurred_at: '2026-07-14T23:30:00+02:00' }));
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
    await follow(await told(await withItem(), {}));
    for (const bucket of buckets()) expect(bucket['twitter|posts']).toBe(0);
  });

  it('are what the analytics answer', async () => {
    const place = await withItem();
    await follow(
      await told(place, { kind: 'view', count: 400 }, { kind: 'like', count: 9 }, { kind: 'comment' }),
    );
    const { json } = await ask('analytics.performance', { token: place.tenant.token });
    expect(json).toMatchObject({ impressions: 400, numerator: 10, engagement_rate: 2.5 });
  });

  it('are added once, however often and by however many readers its change is read', async () => {
    const records = await told(await withItem(), { count: 5 }, { kind: 'share', count: 2 });
    await Promise.all([follow(records), follow(records), follow(records)]);
    expect(await follow(records)).toEqual([]);
    await minutePasses();
    expect(await follow(records)).toEqual([]);
    await minutePasses();
    for (const bucket of buckets()) {
      expect(bucket).toMatchObject({ 'twitter|likes': 5, 'twitter|shares': 2 });
    }
    expect(deltas()).toEqual({ like: 5, share: 2 });
  });

  it('of a hundred that are read together take three transactions', async () => {
    const place = await withItem();
    const records = await told(place, ...Array.from({ length: 100 }, () => ({})));
    const sent = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
    await follow(records);
    const transactions = sent.mock.calls.filter(([command]) => command instanceof TransactWriteCommand);
    sent.mockRestore();
    expect(transactions).toHaveLength(3);
    expect(buckets()).toHaveLength(4);
    for (const bucket of buckets()) expect(bucket['twitter|likes']).toBe(100);
  });

  it('of a hundred that occurred in as many hours are added as well', async () => {
    const hours = Array.from({ length: 100 }, (_, hour) => ({ occurred_at: inSeconds(-3600 * hour) }));
    const records = await told(await withItem(), ...hours);
    expect(await follow(records)).toEqual([]);
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
  ])('of the kind %s is an event of its own at once, delivered to who asked for it', async (kind, type) => {
    const place = await withItem();
    await newWebhook(place.tenant, { url: `${NOBODY}/1`, events: [type] });
    await newWebhook(place.tenant, { url: `${NOBODY}/2`, events: ['content.created'] });
    await follow(await told(place, { kind, actor: 'ada', text: 'Lovely.', external_id: 'c-1' }));
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
    expect(stored(house, 'Delivery')).toMatchObject([{ event_type: type, status: 'pending' }]);
    await minutePasses();
    expect(events()).toHaveLength(1);
  });

  it('that was told of without words says null for them', async () => {
    await follow(await told(await withItem(), { kind: 'comment' }));
    expect(events()[0]!.data).toMatchObject({ actor: null, text: null });
  });

  it('is one event, however often its change is read', async () => {
    const records = await told(await withItem(), { kind: 'comment' }, { kind: 'mention' });
    await follow(records);
    const first = events();
    expect(first).toHaveLength(2);
    await Promise.all([follow(records), follow(records.toReversed())]);
    expect(events()).toEqual(first);
  });
});

describe('the other kinds', () => {
  it('are told together once their minute is over: one event for an item and a platform, with the sums', async () => {
    const place = await withItem();
    await newWebhook(place.tenant, { events: ['engagement.received'] });
    await follow(await told(place, { count: 10 }, { kind: 'share', count: 3 }, { kind: 'comment' }));
    pass(20_000);
    await follow(await told(place, { count: 2 }, { platform: 'linkedin', kind: 'view', count: 50 }));
    expect(events().map(({ type }) => type)).toEqual(['comment.created']);
    await minutePasses();
    const received = events().filter(({ type }) => type === 'engagement.received');
    const minute = { content_id: place.id, platform_post_id: null };
    const within = { since: '2026-08-03T10:00:00.000Z', until: '2026-08-03T10:01:00.000Z' };
    expect(received.map(({ data }) => data)).toHaveLength(2);
    expect(received.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { ...minute, platform: 'twitter', ...within, deltas: { like: 12, share: 3 } },
        { ...minute, platform: 'linkedin', ...within, deltas: { view: 50 } },
      ]),
    );
    expect(stored(house, 'Delivery')).toHaveLength(2);
  });

  it('of two items are two events', async () => {
    const [one, other] = [await withItem(), await withItem()];
    await follow([...(await told(one, { count: 1 })), ...(await told(other, { count: 2 }))]);
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

  it('that come in two minutes are two events', async () => {
    const place = await withItem();
    await follow(await told(place, { count: 1 }));
    pass(MINUTE);
    await follow(await told(place, { count: 2 }));
    await minutePasses();
    const said = Object.fromEntries(events().map(({ data }) => [data.since, data.deltas]));
    expect(said).toEqual({
      '2026-08-03T10:00:00.000Z': { like: 1 },
      '2026-08-03T10:01:00.000Z': { like: 2 },
    });
  });

  it('are not told before their minute is over, and those that may be on their way are waited for', async () => {
    await follow(await told(await withItem(), {}));
    // Half of the minute is over, and 15 s are left to who began before its end.
    pass(30_000 + GRACE - 1);
    await sweep();
    await followAll(house);
    expect(events()).toEqual([]);
    pass(1);
    await sweep();
    await followAll(house);
    expect(events()).toHaveLength(1);
  });

  it('are told once, however often the minute is swept and its change is read', async () => {
    await follow(await told(await withItem(), {}));
    pass(MINUTE + GRACE);
    house.changes();
    await Promise.all([sweep(), sweep()]);
    const records = house.changes();
    await Promise.all([follow(records), follow(records)]);
    await minutePasses();
    await follow(records);
    expect(events()).toHaveLength(1);
  });

  it('are told with the id of the post, once that is known', async () => {
    const place = await withItem();
    await follow(await told(place, { count: 1 }));
    const [minute] = minutes();
    expect(minute).not.toHaveProperty('platform_post_id');
    const [record] = await told(place, { count: 1 });
    record!.dynamodb!.NewImage!.platform_post_id = { S: '77' };
    await follow([record!]);
    await minutePasses();
    expect(events()).toMatchObject([{ data: { platform_post_id: '77', deltas: { like: 2 } } }]);
  });
});

describe('a minute that is closed', () => {
  it('takes nothing more: what comes late goes to a later one, and is told by that', async () => {
    const place = await withItem();
    await follow(await told(place, { count: 1 }));
    pass(MINUTE + GRACE);
    await sweep();
    await followAll(house);
    const late = await told(place, { count: 5 });
    // As if the worker that adds were slow, or its clock behind.
    pass(-MINUTE - GRACE);
    expect(await follow(late)).toEqual([]);
    expect(minutes().map(({ like, closed_at_ms }) => [like, closed_at_ms === undefined])).toEqual([
      [1, false],
      [5, true],
    ]);
    pass(MINUTE);
    await minutePasses();
    await minutePasses();
    expect(events().map(({ data }) => data.deltas)).toEqual([{ like: 1 }, { like: 5 }]);
  });

  it('is not closed over what was added while it was being closed', async () => {
    const place = await withItem();
    await follow(await told(place, { count: 1 }));
    const late = await told(place, { count: 5 });
    pass(MINUTE + GRACE);
    const { records } = await dueMinutes(inSeconds(0), 10);
    const [read] = records;
    // Between the sweep's reading of the minute and its writing.
    pass(-MINUTE - GRACE);
    expect(await follow(late)).toEqual([]);
    pass(MINUTE + GRACE);
    expect(await commitOnce([minuteClosing(read!, closedAt(read!, Date.now()))])).toBe(false);
    await minutePasses();
    expect(deltas()).toEqual({ like: 6 });
  });
});

describe('a worker that dies', () => {
  const ELEMENTS = [{ count: 5 }, { kind: 'view', count: 40 }, { kind: 'comment' }, { platform: 'linkedin' }];

  async function holdsTheTruth(records: DynamoDBRecord[]): Promise<void> {
    await follow(records);
    await minutePasses();
    await minutePasses();
    expect(deltas()).toEqual({ like: 6, view: 40 });
    expect(events().filter(({ type }) => type === 'comment.created')).toHaveLength(1);
    const ofDay = buckets().filter(({ scope, time }) => scope === 'all' && time === '2026-08-03');
    expect(ofDay).toMatchObject([
      { 'twitter|likes': 5, 'twitter|impressions': 40, 'twitter|comments': 1, 'linkedin|likes': 1 },
    ]);
  }

  it('at any command of the function on the stream loses nothing and tells nothing twice', async () => {
    let n = 1;
    for (let isKilled = true; isKilled; n++) {
      house.table.clear();
      const place = await withItem();
      const records = await told(place, ...ELEMENTS);
      const kill = killAt(house.table, n);
      const failed = await follow(records);
      isKilled = kill.reached();
      house.table.fault = null;
      expect(failed.length > 0).toBe(isKilled);
      await holdsTheTruth(records);
    }
    expect(n).toBeGreaterThan(3);
  });

  it('right after any write of it loses nothing and adds nothing twice', async () => {
    for (let n = 1; n <= 3; n++) {
      house.table.clear();
      const records = await told(await withItem(), ...ELEMENTS);
      let writes = 0;
      const dead = () => (writes >= n ? new Error('The worker was killed.') : null);
      house.table.lostAnswer = (command) => {
        if (/Put|Transact/.test(command)) writes += 1;
        return dead();
      };
      house.table.fault = dead;
      await follow(records);
      house.table.fault = null;
      house.table.lostAnswer = null;
      await holdsTheTruth(records);
    }
  });

  it('at any command of the sweep leaves the minute to the next one', async () => {
    let n = 1;
    for (let isKilled = true; isKilled; n++) {
      house.table.clear();
      const records = await told(await withItem(), ...ELEMENTS);
      await follow(records);
      pass(MINUTE + GRACE);
      const kill = killAt(house.table, n);
      await sweep().catch(() => {});
      isKilled = kill.reached();
      house.table.fault = null;
      await holdsTheTruth(records);
      vi.setSystemTime('2026-08-03T10:00:30.000Z');
    }
    expect(n).toBeGreaterThan(20);
  });
});

describe('a batch of the stream', () => {
  it('with one engagement of a form newer than this code reports that one, and adds the others', async () => {
    const records = await told(await withItem(), { count: 5 }, { count: 2 });
    const [item] = house.table.items().filter(({ entity }) => entity === 'Engagement');
    const strange = streamRecord(undefined, { ...item!, schema: 99, sk: 'strange' });
    expect(await follow([records[0]!, strange, records[1]!])).toEqual([strange.dynamodb!.SequenceNumber]);
    for (const bucket of buckets()) expect(bucket['twitter|likes']).toBe(7);
  });

  it('reports the engagements of the workspace whose transaction was refused, and adds those of the others', async () => {
    const [one, other] = [await withItem(), await withItem()];
    const [ofOne, ofOther] = [await told(one, {}, {}), await told(other, {}, {})];
    let isFirst = true;
    house.table.fault = (command) => {
      if (command !== 'TransactWriteCommand' || !isFirst) return null;
      isFirst = false;
      return refused('ThrottlingException');
    };
    const failed = await follow([...ofOne, ...ofOther]);
    house.table.fault = null;
    expect(failed).toEqual(ofOne.map(({ dynamodb }) => dynamodb!.SequenceNumber));
    expect(await follow(ofOne)).toEqual([]);
    await minutePasses();
    expect(deltas()).toEqual({ like: 4 });
  });

  it('in which engagements have been deleted by their age adds nothing', async () => {
    const records = await told(await withItem(), {});
    await follow(records);
    const [item] = house.table.items().filter(({ entity }) => entity === 'Engagement');
    const before = house.table.items();
    expect(await follow([streamRecord(item!, undefined)])).toEqual([]);
    expect(house.table.items()).toEqual(before);
  });
});

describe('whatever comes, however it is read', () => {
  it('the sums of what was accepted are those of the buckets, and those of the events', async () => {
    const place = await withItem();
    const start = house.table.items();
    const element = fc.record({
      platform: fc.constantFrom('twitter', 'linkedin'),
      kind: fc.constantFrom('like', 'share', 'save', 'click', 'view', 'reach', 'comment', 'mention'),
      external_id: fc.integer({ min: 0, max: 30 }).map(String),
      occurred_at: fc.integer({ min: 0, max: 3 }).map((days) => inSeconds(-86_400 * days)),
      count: fc.integer({ min: 1, max: 1000 }),
    });
    // A batch, how much of the stream is read after it, where the reader dies, and how much time passes.
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
        house.changes();
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
          const { json } = await ask('engagements.ingest', { token: await newToken(place.tenant), body });
          for (const [index, { status }] of (json.results as { status: string }[]).entries()) {
            const { platform, kind, count } = sent[index]!;
            if (status !== 'accepted') continue;
            const metric = METRIC_OF[kind as keyof typeof METRIC_OF];
            if (metric) expected[`${platform}|${metric}`] = (expected[`${platform}|${metric}`] ?? 0) + count;
            if (kind === 'comment') alone['comment.created'] += 1;
            else if (kind === 'mention') alone['mention.detected'] += 1;
            else coalesced[kind] = (coalesced[kind] ?? 0) + count;
          }
          stream.push(...house.changes());
          const read = stream.slice(0, reads);
          if (diesAt) killAt(house.table, diesAt);
          const failed = await follow(reverses ? read.toReversed() : read);
          house.table.fault = null;
          stream = [
            ...stream.filter(({ dynamodb }, at) => at >= reads || failed.includes(dynamodb!.SequenceNumber!)),
            // What was done may come again.
            ...read.slice(0, 2),
            ...house.changes(),
          ];
          pass(passes);
          if (passes > 0) await sweep();
          // A reading has each change once.
          stream = [...new Set([...stream, ...house.changes()])];
        }
        expect(await follow(stream)).toEqual([]);
        await followAll(house);
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
