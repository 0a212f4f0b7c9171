import type * as z from 'zod/mini';
import type { Permission } from '../api/permission.ts';
import type { Entity } from '../table/define-entity.ts';
import type { SchemaParts } from './schema-parts.ts';

/** An event before it has an id. */
export interface EventDraft {
  /** Names the transition within the workspace. The event id is a hash of it, so a redelivery is harmless. */
  dedupKey: string;
  /** When it happened (ISO 8601). It must depend on the change only, because the event id contains it. */
  timestamp: string;
  data: Record<string, unknown>;
  /** Of an event of the stage: the workspace that it is about. */
  workspaceId?: string;
}

/** The public description of an event kind. `Parts` are the building blocks of its schema. */
export interface EventDocs<Parts = never, S extends object = object> {
  /** When the event is sent and what `data` contains. */
  description: string;
  /** Builds the schema of `data`. A function, so that Lambda loads neither zod nor the response schemas. */
  schema: (parts: Parts) => z.ZodMiniType<Record<string, unknown>>;
  /** An example of `data`, used by the documentation and by test deliveries. */
  sample: Record<string, unknown>;
  /** The permission to read `data`: an endpoint receives the kind only while the one who authorized it has it. */
  permission: Permission;
  /** The entity whose changes it is derived from. */
  source: Entity<S>;
  /** It belongs to the stage, and only stage keys read it. Absent: it belongs to the workspace of the changed item. */
  isOfStage?: true;
  /** Of an event of the stage: it remains when the workspace that it is about is deleted. */
  outlives?: true;
}

/** Derived from an insert or an update. */
interface WriteEvent<R, Parts, S extends object> extends EventDocs<Parts, S> {
  on: 'write';
  derive: (before: R | null, after: R) => EventDraft[];
}

/** Derived from an insert, an update or a deletion. */
interface ChangeEvent<R, Parts, S extends object> extends EventDocs<Parts, S> {
  on: 'change';
  /** `changedAt` is ISO 8601, with the precision of one second that the stream has. `after` is null for a deletion. */
  derive: (before: R | null, after: R | null, changedAt: string) => EventDraft[];
}

/** Derived from a deletion. Expiry is not a deletion. */
interface RemovalEvent<R, Parts, S extends object> extends EventDocs<Parts, S> {
  on: 'removal';
  /** `removedAt` is ISO 8601, with the precision of one second that the stream has. */
  derive: (before: R, removedAt: string) => EventDraft[];
}

/**
 * One event kind: its documentation, and the change of a record `R` that it is derived from. `S` is the record of its
 * entity: the same, but in the table of all kinds.
 */
export type EventModule<R, Parts = SchemaParts, S extends object = R & object> =
  | WriteEvent<R, Parts, S>
  | ChangeEvent<R, Parts, S>
  | RemovalEvent<R, Parts, S>;
