import { removalSources } from '../../webhooks/events/derive-events.ts';
import type { EntityName } from '../table/entity-table.ts';
import type { StreamEntity } from './stream-records.ts';

/** Which changes of an entity reach the stream worker, and how its handlers take them. */
interface Subscription {
  /** `each`: one change at a time, in order. `batch`: many at once. `none`: for events and the audit log only. */
  handlers: 'each' | 'batch' | 'none';
  /** Removals matter too. Without it they do only if an event kind is derived from them. */
  removals?: true;
  /** Passes only the inserts and updates whose new image has these attributes, in the form of an event filter. */
  only?: Record<string, object>;
}

/** Every entity whose changes the stream worker reads. The stack derives the filter of the stream from this table. */
// biome-ignore format: one row per line is what makes it a table.
export const SUBSCRIPTIONS = {
  Workspace:        { handlers: 'each', removals: true },
  WorkspaceSettings: { handlers: 'each', removals: true },
  Member:           { handlers: 'each', removals: true },
  Invitation:       { handlers: 'each', removals: true },
  ApiKey:           { handlers: 'each', removals: true },
  Session:          { handlers: 'none', removals: true },
  Passkey:          { handlers: 'each', removals: true },
  SignInRequest:    { handlers: 'each' },
  Content:          { handlers: 'each', removals: true },
  Label:            { handlers: 'none', removals: true },
  ApprovalReminder: { handlers: 'each' },
  ReviewComment:    { handlers: 'none', removals: true },
  ReviewLink:       { handlers: 'each', removals: true },
  ScheduleEntry:    { handlers: 'each' },
  Endpoint:         { handlers: 'each', removals: true },
  Recovery:         { handlers: 'each' },
  Account:          { handlers: 'each', removals: true },
  AccountRemoval:   { handlers: 'each' },
  MediaAsset:       { handlers: 'each', removals: true },
  MediaDeletion:    { handlers: 'each' },
  Template:         { handlers: 'each', removals: true },
  Halt:             { handlers: 'none', removals: true },
  HaltRelease:      { handlers: 'each' },
  Queue:            { handlers: 'each', removals: true },
  Recurrence:       { handlers: 'each', removals: true },
  InboundBatch:     { handlers: 'each' },
  WorkspaceApp:     { handlers: 'each', removals: true },
  LinkRules:        { handlers: 'none' },
  Export:           { handlers: 'each', removals: true },
  Import:           { handlers: 'each', removals: true },
  CalendarFeed:     { handlers: 'each', removals: true },
  Heartbeat:        { handlers: 'each' },
  // Most changes of these are results of the handlers: an attempt, an aggregation, an increment.
  Delivery:         { handlers: 'each', only: { status: { S: ['pending'] }, lease_expires_at: { NULL: [true] } } },
  Engagement:       { handlers: 'batch', only: { is_aggregated: { BOOL: [false] } } },
  EngagementWindow: { handlers: 'none', only: { closed_at_ms: { N: [{ exists: true }] } } },
} as const satisfies { [E in EntityName]?: Subscription };

/** The entities whose changes are handled one at a time (`each`) or in batches (`batch`). */
export type Subscribed<H extends Subscription['handlers']> = {
  [E in StreamEntity]: (typeof SUBSCRIPTIONS)[E]['handlers'] extends H ? E : never;
}[StreamEntity];

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
