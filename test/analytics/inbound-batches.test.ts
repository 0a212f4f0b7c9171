import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { Engagement } from '../../lib/analytics/rules/engagement-ingestion.ts';
import { advanceTime, type Json } from '../functions/api-harness.ts';
import {
  commentOn,
  inboundAccount,
  receive,
  WEBHOOK_ACCOUNTS,
  type WebhookTarget,
} from '../functions/platform-webhooks.ts';
import { newTenant } from '../functions/tenants.ts';
import {
  killAt,
  processAllChanges,
  processStreamRecords,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

/** A webhook with more comments than one request records: the others follow in batches, each once. */

const harness = setupWorkers();
const BATCH = 100;

/** A webhook of Instagram with so many comments. */
function payload(count: number): Json {
  const comments = Array.from({ length: count }, (_, number) => {
    const { entry } = commentOn('instagram', { id: `c-${number}`, text: 'Hi' }) as { entry: { changes: unknown[] }[] };
    return entry[0]!.changes;
  });
  return { object: 'instagram', entry: [{ id: WEBHOOK_ACCOUNTS.instagram, changes: comments.flat() }] };
}

const account = async (): Promise<WebhookTarget> => inboundAccount(await newTenant(), 'instagram');
const stored = () => storedRecords<Engagement>(harness, 'Engagement').length;
const events = () => storedRecords(harness, 'Event').filter(({ type }) => type === 'comment.created').length;
const batches = () => storedRecords<{ status: string; engagements: string }>(harness, 'InboundBatch');
const isBatch = ({ dynamodb }: DynamoDBRecord) => dynamodb?.NewImage?.entity?.S === 'InboundBatch';

/** Count the attempts to store an engagement, without a fault. */
function countInserts(): () => number {
  let count = 0;
  harness.table.fault = (_, input) => {
    if ((input.Item as Json | undefined)?.entity === 'Engagement') count += 1;
    return null;
  };
  return () => count;
}

describe('a webhook with 1,500 comments', () => {
  it('records a hundred of them in the request, and the others after it', async () => {
    const to = await account();
    const inserts = countInserts();
    const { status, json } = await receive(to, payload(1500));
    expect([status, json]).toEqual([200, { accepted: BATCH, duplicate: 0, ignored: 0, queued: 1400 }]);
    expect([inserts(), stored(), batches().length]).toEqual([BATCH, BATCH, 14]);
    await processAllChanges(harness);
    expect([inserts(), stored(), events()]).toEqual([1500, 1500, 1500]);
  });

  it('leaves no text of a comment in the batches that are recorded', async () => {
    await receive(await account(), payload(250));
    await processAllChanges(harness);
    expect(batches()).toMatchObject([
      { status: 'recorded', engagements: '[]' },
      { status: 'recorded', engagements: '[]' },
    ]);
  });

  it('repeated at once queues none again', async () => {
    const to = await account();
    await receive(to, payload(350));
    const before = batches();
    const { json } = await receive(to, payload(350));
    expect(json).toMatchObject({ queued: 250 });
    expect(batches()).toEqual(before);
  });

  it('repeated between two batches continues: what is recorded is not recorded again', async () => {
    const to = await account();
    await receive(to, payload(350));
    const records = harness.changes();
    expect(await processStreamRecords(records.filter(isBatch).slice(0, 1))).toEqual([]);
    expect(stored()).toBe(2 * BATCH);
    const { json } = await receive(to, payload(350));
    expect(json).toMatchObject({ queued: 150 });
    const inserts = countInserts();
    expect(await processStreamRecords(records)).toEqual([]);
    await processAllChanges(harness);
    expect([inserts(), stored(), events()]).toEqual([150, 350, 350]);
  });

  it('repeated after the last batch changes nothing', async () => {
    const to = await account();
    await receive(to, payload(250));
    await processAllChanges(harness);
    advanceTime(36 * 3_600_000);
    const before = batches();
    const { json } = await receive(to, payload(250));
    expect(json).toEqual({ accepted: 0, duplicate: BATCH, ignored: 0, queued: 0 });
    await processAllChanges(harness);
    expect([batches(), stored(), events()]).toEqual([before, 250, 250]);
  });

  it('of which the request is killed at any command is complete after a repetition', async () => {
    // The first hundred take most of the commands: those after them write the batches.
    for (const step of [1, 2, 3, 50, 101, 102, 103, 104, 105, 106, 107]) {
      harness.table.clear();
      harness.changes();
      const to = await account();
      killAt(harness.table, step);
      const killed = await receive(to, payload(230));
      harness.table.fault = null;
      if (killed.status !== 200) expect((await receive(to, payload(230))).status).toBe(200);
      await processAllChanges(harness);
      expect([stored(), events()], `killed at ${step}`).toEqual([230, 230]);
    }
  });

  it('of which the worker is killed in a batch continues with that batch', async () => {
    const to = await account();
    await receive(to, payload(350));
    const records = harness.changes();
    const written = records.filter(isBatch);
    expect(await processStreamRecords(written.slice(0, 1))).toEqual([]);
    killAt(harness.table, 40);
    expect(await processStreamRecords(written.slice(0, 2))).not.toEqual([]);
    const inserts = countInserts();
    expect(await processStreamRecords(records)).toEqual([]);
    // The first batch was recorded: only the two others are.
    expect(inserts()).toBe(150);
    await processAllChanges(harness);
    expect([stored(), events()]).toEqual([350, 350]);
  });
});

it('a hundred comments need no batch', async () => {
  const { json } = await receive(await account(), payload(BATCH));
  expect([json, batches()]).toEqual([{ accepted: BATCH, duplicate: 0, ignored: 0, queued: 0 }, []]);
});

it('comments of a batch on a post that is not known yet wait for it', async () => {
  const to = await account();
  const later = payload(150) as { entry: { changes: { value: { media: { id: string } } }[] }[] };
  for (const { value } of later.entry[0]!.changes.slice(120)) value.media.id = '17900000000000009';
  const { json } = await receive(to, later);
  expect(json).toMatchObject({ accepted: BATCH, queued: 50 });
  await processAllChanges(harness);
  expect([stored(), storedRecords(harness, 'OrphanComment').length]).toEqual([120, 30]);
});
