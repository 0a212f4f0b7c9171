import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { releaseTimesEntity } from '../entities/halts.ts';
import type { PlannedTimes } from '../rules/post-spacing.ts';

/**
 * The times that the releases of a workspace have given to posts. They share this item, so that the posts of several
 * halts together keep the rate limit of each account.
 */
export interface ReleaseTimes {
  workspace_id: string;
  accounts: PlannedTimes;
  version: number;
}

/** Load the times that the releases of a workspace have given to posts, or null. */
export function loadReleaseTimes(workspace_id: string): Promise<ReleaseTimes | null> {
  return load<ReleaseTimes>(keyOf(releaseTimesEntity, { workspace_id }));
}

/** Build the write of these times: new, or after the version that was read. It expires when all of them are past. */
export function releaseTimesWrite(workspace_id: string, before: ReleaseTimes | null, accounts: PlannedTimes): Write {
  const ends = Object.values(accounts).map(({ filled_until, times }) => Math.max(filled_until, times.at(-1) ?? 0));
  return versioned(releaseTimesEntity, before, { workspace_id, accounts }, {}, Math.max(...ends));
}
