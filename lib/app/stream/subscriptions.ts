import { removalSources } from '../../webhooks/events/derive-events.ts';
import type { EntityName } from '../table/entity-table.ts';

/** Which changes of an entity reach the stream worker. */
interface Subscription {
  /** Removals matter too. Without it they do only if an event kind is derived from them. */
  removals?: true;
  /** Passes only the inserts and updates whose new image has these attributes, in the form of an event filter. */
  only?: Record<string, object>;
}

/** Every entity whose changes the stream worker reads. The stack derives the filter of the stream from this table. */
// biome-ignore format: one row per line is what makes it a table.
export const SUBSCRIPTIONS = {
  Workspace:        { removals: true },
  WorkspaceSettings: { removals: true },
  Member:           { removals: true },
  Invitation:       { removals: true },
  ApiKey:           { removals: true },
  Session:          { removals: true },
  Passkey:          { removals: true },
  SignInRequest:    {},
  Content:          { removals: true },
  Label:            { removals: true },
  ApprovalReminder: {},
  ReviewComment:    { removals: true },
  ReviewLink:       { removals: true },
  ScheduleEntry:    {},
  Endpoint:         { removals: true },
  Recovery:         {},
  Account:          { removals: true },
  AccountRemoval:   {},
  MediaAsset:       { removals: true },
  MediaDeletion:    {},
  Template:         { removals: true },
  Halt:             { removals: true },
  HaltRelease:      {},
  Queue:            { removals: true },
  Recurrence:       { removals: true },
  InboundBatch:     {},
  WorkspaceApp:     { removals: true },
  LinkRules:        {},
  Export:           { removals: true },
  Import:           { removals: true },
  CalendarFeed:     { removals: true },
  Heartbeat:        {},
  // Most changes of these are results of the handlers: an attempt, an aggregation, an increment.
  Delivery:         { only: { status: { S: ['pending'] }, lease_expires_at: { NULL: [true] } } },
  Engagement:       { only: { is_aggregated: { BOOL: [false] } } },
  EngagementWindow: { only: { closed_at_ms: { N: [{ exists: true }] } } },
} as const satisfies { [E in EntityName]?: Subscription };

/** An entity whose changes the stream worker reads. */
export type StreamEntity = keyof typeof SUBSCRIPTIONS;

const ROWS = Object.entries(SUBSCRIPTIONS) as [StreamEntity, Subscription][];

/**
 * Return the patterns of the changes that the stream worker handles, as an event source mapping has them: three of the
 * five that Lambda permits, however many entities there are. Tokens, counters and rate limits change all the time, and
 * nothing follows from them.
 */
export function streamPatterns(): Record<string, unknown>[] {
  const changesOf = (NewImage: object) => ({ dynamodb: { NewImage } });
  const names = (rows: typeof ROWS) => ({ S: rows.map(([entity]) => entity) });
  return [
    changesOf({ entity: names(ROWS.filter(([, { only }]) => !only)) }),
    changesOf({ $or: filteredRows().map(([only, rows]) => ({ entity: names(rows), ...only })) }),
    { eventName: ['REMOVE'], dynamodb: { OldImage: { entity: { S: removalEntities() } } } },
  ];
}

/** Group the entities with only some changes that matter by the attributes that decide. */
function filteredRows(): [only: object, rows: typeof ROWS][] {
  const filtered = ROWS.filter(([, { only }]) => only);
  return [...Map.groupBy(filtered, ([, { only }]) => JSON.stringify(only)).values()].map((rows) => [
    rows[0]![1].only!,
    rows,
  ]);
}

/** List the entities whose removals reach the stream worker: for the audit log or for an event. */
export function removalEntities(): StreamEntity[] {
  const sources = removalSources();
  return ROWS.filter(([entity, { removals }]) => removals || sources.includes(entity)).map(([entity]) => entity);
}
