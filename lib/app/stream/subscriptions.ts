import { type AuditedKind, RESOURCE_TYPES } from '../../audit/rules/resource-types.ts';
import { EVENT_SOURCES, removalSources } from '../../webhooks/events/derive-events.ts';
import type { EntityName } from '../table/entity-table.ts';
import { HANDLED_ENTITIES } from './handled-entities.ts';

/** An event filter of attributes of the new image. */
type Filter = Record<string, object>;

/** The inserts and updates that matter, of entities whose changes are mostly results of the handlers: attempts, increments. */
const ONLY: Partial<Record<EntityName, Filter>> = {
  // Those of a limit that a product has set.
  Counter: { limit: { N: [{ exists: true }] } },
  Delivery: { status: { S: ['pending'] }, lease_expires_at: { NULL: [true] } },
  Engagement: { is_aggregated: { BOOL: [false] } },
  EngagementWindow: { closed_at_ms: { N: [{ exists: true }] } },
  // Its end only: every part of its work changes it.
  WorkspaceDeletion: { status: { S: ['finished'] } },
  // Its removal only: no item is without a day.
  UsageDay: { day: { S: [{ exists: false }] } },
};

/** Audited entities that no request deletes. Thousands of them expire, and each removal would invoke the stream worker. */
const EXPIRING: ReadonlySet<string> = new Set<AuditedKind>(['Delivery', 'Recovery']);

/** What only the usage counts: changes of these entities, and the results of deliveries. */
const OF_USAGE = { changes: new Set<string>(['MetricsSpending']), unfiltered: new Set<string>(['Delivery']) };
/** Removals that a handler follows, besides those of audited entities and of events. */
const FOLLOWED_REMOVALS: readonly EntityName[] = ['UsageDay'];

/** Every entity whose changes the stream worker reads: for a handler of a feature, for an event, or for the audit log. */
export const STREAM_ENTITIES: ReadonlySet<string> = new Set([
  ...HANDLED_ENTITIES,
  ...EVENT_SOURCES,
  ...Object.keys(RESOURCE_TYPES),
]);

/**
 * Return the patterns of the changes that the stream worker handles, as an event source mapping has them: three of the
 * five that Lambda permits, however many entities there are. Tokens, other counters and rate limits change all the time,
 * and nothing follows from them. A stage that counts usage reads more.
 */
export function streamPatterns({ countsUsage }: { countsUsage: boolean }): Record<string, unknown>[] {
  const changesOf = (NewImage: object) => ({ dynamodb: { NewImage } });
  const isFiltered = (entity: string) =>
    Object.hasOwn(ONLY, entity) && !(countsUsage && OF_USAGE.unfiltered.has(entity));
  const read = [...STREAM_ENTITIES].filter((entity) => countsUsage || !OF_USAGE.changes.has(entity));
  const all = read.filter((entity) => !isFiltered(entity));
  const filtered = Object.entries(ONLY)
    .filter(([entity]) => isFiltered(entity))
    .map(([entity, filter]) => ({ entity: { S: [entity] }, ...filter }));
  return [
    changesOf({ entity: { S: all } }),
    changesOf({ $or: filtered }),
    { eventName: ['REMOVE'], dynamodb: { OldImage: { entity: { S: removalEntities() } } } },
  ];
}

/**
 * List the entities whose removals reach the stream worker, and with it the handlers: for the audit log, an event or the usage.
 */
export function removalEntities(): string[] {
  const audited = Object.keys(RESOURCE_TYPES).filter((entity) => !EXPIRING.has(entity));
  return [...new Set([...audited, ...removalSources(), ...FOLLOWED_REMOVALS])];
}
