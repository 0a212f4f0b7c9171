import { log } from '../../core/observability/log.ts';
import { readableRecords, settleInParts } from '../../core/stream/batches.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { postponeExpiry } from '../rules/media-asset.ts';
import { deleteMediaWrite, loadExpiredMedia, mediaAssetWrite } from '../store/media-assets.ts';

const MAX_PER_SHARD = 100;
const CONCURRENCY = 25;

/**
 * Delete the media assets that have expired; the stream worker deletes their objects. One that an item references is due
 * again later. One that changes at the same time stays until the next run. The table's own expiry would be days late, and is not followed by the stream worker.
 */
export async function removeExpiredMedia(nowMs: number): Promise<void> {
  const expired = readableRecords('MediaAsset', await loadExpiredMedia(formatInstant(nowMs), MAX_PER_SHARD));
  const unused = expired.filter(({ reference_count }) => reference_count === 0);
  await settleInParts(expired, CONCURRENCY, (asset) =>
    tryCommit([
      unused.includes(asset) ? deleteMediaWrite(asset) : mediaAssetWrite(asset, postponeExpiry(asset, nowMs)),
    ]),
  );
  if (unused.length > 0) log.info('expired media deleted', { media: unused.length });
}
