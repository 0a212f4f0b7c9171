import { isDeepStrictEqual } from 'node:util';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Context, DynamoDBRecord, DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { handler as onStepQueued } from '../../functions/on-step-queued.ts';
import { handler as onTableChange } from '../../functions/on-table-change.ts';
import { fromItem, type Item } from '../../lib/core/table/schema.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import type { EventKind } from '../../lib/webhooks/events/events.ts';
import { eventDataSchema } from '../../lib/webhooks/events/payload-schemas.ts';
import { forgetStageEndpoints } from '../../lib/webhooks/store/stage-receivers.ts';
import { type Json, setupApi } from './api-harness.ts';
import type { InMemoryDynamodb } from './in-memory-dynamodb.ts';
import { returnedCopy } from './stored-copy.ts';

export const DELIVERY_QUEUE = 'https://sqs.test/deliveries';
export const SLOW_PUBLISH_QUEUE = 'https://sqs.test/slow-publish';
export const SLOW_DELIVERY_QUEUE = 'https://sqs.test/slow-deliveries';

export const EMAIL_QUEUE = 'https://sqs.test/emails';
export const MEDIA_QUEUE = 'https://sqs.test/media';
export const STEP_QUEUE = 'https://sqs.test/steps';
export const METRICS_POLL_QUEUE = 'https://sqs.test/readings';

export function publishQueue(platform: Platform): string {
  return `https://sqs.test/publish-${platform}`;
}

/** The message that starts an attempt, as every sender of the service sends it: in the group of its workspace. */
export function publishMessage(
  platform: Platform,
  message: { workspace_id: string; schedule_id: string },
  delaySeconds: number,
): SentMessage {
  return { queue: publishQueue(platform), message: { ...message }, delaySeconds, messageGroupId: message.workspace_id };
}

export interface SentMessage {
  queue: string;
  message: Json;
  delaySeconds: number;
  /** Only for a message that names one. */
  messageGroupId?: string;
}

/** A mocked client whose response can be set per command. */
export interface MockedClient {
  on: (command: unknown) => {
    resolves: (answer: object) => void;
    rejects: (error: Error) => void;
    callsFake: (fake: (input: Json) => unknown) => void;
  };
}

/** The surroundings of a function that AWS invokes. Every list has what was added since its last read. */
export interface WorkerHarness {
  table: InMemoryDynamodb;
  sqs: MockedClient;
  scheduler: MockedClient;
  /** Messages sent to queues, but for that of steps, which run after the changes that queue them. */
  sent: () => SentMessage[];
  /** Calls of the scheduler, by the command's name. */
  timers: () => { command: string; input: Json }[];
  /** The changes of the table, as its stream has them: several changes of one item count as one. */
  changes: () => DynamoDBRecord[];
  /** Everything that was logged in this test. */
  logged: () => string;
}

type Client = MockedClient & {
  reset: () => void;
  resetHistory: () => void;
  resolves: (answer: object) => void;
  callsFake: (fake: (input: Json) => object) => void;
  calls: () => { args: { input: Json; constructor: { name: string } }[] }[];
};

/**
 * Call once at the top of a test file: the API to create resources, and the mocked queues and
 * scheduler, which accept everything. Log lines are collected instead of printed.
 */
