import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Buckets } from './buckets.ts';
import { callDynamodb } from './dynamodb.ts';
import type { LocalFunction } from './functions.ts';
import { createShardReader, type StreamRecord } from './shard-reader.ts';
import type { EventSourcePoller } from './sqs-event-source.ts';
import type { Store } from './store.ts';
import { matches, type Pattern, readPatterns } from './stream-filter.ts';
import { createStreamLanes } from './stream-lanes.ts';
import { REGION, type Resource } from './template.ts';
import type { Outcome } from './thread-pool.ts';
import { isTtlDeletion, TTL_USER_IDENTITY } from './ttl-reaper.ts';

type MappingProperties = {
  EventSourceArn: string;
  BatchSize?: number;
  ParallelizationFactor?: number;
  MaximumRetryAttempts?: number;
  MaximumRecordAgeInSeconds?: number;
  BisectBatchOnFunctionError?: boolean;
  FunctionResponseTypes?: string[];
  DestinationConfig?: { OnFailure?: { Destination: string } };
  FilterCriteria?: { Filters?: { Pattern: string }[] };
};

/** Between two reads of an empty stream: short while something happens, longer when the service is idle. */
const BUSY_POLL_MS = 50;
const IDLE_POLL_MS = 250;
const BUSY_FOR_MS = 5_000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_DELAY_MS = 2_000;

