import { type AuditedKind, RESOURCE_TYPES } from '../../audit/rules/resource-types.ts';
import { EVENT_SOURCES, removalSources } from '../../webhooks/events/derive-events.ts';
import type { EntityName } from '../table/entity-table.ts';
import { HANDLED_ENTITIES } from './handled-entities.ts';

/** An event filter of attributes of the new image. */
type Filter = Record<string, object>;

/** The inserts and updates that matter, of entities whose changes are mostly results of the handlers: attempts, increments. */
const ONLY: Partial<Record<EntityName, Filter>> = {
  Delivery: { status: { S: ['pending'] }, lease_expires_at: { NULL: [true] } },
  Engagement: { is_aggregated: { BOOL: [false] } },
  EngagementWindow: { closed_at_ms: { N: [{ exists: true }] } },
};

/** Audited entities that no request deletes. Thousands of them expire, and each removal would invoke the stream worker. */
const EXPIRING: ReadonlySet<string> = new Set<AuditedKind>(['Delivery', 'Recovery']);

/** Every entity whose changes the stream worker reads: for a handler of a feature, for an event, or for the audit log. */
export const STREAM_ENTITIES: ReadonlySet<string> = new Set([
  ...HANDLED_ENTITIES,
  ...EVENT_SOURCES,
  ...Object.keys(RESOURCE_TYPES),
]);

/**
 * Return the patterns of the changes that the stream worker handles, as an event source mapping has them: three of the
 * five that Lambda permits, however many entities there are. Tokens, counters and rate limits change all the time, and
 * nothing follows from them.
 */
export function streamPatterns(): Record<string, unknown>[] {
  const changesOf = (NewImage: object) => ({ dynamodb: { NewImage } });
  const all = [...STREAM_ENTITIES].filter((entity) => !Object.hasOwn(ONLY, entity));
  const filtered = Object.entries(ONLY).map(([entity, filter]) => ({ entity: { S: [entity] }, ...filter }));
  return [
    changesOf({ entity: { S: all } }),
    changesOf({ $or: filtered }),
    { eventName: ['REMOVE'], dynamodb: { OldImage: { entity: { S: removalEntities() } } } },
  ];
}

/** List the entities whose removals reach the stream worker, and with it the handlers: for the audit log or an event. */
export function removalEntities(): string[] {
  const audited = Object.keys(RESOURCE_TYPES).filter((entity) => !EXPIRING.has(entity));
  return [...new Set([...audited, ...removalSources()])];
}
