import { createServer, type Server } from 'node:http';
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { handler } from '../../functions/on-table-change.ts';
import { toItem } from '../../lib/core/table/schema.ts';
import { deliveryEntity } from '../../lib/webhooks/entities/deliveries.ts';
import type { Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { failedAttempt } from '../../test/functions/resources.ts';
import { newId } from '../../test/functions/tenants.ts';
import { DELIVERY_QUEUE, setupWorkers } from '../../test/functions/worker-harness.ts';
import { redriveStreamDeadLetters } from '../../tools/cli/stream-dead-letters.ts';
import { listen, readBody } from '../../tools/local-stack/http.ts';

/** `REDRIVE_CHANGES=10000` for a shorter run. */
const CHANGES = Number(process.env.REDRIVE_CHANGES ?? 100_000);
/** The records of a batch that Lambda discards. */
const BATCH_RECORDS = 100;
const PAGE_OBJECTS = 1_000;
/** A delivery with five attempts, each with the longest stored response. */
const ATTEMPTS = 5;
const RESPONSE_BYTES = 4_096;
/** Lambda's limit of a synchronous invocation. */
const MAX_REQUEST_BYTES = 6_291_456;
const MAX_MEMORY_BYTES = 1e9;
const MAX_SECONDS = 600;

const harness = setupWorkers();
const s3 = mockClient(S3Client);
let lambda: Server;
let largestBytes = 0;
let invocations = 0;
let processed = 0;
let highestMemory = 0;

beforeAll(async () => {
  lambda = createServer(async (request, response) => {
    const body = (await readBody(request, 2 * MAX_REQUEST_BYTES))!;
    const event = JSON.parse(body.toString()) as DynamoDBStreamEvent;
    largestBytes = Math.max(largestBytes, body.length);
    invocations += 1;
    processed += event.Records.length;
    response.end(JSON.stringify(await handler({ ...event, redrive: true })));
    expect(harness.sent().every(({ queue }) => queue === DELIVERY_QUEUE)).toBe(true);
    highestMemory = Math.max(highestMemory, process.memoryUsage.rss());
  });
  vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', `http://127.0.0.1:${await listen(lambda, 0)}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterAll(() => {
  vi.unstubAllEnvs();
  lambda.close();
});

/** A change of a delivery after a failed attempt, with both images. */
function change(sequence: number): object {
  const attempts = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...failedAttempt(index + 1),
      response_body: 'x'.repeat(RESPONSE_BYTES),
    }));
  const at = new Date(Date.now()).toISOString();
  const delivery: Delivery = {
    id: newId('delivery'),
    workspace_id: newId('workspace'),
    endpoint_id: newId('endpoint'),
    event_id: newId('event'),
    event_type: 'content.created',
    status: 'pending',
    attempts: attempts(ATTEMPTS - 1),

    lease_expires_at: null,
    next_attempt_at: at,
    created_at: at,
    version: 0,
  };
  const image = (record: Delivery) =>
    marshall(toItem(deliveryEntity, record, { shard: '00' }), { removeUndefinedValues: true });
  const NewImage = image({ ...delivery, attempts: attempts(ATTEMPTS), version: 1 });
  const dynamodb = { OldImage: image(delivery), NewImage, SequenceNumber: String(sequence) };
  const { pk, sk } = NewImage;
  return { eventID: String(sequence), eventName: 'MODIFY', dynamodb: { ...dynamodb, Keys: { pk, sk } } };
}

test(`a backlog of ${CHANGES} large changes is redriven with bounded memory and bounded invocations`, async () => {
  const Records = Array.from({ length: BATCH_RECORDS }, (_, index) => change(index));
  const text = JSON.stringify({ payload: JSON.stringify({ Records }) });
  const keys = Array.from(
    { length: CHANGES / BATCH_RECORDS },
    (_, index) => `aws/lambda/m/${String(index).padStart(6, '0')}`,
  );
  const left = new Set(keys);
  s3.on(ListObjectsV2Command).callsFake(({ ContinuationToken }) => {
    const start = Number(ContinuationToken ?? 0);
    const page = keys.slice(start, start + PAGE_OBJECTS);
    const end = start + page.length;
    const isMore = end < keys.length ? { IsTruncated: true, NextContinuationToken: String(end) } : {};
    return { Contents: page.map((Key) => ({ Key, Size: text.length })), KeyCount: page.length, ...isMore };
  });
  s3.on(GetObjectCommand).callsFake(() => ({ Body: { transformToString: async () => text } }));
  s3.on(DeleteObjectCommand).callsFake(({ Key }) => left.delete(Key) && {});
  const startMs = performance.now();
  const result = await redriveStreamDeadLetters('bucket', 'on-table-change', () => s3.resetHistory());
  const seconds = (performance.now() - startMs) / 1000;
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `${processed} changes, ${mb(text.length * keys.length)} in ${seconds.toFixed(0)} s: ${invocations} invocations of at most ${mb(largestBytes)}, ${mb(highestMemory)} of memory`,
  );
  expect(result).toEqual({ moved: keys.length, failed: 0 });
  expect(left.size).toBe(0);
  expect(processed).toBe(CHANGES);
  expect(largestBytes).toBeLessThan(MAX_REQUEST_BYTES);
  expect(highestMemory).toBeLessThan(MAX_MEMORY_BYTES);
  expect(seconds).toBeLessThan(MAX_SECONDS);
}, 900_000);
