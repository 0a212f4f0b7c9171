import type { DynamoDBRecord } from 'aws-lambda';
import type { AuditStamp } from '../table/audit-stamp.ts';
import type { Entity } from '../table/define-entity.ts';

/**
 * Handles one change. Runs again for a record that the stream delivers again, which must do no harm. `by` is who requested
 * the change, and null for a change by the service.
 */
export type ChangeHandler<R> = (
  before: R | null,
  after: R | null,
  nowMs: number,
  by: AuditStamp | null,
) => Promise<void>;

/** Handles new records together. Returns the error of each record that failed. */
type BatchHandler<R> = (records: R[]) => Promise<Map<R, unknown>>;

/** The handlers of the changes of an entity, one at a time. */
export interface SingleChanges {
  entity: string;
  handlers: ChangeHandler<never>[];
}

/** The handler of changes of an entity together. */
export interface BatchedChanges {
  entity: string;
  batch: (records: never[]) => Promise<Map<object, unknown>>;
  /** Whether a change is handled together with others. */
  includes: (record: DynamoDBRecord) => boolean;
  /** Whether such a change is also handled alone. */
  isAlsoSingle: (record: DynamoDBRecord) => boolean;
}

/**
 * Declare what follows from each change of an entity, in `workers/changes.ts` of a feature. The handlers are called in
 * order; those of different features know nothing of each other. They receive the removals of an entity that the audit log
 * records, from whose removal an event is derived, or that `subscriptions.ts` lists.
 *
 * A record may be delivered again after newer ones. A handler therefore acts on the current item, or its effect does not
 * depend on the order: a write under an id derived from the change (events, deliveries, audit entries), a write on the
 * condition of the version in the image (sums), a message that names an item and leaves the decision to its consumer
 * (deliveries), or a final state (published posts, closed engagement windows).
 */
export function onChange<R extends object>(entity: Entity<R>, ...handlers: ChangeHandler<R>[]): SingleChanges {
  return { entity: entity.name, handlers: handlers as ChangeHandler<never>[] };
}

/** Declare what follows from changes of an entity that are handled together: by default all with a new image. */
export function onBatch<R extends object>(
  entity: Entity<R>,
  batch: BatchHandler<R>,
  {
    includes = () => true,
    isAlsoSingle = () => false,
  }: Partial<Pick<BatchedChanges, 'includes' | 'isAlsoSingle'>> = {},
): BatchedChanges {
  return { entity: entity.name, batch, includes, isAlsoSingle };
}
