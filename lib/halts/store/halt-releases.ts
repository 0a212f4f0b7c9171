import type { Write } from '../../core/table/commit.ts';
import { loadDue } from '../../core/table/due-index.ts';
import { load, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, keyOf, shardOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { haltReleaseEntity } from '../entities/halts.ts';
import type { HaltRelease } from '../rules/halt-release.ts';

const RETENTION_DAYS = 30;

/** Build the write of a release: new, or after the version that was read. */
export function haltReleaseWrite(before: HaltRelease | null, after: HaltRelease): Write {
  const expiresAtMs = Date.parse(after.resumed_at) + RETENTION_DAYS * DAY_MS;
  return versioned(haltReleaseEntity, before, after, { shard: shardOf(after.id, DUE_SHARDS) }, expiresAtMs);
}

/** Load the release of a halt, or null. */
export function loadHaltRelease(workspace_id: string, id: string): Promise<HaltRelease | null> {
  return load<HaltRelease>(keyOf(haltReleaseEntity, { workspace_id, id }));
}

/** List releases whose next step was due before `before` (ISO 8601), and count those skipped for a newer schema. */
export function listDueHaltReleases(before: string, limit: number): Promise<Supported<HaltRelease>> {
  return loadDue<HaltRelease>(haltReleaseEntity, before, limit);
}
