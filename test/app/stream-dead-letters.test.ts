import { CreateScheduleCommand } from '@aws-sdk/client-scheduler';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { handler } from '../../functions/on-table-change.ts';
import { entryOf } from '../../lib/audit/store/audit-log.ts';
import { ConflictError } from '../../lib/core/retry/conflict.ts';
import { advanceTime, callApi, skipRetryPauses } from '../functions/api-harness.ts';
import { newContent, newWebhook } from '../functions/resources.ts';
import { newScheduledContent } from '../functions/scheduled.ts';
import { newTenant } from '../functions/tenants.ts';
import { sdkError, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const MINUTE_MS = 60_000;

interface DeadLetter {
  key: string;
  error: { name: string; message: string };
  records: DynamoDBRecord[];
}

/** The objects of the bucket: what the function stores by a request to S3. */
const bucket = new Map<string, string>();
let isBucketDown = false;

beforeEach(() => {
  bucket.clear();
  isBucketDown = false;
  vi.stubEnv('STREAM_DEAD_LETTERS_BUCKET', 'dead-letters');
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubGlobal('fetch', async (url: URL, { method, body }: { method: string; body: string }) => {
    // The region is that of the first test of this thread that signs a request.
    expect(`${method} ${url.host}`).toMatch(/^PUT dead-letters\.s3\.[a-z0-9-]+\.amazonaws\.com$/);
    if (isBucketDown) return new Response('<Error><Code>SlowDown</Code></Error>', { status: 503 });
    bucket.set(url.pathname, body);
    return new Response('');
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function deadLetters(): DeadLetter[] {
  return [...bucket].map(([key, body]) => {
    const { error, payload } = JSON.parse(body);
    return { key, error, records: JSON.parse(payload).Records };
  });
}

/** The changes so far, as records that the table has just written. */
function written(): DynamoDBRecord[] {
  const ApproximateCreationDateTime = Math.floor(Date.now() / 1000);
  return harness.changes().map((record) => ({
    ...record,
    eventID: `e${record.dynamodb!.SequenceNumber}`,
    dynamodb: { ...record.dynamodb, ApproximateCreationDateTime },
  }));
}

/** Deliver a batch once. Returns what Lambda delivers again: everything from the first failed record on. */
async function deliver(records: DynamoDBRecord[]): Promise<DynamoDBRecord[]> {
  const { batchItemFailures } = await handler({ Records: records });
  const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  const first = records.findIndex(({ dynamodb }) => failed.includes(dynamodb!.SequenceNumber!));
  return first < 0 ? [] : records.slice(first);
}

/** Deliver a batch every 15 seconds until all of it is processed, at most for a day. */
async function deliverUntilProcessed(records: DynamoDBRecord[]): Promise<void> {
  const stepMs = 15_000;
  for (let left = records, ms = 0; left.length > 0; ms += stepMs) {
    expect(ms).toBeLessThan(24 * 60 * MINUTE_MS);
    left = await deliver(left);
    advanceTime(stepMs);
  }
}

const eventsOf = (id: string) =>
  storedRecords<{ type: string; data: string }>(harness, 'Event').filter(({ data }) => JSON.parse(data).id === id);
const auditedIds = () =>
  harness.table
    .items()
    .filter(({ entity }) => entity === 'AuditEntry')
    .map((item) => entryOf(item).resource.id);

/** Fail every command of the table that names this id, as a defect of a handler would. */
function failOn(id: string): void {
  harness.table.fault = (_command, input) =>
    JSON.stringify(input).includes(id) ? new TypeError('Cannot read properties of undefined') : null;
}

describe('a record whose handler fails permanently', () => {
  it('does not keep the records of its workspace and of its batch from taking effect at once', async () => {
    const tenant = await newTenant();
    const contents = [await newContent(tenant), await newContent(tenant), await newContent(tenant)];
    const poison = contents[1]!;
    failOn(poison.id);
    await deliver(written());
    for (const { id } of [contents[0]!, contents[2]!]) {
      expect(eventsOf(id)).toHaveLength(1);
      expect(auditedIds()).toContain(id);
    }
    expect(eventsOf(poison.id)).toEqual([]);
    expect(deadLetters()).toEqual([]);
  });

  it('is stored alone, with its payload and its error, after ten seconds of retries', async () => {
    const tenant = await newTenant();
    const [good, poison] = [await newContent(tenant), await newContent(tenant)];
    const records = written();
    failOn(poison.id);
    advanceTime(8_000);
    expect(await deliver(records)).not.toEqual([]);
    expect(deadLetters()).toEqual([]);
    advanceTime(3_000);
    expect(await deliver(records)).toEqual([]);
    const [letter, ...more] = deadLetters();
    expect(more).toEqual([]);
    expect(letter!.error).toMatchObject({ name: 'TypeError', message: 'Cannot read properties of undefined' });
    expect(letter!.records).toEqual([records.find(({ dynamodb }) => dynamodb!.NewImage!.id?.S === poison.id)]);
    expect(eventsOf(good.id)).toHaveLength(1);
    expect(harness.logged()).toContain('StreamDeadLetters');
  });

  it('is stored after 15 minutes of conflicts, because its condition can never be met', async () => {
    skipRetryPauses();
    const poison = await newContent(await newTenant());
    const records = written();
    harness.table.fault = (_command, input) => (JSON.stringify(input).includes(poison.id) ? new ConflictError() : null);
    advanceTime(14 * MINUTE_MS);
    expect(await deliver(records)).not.toEqual([]);
    expect(deadLetters()).toEqual([]);
    advanceTime(2 * MINUTE_MS);
    expect(await deliver(records)).toEqual([]);
    expect(deadLetters()).toMatchObject([{ error: { name: 'ConflictError' } }]);
  });

  it('takes effect when it is redriven after the fix, and then only once', async () => {
    const tenant = await newTenant();
    const poison = await newContent(tenant);
    const records = written();
    failOn(poison.id);
    await deliverUntilProcessed(records);
    expect(deadLetters()).toHaveLength(1);
    const redriven = { Records: deadLetters()[0]!.records, redrive: true as const };
    harness.table.fault = null;
    expect(await handler(redriven)).toEqual({ batchItemFailures: [] });
    expect(await handler(redriven)).toEqual({ batchItemFailures: [] });
    expect(eventsOf(poison.id)).toHaveLength(1);
    expect(auditedIds().filter((id) => id === poison.id)).toHaveLength(1);
  });

  it('is reported and not stored again by a redrive that fails', async () => {
    const poison = await newContent(await newTenant());
    failOn(poison.id);
    await deliverUntilProcessed(written());
    const { records, key } = deadLetters()[0]!;
    bucket.clear();
    advanceTime(MINUTE_MS);
    const { batchItemFailures } = await handler({ Records: records, redrive: true });
    expect(batchItemFailures).toEqual([{ itemIdentifier: records[0]!.dynamodb!.SequenceNumber }]);
    expect(deadLetters()).toEqual([]);
    expect(key).toContain(records[0]!.eventID);
  });

  it('keeps no later change of its item waiting', async () => {
    const { content } = await newScheduledContent(harness, 86_400);
    const records = written();
    const first = records.find((each) => each.dynamodb!.NewImage?.id?.S === content.id)!;
    const later = structuredClone({ ...first, eventID: 'later' });
    later.dynamodb!.SequenceNumber = '900000';
    // A newer version of the service wrote the item.
    first.dynamodb!.NewImage!.schema = { N: '999' };
    advanceTime(2 * MINUTE_MS);
    expect(await deliver([first, later])).toEqual([]);
    expect(deadLetters().map(({ records: [record] }) => record!.eventID)).toEqual([first.eventID]);
  });

  it('is delivered again while it cannot be stored', async () => {
    const poison = await newContent(await newTenant());
    const records = written();
    failOn(poison.id);
    advanceTime(2 * MINUTE_MS);
    isBucketDown = true;
    expect(await deliver(records)).not.toEqual([]);
    isBucketDown = false;
    expect(await deliver(records)).toEqual([]);
    expect(deadLetters()).toHaveLength(1);
  });
});

describe('nothing is lost and nothing is stored', () => {
  const throttled = () =>
    Object.assign(sdkError('ThrottlingException'), { $metadata: { httpStatusCode: 400 }, $fault: 'client' });
  const cancelled = () =>
    Object.assign(sdkError('TransactionCanceledException'), {
      CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError' }],
    });
  const unreachable = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const failing = () => Object.assign(sdkError('InternalServerError'), { $metadata: { httpStatusCode: 500 } });
  const slow = () => Object.assign(sdkError('TimeoutError'), { message: 'Connection timed out after 1000 ms' });

  it.each([
    ['throttles', throttled],
    ['throttles transactions', (command: string) => (command === 'TransactWriteCommand' ? cancelled() : throttled())],
    ['is unreachable', unreachable],
    ['answers with errors', failing],
    ['does not answer in time', slow],
  ])('when DynamoDB %s for ten minutes', async (_, error: (command: string) => Error) => {
    const tenant = await newTenant();
    const content = await newContent(tenant);
    const records = written();
    const endMs = Date.now() + 10 * MINUTE_MS;
    harness.table.fault = (command) => (Date.now() < endMs ? error(command) : null);
    await deliverUntilProcessed(records);
    expect(Date.now()).toBeGreaterThan(endMs);
    expect(deadLetters()).toEqual([]);
    expect(eventsOf(content.id)).toHaveLength(1);
    expect(auditedIds()).toContain(content.id);
  });

  it('when the event of an earlier change of an item cannot be written for ten minutes', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const created = written();
    await callApi('content.update', { token: tenant.token, params: { id }, body: { title: 'Changed' } });
    const changes = [...created, ...written()].filter(({ dynamodb }) => dynamodb!.NewImage?.id?.S === id);
    expect(changes).toHaveLength(2);
    const endMs = Date.now() + 10 * MINUTE_MS;
    harness.table.fault = (_command, input) =>
      Date.now() < endMs && JSON.stringify(input).includes('#EVENT') ? throttled() : null;
    await deliverUntilProcessed(changes);
    expect(deadLetters()).toEqual([]);
    expect(auditedIds()).toEqual([id, id]);
  });

  it('when SQS rejects messages with internal errors for ten minutes', async () => {
    skipRetryPauses();
    const tenant = await newTenant();
    await newWebhook(tenant, { events: ['content.created'] });
    await newContent(tenant);
    const records = written();
    const endMs = Date.now() + 10 * MINUTE_MS;
    harness.sqs.on(SendMessageBatchCommand).callsFake(() => {
      return Date.now() < endMs ? { Failed: [{ Id: '0', SenderFault: false, Code: 'InternalError' }] } : {};
    });
    await deliverUntilProcessed(records);
    expect(Date.now()).toBeGreaterThan(endMs);
    expect(deadLetters()).toEqual([]);
  });

  it('when EventBridge Scheduler answers with errors for ten minutes: the sweep finds the post', async () => {
    const { entry } = await newScheduledContent(harness, 3_600);
    const records = written();
    const endMs = Date.now() + 10 * MINUTE_MS;
    harness.scheduler.on(CreateScheduleCommand).callsFake(() => {
      if (Date.now() < endMs) throw failing();
      return {};
    });
    await deliverUntilProcessed(records);
    expect(deadLetters()).toEqual([]);
    advanceTime(Date.parse(entry.due_at!) + 5 * MINUTE_MS - Date.now());
    harness.sent();
    await onSweepDue();
    expect(harness.sent().map(({ message }) => message.schedule_id)).toEqual([entry.id]);
  });
});
