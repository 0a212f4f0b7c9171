import type * as z from 'zod/mini';
import type { AccountRemoval } from '../../accounts/rules/account-removal.ts';
import type { Engagement } from '../../analytics/rules/engagement-ingestion.ts';
import type { EngagementWindow } from '../../analytics/rules/engagement-window.ts';
import type { Heartbeat } from '../../app/sweep/heartbeat-record.ts';
import type { AuditedRecords } from '../../audit/rules/audit-fields.ts';
import type { ApprovalReminder } from '../../content/rules/approval-reminder.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import type { SignInRequest } from '../../identity/rules/sign-in.ts';
import type { SchemaParts } from '../../webhooks/events/schema-parts.ts';

/** The record type of each entity whose changes the stream worker reads. */
export interface StreamRecords extends AuditedRecords {
  SignInRequest: SignInRequest;
  ScheduleEntry: ScheduleEntry;
  ApprovalReminder: ApprovalReminder;
  Engagement: Engagement;
  EngagementWindow: EngagementWindow;
  AccountRemoval: AccountRemoval;
  Heartbeat: Heartbeat;
}

export type StreamEntity = keyof StreamRecords;

/** An event before it has an id. */
export interface EventDraft {
  /** Names the transition within the workspace. The event id is a hash of it, so a redelivery is harmless. */
  dedupKey: string;
  /** When it happened (ISO 8601). It must depend on the change only, because the event id contains it. */
  timestamp: string;
  data: Record<string, unknown>;
}

/** The public description of an event kind. */
export interface EventDocs {
  /** When the event is sent and what `data` contains. */
  description: string;
  /** Builds the schema of `data`. A function, so that Lambda loads neither zod nor the response schemas. */
  schema: (parts: SchemaParts) => z.ZodMiniType<Record<string, unknown>>;
  /** An example of `data`, used by the documentation and by test deliveries. */
  sample: Record<string, unknown>;
}

/** Derived from an insert or an update of one entity. */
interface WriteEvent<E extends StreamEntity> extends EventDocs {
  source: E;
  on: 'write';
  derive: (before: StreamRecords[E] | null, after: StreamRecords[E]) => EventDraft[];
}

/** Derived from the deletion of one entity. Expiry is not a deletion. */
interface RemovalEvent<E extends StreamEntity> extends EventDocs {
  source: E;
  on: 'removal';
  /** `removedAt` is ISO 8601, with the precision of one second that the stream has. */
  derive: (before: StreamRecords[E], removedAt: string) => EventDraft[];
}

/** One event kind: its documentation and the table change it is derived from. */
export type EventModule = { [E in StreamEntity]: WriteEvent<E> | RemovalEvent<E> }[StreamEntity];
