import { log } from '../../core/observability/log.ts';
import { readableRecords, settleInParts } from '../../core/stream/batches.ts';
import { tryCommit, type Write } from '../../core/table/commit.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { type MediaAsset, postponeExpiry, rejectUnprocessable } from '../rules/media-asset.ts';
import { deleteMediaWrites, loadExpiredMedia, mediaAssetWrites } from '../store/media-assets.ts';

const MAX_PER_SHARD = 100;
const CONCURRENCY = 25;

/**
 * Delete the media assets that have expired; the stream worker deletes their objects. One that an item references is due
 * again later, and one whose inspection has not ended is rejected. One that changes at the same time stays until the
 * next run. The table's own expiry would be days late, and is not followed by the stream worker.
 */
export async function removeExpiredMedia(nowMs: number): Promise<void> {
  const expired = readableRecords('MediaAsset', await loadExpiredMedia(formatInstant(nowMs), MAX_PER_SHARD));
  await settleInParts(expired, CONCURRENCY, (asset) => tryCommit(expiryWrites(asset, nowMs)));
  if (expired.length > 0) log.info('expired media processed', { media: expired.length });
}

function expiryWrites(asset: MediaAsset, nowMs: number): Write[] {
  if (asset.status === 'processing') return mediaAssetWrites(asset, rejectUnprocessable(asset, nowMs));
  if (asset.reference_count > 0) return mediaAssetWrites(asset, postponeExpiry(asset, nowMs));
  return deleteMediaWrites(asset);
}