export function setupWorkers(): WorkerHarness {
  const table = setupApi();
  const sqs = mockClient(SQSClient as never) as unknown as Client;
  const scheduler = mockClient(SchedulerClient as never) as unknown as Client;
  const ses = mockClient(SESv2Client as never) as unknown as Client;
  const lines: string[] = [];
  let seen = new Map<string, Item>();
  for (const platform of PLATFORMS) {
    process.env[`PUBLISH_QUEUE_URL_${platform.toUpperCase()}`] = publishQueue(platform);
  }
  process.env.SLOW_PUBLISH_QUEUE_URL = SLOW_PUBLISH_QUEUE;
  process.env.DELIVERY_QUEUE_URL = DELIVERY_QUEUE;
  process.env.SLOW_DELIVERY_QUEUE_URL = SLOW_DELIVERY_QUEUE;
  process.env.METRIC_POLL_QUEUE_URL = METRICS_POLL_QUEUE;
  process.env.EMAIL_QUEUE_URL = EMAIL_QUEUE;
  process.env.MEDIA_QUEUE_URL = MEDIA_QUEUE;
  process.env.STEP_QUEUE_URL = STEP_QUEUE;
  process.env.SWEEP_EVERY_MINUTES = '1';
  process.env.DEAD_LETTER_QUEUES = 'PublishDeadLetters EmailDeadLetters';
  process.env.DELIVERY_LANE = 'fast';
  process.env.BASE_URL = 'https://api.test/v1';
  process.env.DASHBOARD_DOMAIN = 'app.test';
  process.env.SCHEDULE_TARGET_ARN = 'arn:on-publish-scheduled';
  process.env.SCHEDULE_GROUP = 'timers';
  process.env.SCHEDULE_ROLE_ARN = 'arn:role';
  beforeEach(() => {
    // The instance of another test knows the endpoints of another table.
    forgetStageEndpoints();
    for (const client of [sqs, scheduler, ses]) {
      client.reset();
      client.resolves({});
    }
    queuedSteps.length = 0;
    sqs.callsFake((input) => {
      takeSteps(input);
      return {};
    });
    seen = new Map();
    lines.length = 0;
    process.env.LOG_LEVEL = 'DEBUG';
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    }
  });
  // The test files that share this thread write no log lines.
  afterEach(() => {
    process.env.LOG_LEVEL = 'SILENT';
  });
  // Every event that a test causes matches the schema of its event module, with no other fields.
  afterEach(() => {
    for (const { type, data } of recordsIn<{ type: EventKind; data: string }>(table.items(), 'Event')) {
      const emitted = JSON.parse(data);
      expect(eventDataSchema(type).parse(emitted), type).toEqual(emitted);
    }
  });
  const calls = (client: Client) => {
    const made = client.calls().map(({ args }) => args[0]!);
    client.resetHistory();
    return made.map((command) => ({ command: command.constructor.name, input: command.input }));
  };
  harnessOfFile = {
    table,
    sqs,
    scheduler,
    sent: () =>
      calls(sqs)
        .filter(({ command }) => command.startsWith('SendMessage'))
        .flatMap(({ input }) => sentBy(input))
        .filter(({ queue }) => queue !== STEP_QUEUE),
    timers: () => calls(scheduler),
    changes: () => {
      const now = new Map(table.items().map((item) => [`${item.pk}\n${item.sk}`, item]));
      const keys = new Set([...seen.keys(), ...now.keys()]);
      const changed = [...keys].filter((key) => !isDeepStrictEqual(seen.get(key), now.get(key)));
      const records = changed.map((key) => streamRecord(seen.get(key), now.get(key)));
      seen = now;
      return records;
    },
    logged: () => lines.join(''),
  };
  return harnessOfFile;
}

const queuedSteps: Json[] = [];
let harnessOfFile: WorkerHarness | undefined;

/** The surroundings of the functions of this test file. */
export function currentHarness(): WorkerHarness {
  return harnessOfFile!;
}

function sentBy(input: Json): SentMessage[] {
  const entries = (input.Entries ?? [input]) as Json[];
  return entries.map(({ MessageBody, DelaySeconds, MessageGroupId }) => ({
    ...(MessageGroupId ? { messageGroupId: String(MessageGroupId) } : {}),
    queue: String(input.QueueUrl),
    message: JSON.parse(String(MessageBody)),
    delaySeconds: Number(DelaySeconds ?? 0),
  }));
}

let lastSequence = 0;