/** Feed a function from the table's stream, each item in order, at least once; the position survives a restart. */
export function createDynamodbEventSource(
  resource: Resource,
  parts: {
    store: Store;
    endpoint: string;
    tableName: string;
    /** The attribute that says when an item ends. */
    expiryAttribute?: string | undefined;
    fn: LocalFunction;
    lastActivityMs: () => number;
    /** Where the failure destination is. */
    buckets: Buckets;
    /** The most batches at a time; without it as many as the mapping has. */
    maxLanes?: number | undefined;
    log: (line: string) => void;
  },
): EventSourcePoller {
  const { fn, log } = parts;
  const properties = resource.properties as MappingProperties;
  if ('ScalingConfig' in properties) throw new Error(`${resource.id}.ScalingConfig: not known for a stream`);
  const batchSize = properties.BatchSize ?? 100;
  const factor = Math.min(parts.maxLanes ?? Number.POSITIVE_INFINITY, properties.ParallelizationFactor ?? 1);
  const retries = properties.MaximumRetryAttempts ?? -1;
  const maximumAgeSeconds = properties.MaximumRecordAgeInSeconds ?? -1;
  const reportsFailures = properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false;
  const destination = properties.DestinationConfig?.OnFailure?.Destination;
  const bucket = destination && parts.buckets.find(destination);
  if (destination && !bucket) {
    throw new Error(`${resource.id}.DestinationConfig: ${destination} is not a bucket of the template`);
  }
  const patterns: Pattern[] = readPatterns(resource.id, properties.FilterCriteria?.Filters);
  const reader = createShardReader(parts.store, resource.id, (operation, input) =>
    callDynamodb(parts.endpoint, `DynamoDBStreams_20120810.${operation}`, input),
  );
  const isWanted = (record: StreamRecord) => patterns.length === 0 || matches(patterns, record);
  const lanes = createStreamLanes<StreamRecord>({
    factor,
    batchSize,
    deliver: (batch) => deliver(batch, 0),
    checkpoint: (last) => reader.checkpoint(last),
  });
  let stopped = true;
  // The calls of `isIdle`: a read that begins after a call decides.
  let questions: ((isAtEnd: boolean) => void)[] = [];
  let endPause = () => {};
  let loop = Promise.resolve();
  let troubleSinceMs: number | undefined;

  async function run(): Promise<void> {
    while (!stopped) {
      const asked = questions;
      questions = [];
      const answer = (isAtEnd: boolean) => {
        for (const resume of asked.splice(0)) resume(isAtEnd);
      };
      try {
        const records = await reader.read(parts.tableName, factor * batchSize);
        troubleSinceMs = undefined;
        lanes.add(records, isWanted);
        answer(records.length === 0 && !lanes.isBusy());
        await lanes.room();
        if (records.length === 0) await rest();
      } catch (error) {
        answer(false);
        await lanes.idle();
        reader.rewind();
        // The database may be restarting; only trouble that lasts is worth a line.
        troubleSinceMs ??= Date.now();
        if (Date.now() - troubleSinceMs > 5_000) {
          log(`${resource.id}: the stream cannot be read: ${error}`);
          troubleSinceMs = Date.now();
        }
        await sleep(100);
      }
    }
  }

  /** End when every record has succeeded or run out of retries. `failures` counts those of the first record. */
  async function deliver(batch: StreamRecord[], failures: number): Promise<void> {
    if (stopped || batch.length === 0) return;
    const young = batch.findIndex((record) => !isTooOld(record));
    if (young !== 0) {
      const old = young < 0 ? batch : batch.slice(0, young);
      giveUp(old, 'RecordAgeExceeded', failures);
      return deliver(batch.slice(old.length), 0);
    }
    const outcome = await fn.invoke({ Records: batch.map(toEventRecord) });
    if (stopped && outcome.error) return;
    const succeeded = countSucceeded(outcome, batch);
    lanes.finish(batch.slice(0, succeeded));
    if (succeeded === batch.length) return;
    const rest = batch.slice(succeeded);
    const count = succeeded > 0 ? 1 : failures + 1;
    // Splitting does not count as a retry: each half starts with the failures counted before.
    if (properties.BisectBatchOnFunctionError && succeeded === 0 && rest.length > 1) {
      const middle = Math.ceil(rest.length / 2);
      await deliver(rest.slice(0, middle), failures);
      return deliver(rest.slice(middle), failures);
    }
    if (retries >= 0 && count > retries) return giveUp(rest, 'RetryAttemptsExhausted', count, outcome);
    await sleep(Math.min(FIRST_RETRY_MS * 2 ** (count - 1), MAX_RETRY_DELAY_MS));
    return deliver(rest, count);
  }

  function isTooOld(record: StreamRecord): boolean {
    const ageSeconds = Date.now() / 1000 - record.dynamodb.ApproximateCreationDateTime;
    return maximumAgeSeconds >= 0 && ageSeconds > maximumAgeSeconds;
  }

  /** How many leading records are done: up to the first one reported as failed. */
  function countSucceeded(outcome: Outcome, batch: StreamRecord[]): number {
    if (outcome.error) return 0;
    if (!reportsFailures) return batch.length;
    const payload = outcome.payload as { batchItemFailures?: { itemIdentifier?: string }[] } | null;
    const failures = payload?.batchItemFailures ?? [];
    if (!Array.isArray(failures)) return 0;
    const positions = failures.map((failure) =>
      batch.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === failure?.itemIdentifier),
    );
    // An unknown identifier counts as position -1: the whole batch failed, as Lambda documents.
    return Math.max(0, Math.min(batch.length, ...positions));
  }

  function toEventRecord(record: StreamRecord) {
    const own = isTtlDeletion(record, parts.expiryAttribute) ? { userIdentity: TTL_USER_IDENTITY } : {};
    return { ...record, ...own, awsRegion: REGION, eventSourceARN: properties.EventSourceArn };
  }

  /**
   * Store what Lambda gives up, with its records, as the Lambda developer guide describes it in "Retain discarded
   * records for a DynamoDB event source".
   */
  function giveUp(batch: StreamRecord[], condition: string, count: number, outcome?: Outcome): void {
    const [first, last] = [batch[0]!.dynamodb, batch.at(-1)!.dynamodb];
    const time = (seconds: number) => new Date(seconds * 1000).toISOString();
    if (bucket) {
      const timestamp = new Date().toISOString();
      const second = timestamp.slice(0, 19).replaceAll(':', '.');
      const day = timestamp.slice(0, 10).replaceAll('-', '/');
      const key = `aws/lambda/${resource.id}/${reader.shardId()}/${day}/${second}-${randomUUID()}`;
      const record = {
        requestContext: {
          requestId: randomUUID(),
          functionArn: fn.arn,
          condition,
          approximateInvokeCount: count,
        },
        ...(outcome && {
          responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
        }),
        version: '1.0',
        timestamp,
        DDBStreamBatchInfo: {
          shardId: reader.shardId(),
          startSequenceNumber: first.SequenceNumber,
          endSequenceNumber: last.SequenceNumber,
          approximateArrivalOfFirstRecord: time(first.ApproximateCreationDateTime),
          approximateArrivalOfLastRecord: time(last.ApproximateCreationDateTime),
          batchSize: batch.length,
          streamArn: properties.EventSourceArn,
        },
        payload: JSON.stringify({ Records: batch.map(toEventRecord) }),
      };
      parts.buckets.put(bucket, key, Buffer.from(JSON.stringify(record)));
    }
    lanes.finish(batch);
  }

  /** Wait, but not longer than until `isIdle` asks for the end of the stream. */
  async function pause(ms: number): Promise<void> {
    await Promise.race([
      sleep(ms),
      new Promise<void>((resume) => {
        endPause = resume;
      }),
    ]);
  }

  /** Wait before the next read of an empty stream; in small steps, to notice when something begins. */
  async function rest(): Promise<void> {
    const untilMs = Date.now() + IDLE_POLL_MS;
    const isBusy = () => Date.now() - parts.lastActivityMs() < BUSY_FOR_MS;
    do await pause(BUSY_POLL_MS);
    while (!stopped && questions.length === 0 && !isBusy() && Date.now() < untilMs);
  }

  return {
    start: () => {
      stopped = false;
      loop = run();
    },
    stop: async () => {
      stopped = true;
      for (const resume of questions.splice(0)) resume(false);
      await loop;
      await lanes.idle();
    },
    isIdle: () =>
      new Promise((resume) => {
        if (stopped) return resume(true);
        questions.push(resume);
        endPause();
      }),
  };
}
