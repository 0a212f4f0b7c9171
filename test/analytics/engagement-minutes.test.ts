import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { handler as sweep } from '../../functions/on-sweep-due.ts';
import { METRIC_BY_KIND } from '../../lib/analytics/rules/engagement-ingestion.ts';
import { closeWindow } from '../../lib/analytics/rules/engagement-window.ts';
import { closeEngagementWindowWrite, listDueEngagementWindows } from '../../lib/analytics/store/engagement-windows.ts';
import { commit, tryCommit } from '../../lib/core/table/commit.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { advanceTime, callApi, inSeconds, skipRetryPauses } from '../functions/api-harness.ts';
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
import { engagementWith } from '../functions/resources.ts';
import { throttled } from '../functions/table-faults.ts';
import { newToken } from '../functions/tenants.ts';
import {
  killAt,
  processAllChanges,
  processStreamRecords,
  setupWorkers,
  streamRecord,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();

async function restore(items: Item[]): Promise<void> {
  harness.table.clear();
  for (const put of items) await commit([{ put, condition: 'any' }]);
}

describe('a closed minute', () => {
  it('accepts no additions: a delayed engagement is counted and emitted by a later minute', async () => {
    const item = await withItem();
    await processStreamRecords(await ingestEngagements(item, { count: 1 }));
    advanceTime(MINUTE + GRACE);
    await sweep();
    await processAllChanges(harness);
    const late = await ingestEngagements(item, { count: 5 });
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
    const item = await withItem();
    await processStreamRecords(await ingestEngagements(item, { count: 1 }));
    const late = await ingestEngagements(item, { count: 5 });
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
      const item = await withItem();
      const records = await ingestEngagements(item, ...ELEMENTS);
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
    const item = await withItem();
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
            return { ...engagementWith(item.id), ...rest, count: isOne ? 1 : count };
          });
          const body = { engagements: sent };
          const { json } = await callApi('engagements.create', { token: await newToken(item.tenant), body });
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
        for (const scope of ['all', item.id]) {
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
