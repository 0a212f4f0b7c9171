import { formatInstant } from '../../domain/timestamps.ts';
import { log } from '../../observability/log.ts';
import { tryCommit } from '../../table/commit.ts';
import { deleteMediaWrite, loadExpiredMedia } from '../../table/media-assets.ts';
import { readableRecords, settleInParts } from '../batches.ts';

const MAX_PER_SHARD = 100;
const CONCURRENCY = 25;

/**
 * Delete the media assets that have expired; the stream worker deletes their objects. One that changes at the same time
 * stays until the next run. The table's own expiry would be days late, and is not followed by the stream worker.
 */
export async function removeExpiredMedia(nowMs: number): Promise<void> {
  const expired = readableRecords('MediaAsset', await loadExpiredMedia(formatInstant(nowMs), MAX_PER_SHARD));
  await settleInParts(expired, CONCURRENCY, (asset) => tryCommit([deleteMediaWrite(asset)]));
  if (expired.length > 0) log.info('expired media deleted', { media: expired.length });
}
