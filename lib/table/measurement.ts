import { firstIdAt } from '../domain/id.ts';
import type { Measurement, Observation } from '../domain/measurement.ts';
import type { Write } from './commit.ts';
import { dueItems } from './due.ts';
import { DUE_SHARDS, isReadable, itemOf, type Key, keyOf, partition, recordOf, shardOf } from './keys.ts';
import { loadReadable, query } from './read.ts';

const OBSERVATION_DAYS = 400;

/** The write of a measurement: new, or following on the one that was read. */
export function measurementWrite(before: Measurement | null, after: Measurement): Write {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  const item = itemOf('Measurement', record, { shard: shardOf(after.id, DUE_SHARDS) });
  return { put: item, expect: before ? { version: before.version } : 'absent' };
}

/** The write of an observation: new, or marked as applied. */
export function observationWrite(before: Observation | null, after: Observation): Write {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  const item = itemOf('Observation', record, {}, Date.parse(after.at) + OBSERVATION_DAYS * 86_400_000);
  return { put: item, expect: before ? { version: before.version } : 'absent' };
}

/** Where the measurements are whose numbers are to be read before `before` (ISO 8601), oldest first. */
export async function dueMeasurementKeys(before: string, limit: number): Promise<Key[]> {
  const items = await dueItems('Measurement', before, limit);
  return items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
}

/** The measurements under these keys, and how many of them cannot be read. */
export function loadMeasurements(keys: Key[]): Promise<{ records: Measurement[]; unreadable: number }> {
  return loadReadable<Measurement>(keys);
}

/** The keys of measurements of a workspace. */
export function measurementKeys(workspaceId: string, ids: string[]): Key[] {
  return ids.map((id) => keyOf('Measurement', { workspace_id: workspaceId, id }));
}

/**
 * The measurements of a workspace's latest posts, newest first by when they were scheduled or sent. With
 * `until` (epoch milliseconds) those scheduled later are passed over.
 */
export async function latestMeasurements(
  workspaceId: string,
  limit: number,
  until?: number,
): Promise<Measurement[]> {
  const pk = partition('Measurement', 'pk', { workspace_id: workspaceId });
  const to = until === undefined ? undefined : firstIdAt('entry', until + 1);
  const items = await query({ pk, to, descending: true, limit });
  return items.filter(isReadable).map((item) => recordOf<Measurement>(item));
}
