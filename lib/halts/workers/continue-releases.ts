import { log } from '../../core/observability/log.ts';
import { readableRecords, settleInParts } from '../../core/stream/batches.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { continueRelease } from '../rules/halt-release.ts';
import { haltReleaseWrite, listDueHaltReleases } from '../store/halt-releases.ts';

const MAX_PER_SHARD = 50;
const CONCURRENCY = 25;

/** Continue the releases of halts that have waited until now, and those that lost a step. The stream does the step. */
export async function continueReleases(nowMs: number): Promise<void> {
  const now = formatInstant(nowMs);
  const due = readableRecords('HaltRelease', await listDueHaltReleases(now, MAX_PER_SHARD));
  // The index lags the table.
  const open = due.filter(({ due_at }) => due_at !== null && due_at <= now);
  await settleInParts(open, CONCURRENCY, (release) =>
    tryCommit([haltReleaseWrite(release, continueRelease(release, nowMs))]),
  );
  if (open.length > 0) log.info('releases of halts continued', { releases: open.length });
}
