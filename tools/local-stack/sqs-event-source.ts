import type { LocalFunction } from './functions.ts';
import { countInvocations, isChainExhausted, MAX_CHAIN_INVOCATIONS } from './lineage.ts';
import type { Message, Queue, Queues } from './queues.ts';
import { md5, systemAttributes } from './sqs-api.ts';
import { REGION, type Resource } from './template.ts';
import type { Outcome } from './thread-pool.ts';
import { createWallClockTimer } from './wall-clock-timer.ts';

export type EventSourcePoller = {
  start: () => void;
  /** Starts no more batches; resolves when the running ones have ended. */
  stop: () => Promise<void>;
  /** Resolves to whether nothing is left to do at present. */
  isIdle: () => Promise<boolean>;
};

type MappingProperties = {
  BatchSize?: number;
  FunctionResponseTypes?: string[];
  ScalingConfig?: { MaximumConcurrency?: number };
};

/** Lambda begins with five pollers when the mapping sets no concurrency. */
const DEFAULT_CONCURRENCY = 5;

/**
 * Feed a function from a queue. Messages of a failed batch, or the ones it reports as failed, are left alone:
 * they come back when their visibility timeout ends, as on AWS.
 */
export function createSqsEventSource(
  resource: Resource,
  parts: { queues: Queues; queue: Queue; fn: LocalFunction; log: (line: string) => void },
): EventSourcePoller {
  const { queues, queue, fn, log } = parts;
  const properties = resource.properties as MappingProperties;
  if ('FilterCriteria' in properties || 'DestinationConfig' in properties) {
    throw new Error(`${resource.id}: FilterCriteria and DestinationConfig are not known here for a queue`);
  }
  const batchSize = properties.BatchSize ?? 10;
  const concurrency = properties.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY;
  const reportsFailures = properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false;
  const running = new Set<Promise<void>>();
  let stopped = true;
  const timer = createWallClockTimer(pump);
  const unsubscribe = queues.onMessage(queue, (visibleMs) => timer.set(visibleMs));

  function pump(): void {
    while (!stopped && running.size < concurrency) {
      const messages = queues.receive(queue, batchSize);
      if (messages.length === 0) break;
      const accepted = messages.filter(isAccepted);
      if (accepted.length === 0) continue;
      const done: Promise<void> = deliver(accepted).finally(() => {
        running.delete(done);
        timer.set(Date.now());
      });
      running.add(done);
    }
    const nextMs = queues.nextVisibleMs(queue);
    if (!stopped && running.size < concurrency && nextMs !== undefined) timer.set(nextMs);
  }

  /** Reject a message of an exhausted chain, as Lambda's recursive loop detection does. */
  function isAccepted(message: Message): boolean {
    if (!isChainExhausted(message.traceHeader)) return true;
    const count = MAX_CHAIN_INVOCATIONS;
    log(
      `RecursiveInvocationException: ${fn.label} is stopped after ${count} invocations of one chain: ${message.body}`,
    );
    queues.giveUp(queue, message);
    return false;
  }

  async function deliver(messages: Message[]): Promise<void> {
    // The messages of a batch share its trace header. The longest chain counts, so that none is missed.
    const causedBy = messages.map(({ traceHeader }) => traceHeader).reduce(longerChain);
    const outcome = await fn.invoke({ Records: messages.map((message) => toRecord(message, queue)) }, { causedBy });
    if (outcome.error) return;
    const failed = reportsFailures ? failedIds(outcome, messages) : new Set<string>();
    for (const { id, receiptHandle } of messages) if (!failed.has(id)) queues.remove(queue, receiptHandle);
  }

  return {
    start: () => {
      stopped = false;
      timer.set(Date.now());
    },
    stop: async () => {
      stopped = true;
      unsubscribe();
      timer.stop();
      await Promise.all(running);
    },
    isIdle: async () => running.size === 0 && (queues.nextVisibleMs(queue) ?? Number.POSITIVE_INFINITY) > Date.now(),
  };
}

function longerChain(one: string | undefined, other: string | undefined): string | undefined {
  return countInvocations(other) > countInvocations(one) ? other : one;
}

/** A response that is malformed or names an unknown message fails the whole batch, as Lambda documents. */
function failedIds(outcome: Outcome, messages: Message[]): Set<string> {
  const all = new Set(messages.map(({ id }) => id));
  const payload = (outcome as { payload?: unknown }).payload as
    | { batchItemFailures?: { itemIdentifier?: string }[] }
    | null
    | undefined;
  const failures = payload?.batchItemFailures ?? [];
  if (!Array.isArray(failures)) return all;
  const named = failures.map((failure) => failure?.itemIdentifier ?? '');
  return named.every((id) => all.has(id)) ? new Set(named) : all;
}

function toRecord(message: Message, queue: Queue) {
  const attributes = Object.entries(message.attributes).map(([name, attribute]) => [
    name,
    {
      dataType: attribute.DataType,
      stringListValues: [],
      binaryListValues: [],
      ...(attribute.StringValue !== undefined && { stringValue: attribute.StringValue }),
      ...(attribute.BinaryValue !== undefined && { binaryValue: attribute.BinaryValue }),
    },
  ]);
  return {
    messageId: message.id,
    receiptHandle: message.receiptHandle,
    body: message.body,
    attributes: systemAttributes(message),
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: md5(message.body),
    eventSource: 'aws:sqs',
    eventSourceARN: queue.arn,
    awsRegion: REGION,
  };
}