/** One change of an item, as a stream record. Its maps are in another order each time, that of the key too. */
export function streamRecord(before: Item | undefined, after: Item | undefined): DynamoDBRecord {
  const { pk, sk } = (after ?? before)!;
  lastSequence += 1;
  const image = (item: Item) => marshall(returnedCopy(item));
  const change = {
    Keys: image({ pk, sk }),
    ...(before ? { OldImage: image(before) } : {}),
    ...(after ? { NewImage: image(after) } : {}),
    SequenceNumber: String(100_000 + lastSequence),
  };
  const eventName = !before ? 'INSERT' : after ? 'MODIFY' : 'REMOVE';
  return { eventName, dynamodb: change as NonNullable<DynamoDBRecord['dynamodb']> };
}

/** The failures of these changes, by their sequence numbers, and those of the steps that they queue. */
export async function processStreamRecords(records: DynamoDBRecord[]): Promise<string[]> {
  const event: DynamoDBStreamEvent = { Records: records };
  const { batchItemFailures } = await onTableChange(event);
  return [...batchItemFailures.map((failure) => failure.itemIdentifier), ...(await runQueuedSteps())];
}

/** Run the queued steps. Returns the messages that failed, which are delivered again with the next ones. */
export async function runQueuedSteps(): Promise<string[]> {
  const failed: Json[] = [];
  for (const message of queuedSteps.splice(0)) {
    const { batchItemFailures } = await onStepQueued(sqsEvent(message));
    if (batchItemFailures.length > 0) failed.push(message);
  }
  queuedSteps.push(...failed);
  return failed.map((message) => JSON.stringify(message));
}

/** Process changes without the steps that they queue. Returns the messages of these. */
export async function queuedStepMessages(records: DynamoDBRecord[]): Promise<Json[]> {
  expect((await onTableChange({ Records: records })).batchItemFailures).toEqual([]);
  return queuedSteps.splice(0);
}

/** Take the messages of the step queue of a request to SQS, for `runQueuedSteps`. */
export function takeSteps(input: Json): void {
  if (input.QueueUrl === STEP_QUEUE) queuedSteps.push(...sentBy(input).map(({ message }) => message));
}

/** Process the changes so far, and return them to be processed again. */
export async function processChanges(harness: WorkerHarness): Promise<DynamoDBRecord[]> {
  const records = harness.changes();
  expect(await processStreamRecords(records)).toEqual([]);
  return records;
}

/** Process all changes, and the changes they cause, until nothing changes any more. */
export async function processAllChanges(harness: WorkerHarness): Promise<void> {
  let rounds = 0;
  for (let changes = harness.changes(); changes.length > 0; changes = harness.changes()) {
    expect(await processStreamRecords(changes)).toEqual([]);
    rounds += 1;
    if (rounds > 10) throw new Error('What follows from the changes does not come to an end.');
  }
}

/** The records of one entity in the table, in the order of their keys. */
export function storedRecords<T = Json>(harness: WorkerHarness, entity: string): T[] {
  return recordsIn<T>(harness.table.items(), entity);
}

function recordsIn<T>(items: Item[], entity: string): T[] {
  return items.filter((item) => item.entity === entity).map((item) => fromItem<T>(item));
}

/** A batch of messages; texts are sent as they are, everything else as JSON. Ids are `m0`, `m1`, … */
export function sqsEvent(...messages: unknown[]): SQSEvent {
  const Records = messages.map((message, index) => ({
    messageId: `m${index}`,
    body: typeof message === 'string' ? message : JSON.stringify(message),
    attributes: { SentTimestamp: String(Date.now()) },
  }));
  return { Records } as SQSEvent;
}

/** Lambda's context of a function that has this much time left. */
export function lambdaContext(remainingMs = 90_000): Context {
  return { getRemainingTimeInMillis: () => remainingMs } as Context;
}

/** Fail the commands of the table from the `n`th on (1 is the first), as if the worker crashed. */
export function killAt(table: InMemoryDynamodb, n: number): { reached: () => boolean } {
  let commands = 0;
  table.fault = () => {
    commands += 1;
    return commands >= n ? new Error('The worker was killed.') : null;
  };
  return { reached: () => commands >= n };
}

/** An error as the SDK throws it. */
export function sdkError(name: string): Error {
  return Object.assign(new Error(`Rejected with ${name}.`), { name });
}
