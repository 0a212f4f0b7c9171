import type { DynamoDBRecord } from 'aws-lambda';
import { settleInParts } from '../../core/stream/batches.ts';
import type { ChangeHandler } from '../../core/stream/on-change.ts';
import { changeTime, isExpiry, parseEach, parseImages, parseRecord } from '../../core/stream/stream-record.ts';
import { actorOfChange } from '../../core/table/audit-stamps-and-tombstones.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { emitEventsOfChange } from '../../webhooks/workers/emit-events.ts';
import { CHANGES } from './change-table.ts';
import { STREAM_ENTITIES } from './subscriptions.ts';

/** The handlers of each entity, in the order of the features. Events and the audit log need none. */
const HANDLERS = new Map<string, ChangeHandler<never>[]>();
const BATCHES = new Map(CHANGES.flatMap((each) => ('batch' in each ? [[each.entity, each] as const] : [])));
for (const each of CHANGES) {
  if ('handlers' in each) HANDLERS.set(each.entity, [...(HANDLERS.get(each.entity) ?? []), ...each.handlers]);
}

/**
 * Emit the events of one change and call the handlers of its entity. Ignores expired items. One that fails stops none of the
 * others: a change that fails permanently becomes a dead letter, and a credential would stay valid until an operator redrives
 * it. Then throws the first transient error, for which the change is delivered again, or else the first error.
 */
export async function handleTableChange(record: DynamoDBRecord, nowMs: number): Promise<void> {
  const entity = entityOf(record);
  if (!entity || isExpiry(record)) return;
  const images = parseImages(record);
  const [before, after] = [parseRecord(images.before), parseRecord(images.after)];
  const by = actorOfChange(images.before, images.after);
  const steps = [
    () => emitEventsOfChange(entity, { before, after, changedAt: changeTime(record, nowMs) }),
    ...(HANDLERS.get(entity) ?? []).map((handler) => () => handler(before as never, after as never, nowMs, by)),
  ];
  await settleInParts(steps, 1, (step) => step());
}

/** Return whether a change is handled together with others of its entity. */
export function isBatched(record: DynamoDBRecord): boolean {
  return record.dynamodb?.NewImage !== undefined && BATCHES.get(entityOf(record) ?? '')?.includes(record) === true;
}

/** Return whether a change is handled alone. */
export function isSingle(record: DynamoDBRecord): boolean {
  return !isBatched(record) || BATCHES.get(entityOf(record) ?? '')!.isAlsoSingle(record);
}

/**
 * Handle batched changes, per entity, of several changes of one item the last. Returns the error of each change that
 * failed.
 */
export async function handleBatch(records: DynamoDBRecord[]): Promise<Map<DynamoDBRecord, unknown>> {
  const failures = new Map<DynamoDBRecord, unknown>();
  const sources = new Map<object, DynamoDBRecord>();
  const latest = new Map(records.map((record) => [canonicalJson(record.dynamodb?.Keys), record]));
  const byEntity = Map.groupBy(latest.values(), entityOf);
  await Promise.all(
    [...byEntity].map(async ([entity, group]) => {
      const parse = (record: DynamoDBRecord) => {
        const after = parseRecord<object>(parseImages(record).after)!;
        sources.set(after, record);
        return after;
      };
      const records = parseEach(group, parse, failures) as never[];
      const failed: Map<object, unknown> = await BATCHES.get(entity!)!.batch(records);
      for (const [after, error] of failed) failures.set(sources.get(after)!, error);
    }),
  );
  return failures;
}

/** Return the entity of a change. Null for an entity that the stream worker does not read. */
function entityOf({ dynamodb }: DynamoDBRecord): string | null {
  const name = (dynamodb?.NewImage ?? dynamodb?.OldImage)?.entity?.S ?? '';
  return STREAM_ENTITIES.has(name) ? name : null;
}
