import type { Measurement, Observation } from '../domain/measurement.ts';
import type { Write } from './commit.ts';
import { dueItems } from './due.ts';
import { DUE_SHARDS, type Item, isReadable, itemOf, type Key, partition, recordOf, shardOf } from './keys.ts';
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

export function observationOfImage(image: Item): Observation {
  return recordOf<Observation>(image);
}

/** Measurements whose numbers are to be read before `before` (ISO 8601), and how many cannot be read. */
export async function dueMeasurements(
  before: string,
  limit: number,
): Promise<{ records: Measurement[]; unreadable: number }> {
  const items = await dueItems('Measurement', before, limit);
  const keys = items.map((item): Key => ({ pk: String(item.pk), sk: String(item.sk) }));
  return loadReadable<Measurement>(keys);
}

/** The measurements of a workspace's latest posts, newest first. */
export async function latestMeasurements(workspaceId: string, limit: number): Promise<Measurement[]> {
  const pk = partition('Measurement', 'pk', { workspace_id: workspaceId });
  const items = await query({ pk, descending: true, limit });
  return items.filter(isReadable).map((item) => recordOf<Measurement>(item));
}
