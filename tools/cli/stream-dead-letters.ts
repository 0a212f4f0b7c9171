import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { streamPatterns } from '../../lib/app/stream/subscriptions.ts';
import { splitByFit } from '../../lib/core/stream/batches.ts';
import { matches, type Pattern } from '../local-stack/stream-filter.ts';
import { createBucketClient } from './count-objects.ts';
import type { RedriveResult } from './dead-letter-queue.ts';
import { invokeFunction } from './invoke-function.ts';
import type { AwsApiError } from './sigv4-request.ts';

type PrintLine = (line: string) => void;

/** A stream record as a Lambda event has it. */
interface StreamRecord {
  dynamodb: { SequenceNumber: string };
}

interface StreamEvent {
  Records: StreamRecord[];
}

/** A stored record, and the key of the object that holds it. */
interface DeadLetter {
  key: string;
  record: StreamRecord;
  bytes: number;
}

interface StoredObject {
  key: string;
  bytes: number;
}

// The batch size of the event source mapping, whose batches the timeout of the function is made for.
const MAX_RECORDS = 100;
// A synchronous invocation takes 6 MB. The rest is for what surrounds the records.
const MAX_BYTES = 5_000_000;
// Objects are read, and functions invoked, this many at the same time.
const CONCURRENT_INVOCATIONS = 4;
const CONCURRENT_READS = 25;
// The stream uses the reserved concurrency of the function too.
const THROTTLE_WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/**
 * Invoke the stream worker with the records that the bucket holds: those that Lambda discarded and those that the
 * worker stored. Deletes an object when all its records are processed; counts and keeps the others. Memory and
 * invocations are bounded whatever the number and the size of the records, and every step can be repeated.
 */
export async function redriveStreamDeadLetters(
  bucket: string,
  functionName: string,
  print: PrintLine,
): Promise<RedriveResult> {
  const client = createBucketClient();
  const result = { moved: 0, failed: 0 };
  const redrive = async (group: StoredObject[]) => {
    const { moved, failed } = await redriveGroup(client, bucket, functionName, group, print);
    result.moved += moved;
    result.failed += failed;
  };
  const running = new Set<Promise<void>>();
  try {
    for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket })) {
      const objects = (page.Contents ?? []).map(({ Key = '', Size = 0 }) => ({ key: Key, bytes: Size }));
      for (const group of groupByFit(objects)) {
        if (running.size >= CONCURRENT_INVOCATIONS) await Promise.race(running);
        const done: Promise<void> = redrive(group).finally(() => running.delete(done));
        running.add(done);
      }
    }
    await Promise.all(running);
    return result;
  } finally {
    await Promise.allSettled(running);
    client.destroy();
  }
}

/** Redrive objects that fit into one invocation, or one that needs several. */
async function redriveGroup(
  client: S3Client,
  bucket: string,
  functionName: string,
  group: StoredObject[],
  print: PrintLine,
): Promise<RedriveResult> {
  const errors = new Map<string, string>();
  const letters: DeadLetter[] = [];
  await forEachConcurrently(group, CONCURRENT_READS, async ({ key }) => {
    try {
      letters.push(...(await readDeadLetters(client, bucket, key)));
    } catch (error) {
      errors.set(key, (error as Error).message);
    }
  });
  for (const part of groupByFit(letters.sort(byKey))) {
    for (const [key, error] of await invokeWith(functionName, part)) errors.set(key, error);
  }
  const processed = group.filter(({ key }) => !errors.has(key));
  await forEachConcurrently(processed, CONCURRENT_READS, async ({ key }) => {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  });
  if (processed.length > 0) print(`${letters.length} changes of ${group.length} objects: ${processed.length} redriven`);
  for (const [key, error] of errors) print(`${key}: not redriven, ${error}`);
  return { moved: processed.length, failed: errors.size };
}

/** Read the records of an object, without those that the filter of the mapping excludes. */
async function readDeadLetters(client: S3Client, bucket: string, key: string): Promise<DeadLetter[]> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  const { payload } = JSON.parse(await Body!.transformToString()) as { payload?: string | StreamEvent };
  if (payload === undefined) throw new Error('it is not the record of a failed batch.');
  // The documentation of Lambda shows `"<Whole Event>"`, which may be the event or its JSON text.
  const { Records }: StreamEvent = typeof payload === 'string' ? JSON.parse(payload) : payload;
  const patterns = streamPatterns({ countsUsage: true }) as Pattern[];
  return Records.filter((record) => matches(patterns, record)).map((record) => ({
    key,
    record,
    bytes: Buffer.byteLength(JSON.stringify(record)) + 1,
  }));
}

/** Invoke the stream worker with records. Returns the error of each object of which a record failed. */
async function invokeWith(functionName: string, letters: DeadLetter[]): Promise<Map<string, string>> {
  try {
    const event = { Records: letters.map(({ record }) => record), redrive: true };
    const answer = await invokeWhenFree(functionName, event);
    const { batchItemFailures } = answer as { batchItemFailures: { itemIdentifier: string }[] };
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const keys = letters.filter(({ record }) => failed.has(record.dynamodb.SequenceNumber)).map(({ key }) => key);
    return new Map(keys.map((key) => [key, 'the function failed again; see its log.']));
  } catch (error) {
    return new Map(letters.map(({ key }) => [key, (error as Error).message]));
  }
}

/** Invoke a function and wait while it is throttled, for half a minute at most. */
async function invokeWhenFree(functionName: string, event: object): Promise<unknown> {
  for (const waitMs of THROTTLE_WAITS_MS) {
    try {
      return await invokeFunction(functionName, event, 'RequestResponse');
    } catch (error) {
      if ((error as AwsApiError).code !== 'TooManyRequestsException') throw error;
      await sleep(waitMs);
    }
  }
  return invokeFunction(functionName, event, 'RequestResponse');
}

/** Split a list into groups of at most 100 elements and 5 MB. A larger element is a group of its own. */
function groupByFit<T extends { bytes: number }>(elements: T[]): T[][] {
  const countBytes = (part: T[]) => part.reduce((sum, { bytes }) => sum + bytes, 0);
  return splitByFit(elements, (part) => part.length <= MAX_RECORDS && countBytes(part) <= MAX_BYTES);
}

/** Order records by key, and those of one object as they are. */
function byKey(one: DeadLetter, other: DeadLetter): number {
  return one.key < other.key ? -1 : one.key > other.key ? 1 : 0;
}

async function forEachConcurrently<T>(items: T[], limit: number, act: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const work = async () => {
    for (const item of left) await act(item);
  };
  await Promise.all(Array.from({ length: limit }, work));
}
