import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { handler as sweep } from '../../functions/on-sweep-due.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import type { Recovery } from '../../lib/webhooks/rules/recovery.ts';
import type { Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { recoveryWrite } from '../../lib/webhooks/store/recoveries.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { readBuckets } from '../functions/bucket-reader.ts';
import { engagementWith, newContent, newDelivery, newWebhook } from '../functions/resources.ts';
import { newId, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  processAllChanges,
  processStreamRecords,
  sdkError,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

// The stream drops a record after its retries, and deletes it after 24 hours. Here no record arrives at first.

const harness = setupWorkers();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// What the sweep leaves to workers in time.
const GRACE = 15_000;

const buckets = () => readBuckets(harness.table.items());

/** The changes since the last read, of one entity. */
const changesOf = (entity: string): DynamoDBRecord[] =>
  harness.changes().filter(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === entity);

/** Let time pass and sweeps; returns the changes of the entity that the sweep made. */
async function sweepAfter(waitMs: number, entity: string): Promise<DynamoDBRecord[]> {
  advanceTime(waitMs);
  harness.changes();
  await sweep();
  return changesOf(entity);
}

async function engage(tenant: Tenant, id: string, ...elements: Json[]): Promise<void> {
  const engagements = elements.map((fields) => engagementWith(id, fields));
  await succeed('engagements.create', { token: await newToken(tenant), body: { engagements } });
}

/** A workspace with an item whose own records are processed. */
async function withItem() {
  const tenant = await newTenant();
  const { id } = await newContent(tenant);
  await processAllChanges(harness);
  return { tenant, id };
}

describe('an engagement whose record was dropped', () => {
  it('has its event and its sums after the sweep, once, also when the dropped record is replayed', async () => {
    const { tenant, id } = await withItem();
    await engage(
      tenant,
      id,
      { external_id: 'l-1', count: 5 },
      { external_id: 'c-1', kind: 'comment', text: 'Lovely.' },
    );
    const dropped = changesOf('Engagement');
    const found = await sweepAfter(HOUR + GRACE, 'Engagement');
    expect(found).toHaveLength(2);
    // Both records of one engagement may be in one batch.
    expect(await processStreamRecords([...dropped, ...found])).toEqual([]);
    expect(await processStreamRecords([...dropped, ...found])).toEqual([]);
    await processAllChanges(harness);
    for (const bucket of buckets()) expect(bucket).toMatchObject({ 'twitter|likes': 5, 'twitter|comments': 1 });
    const types = storedRecords<{ type: string }>(harness, 'Event').map(({ type }) => type);
    expect(types.filter((type) => type === 'comment.created')).toHaveLength(1);
    expect(await sweepAfter(DAY, 'Engagement')).toEqual([]);
  });

  it('is found days later, in every workspace, and left to the stream in the first hour', async () => {
    const items = [await withItem(), await withItem()];
    for (const { tenant, id } of items) {
      const likes = Array.from({ length: 20 }, (_, n) => ({ external_id: `l-${n}` }));
      await engage(tenant, id, ...likes);
    }
    expect(await sweepAfter(HOUR, 'Engagement')).toEqual([]);
    const found = await sweepAfter(3 * DAY, 'Engagement');
    expect(await processStreamRecords(found)).toEqual([]);
    const ofAll = buckets().filter(({ scope, time }) => scope === 'all' && !time.includes('T'));
    expect(ofAll.map((bucket) => bucket['twitter|likes'])).toEqual([20, 20]);
  });

  it('and whose processing fails again is tried less and less often, at least daily', async () => {
    const { tenant, id } = await withItem();
    await engage(tenant, id, { external_id: 'l-1' });
    const tries: number[] = [];
    for (let hour = 1; hour <= 100; hour++) {
      if ((await sweepAfter(HOUR + (hour === 1 ? GRACE : 0), 'Engagement')).length > 0) tries.push(hour);
    }
    expect(tries).toEqual([1, 3, 7, 15, 31, 56, 81]);
  });

  it('is added once when the sweep and the stream meet at it', async () => {
    const { tenant, id } = await withItem();
    await engage(tenant, id, { external_id: 'l-1', count: 5 }, { external_id: 'l-2', count: 1 });
    const late = changesOf('Engagement');
    advanceTime(HOUR + GRACE);
    // Each round of the stream runs while the sweep is between its read and its write.
    harness.table.latency = () => new Promise((done) => setTimeout(done, Math.random() * 4));
    await Promise.all([sweep(), processStreamRecords(late), processStreamRecords(late)]);
    harness.table.latency = null;
    expect(await processStreamRecords([...late, ...changesOf('Engagement')])).toEqual([]);
    for (const bucket of buckets()) expect(bucket['twitter|likes']).toBe(6);
  });
});

describe('a recovery whose record was dropped', () => {
  it.each(['first', 'second'])('at its %s step is continued by the sweep', async (step) => {
    const tenant = await newTenant();
    const { webhook_id } = await newWebhook(tenant);
    for (let n = 0; n < 120; n++) await newDelivery(tenant, webhook_id, {}, 60);
    await processAllChanges(harness);
    const body = { since: inSeconds(-3600) };
    await callApi('webhooks.recover-deliveries', { token: tenant.token, params: { id: webhook_id }, body });
    if (step === 'second') expect(await processStreamRecords(changesOf('Recovery'))).toEqual([]);
    harness.changes();
    const found = await sweepAfter(HOUR + GRACE, 'Recovery');
    expect(found).toHaveLength(1);
    expect(await processStreamRecords(found)).toEqual([]);
    await processAllChanges(harness);
    expect(storedRecords<Recovery>(harness, 'Recovery')).toMatchObject([{ status: 'finished' }]);
    const left = storedRecords<Delivery>(harness, 'Delivery').filter(({ status }) => status !== 'pending');
    expect(left).toEqual([]);
    expect(await sweepAfter(DAY, 'Recovery')).toEqual([]);
  });
});

describe('the sweep of dropped records', () => {
  it('does the rest when the write of one fails, and fails', async () => {
    const { tenant, id } = await withItem();
    await engage(tenant, id, { external_id: 'l-1' }, { external_id: 'l-2' });
    let failures = 0;
    harness.table.fault = (_, { Item }) =>
      (Item as Item | undefined)?.entity === 'Engagement' && failures++ === 0 ? sdkError('InternalServerError') : null;
    advanceTime(HOUR + GRACE);
    harness.changes();
    await expect(sweep()).rejects.toThrow('InternalServerError');
    harness.table.fault = null;
    expect(changesOf('Engagement')).toHaveLength(1);
    expect(await sweepAfter(0, 'Engagement')).toHaveLength(1);
  });

  it('ignores what was applied before records had a time for it', async () => {
    const tenant = await newTenant();
    await commit([recoveryWrite(null, { ...recoveryOf(tenant), status: 'finished' })]);
    expect(await sweepAfter(DAY, 'Recovery')).toEqual([]);
  });
});

function recoveryOf(tenant: Tenant): Recovery {
  return {
    id: newId('recovery'),
    workspace_id: tenant.workspace.id,
    endpoint_id: newId('endpoint'),
    since: inSeconds(-60),
    until: inSeconds(0),
    status: 'running',
    cursor: null,
    created_at: inSeconds(0),
    version: 0,
  };
}
