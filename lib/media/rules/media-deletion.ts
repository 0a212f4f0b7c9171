import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import type { MediaAsset } from './media-asset.ts';

/** A request to delete the objects of an asset that was deleted while its file was inspected. */
export interface MediaDeletion {
  workspace_id: string;
  media_id: string;
  requested_at: string; // A repeated request differs by it, because the stream has no record of a write that changes nothing.
}

/** Create the request for an asset. */
export function newMediaDeletion(
  { workspace_id, id }: Pick<MediaAsset, 'workspace_id' | 'id'>,
  nowMs: number,
): MediaDeletion {
  return { workspace_id, media_id: id, requested_at: formatInstant(nowMs) };
}

/** Return when a request expires, in milliseconds. The stream worker has read it long before. */
export function deletionExpiry({ requested_at }: MediaDeletion): number {
  return Date.parse(requested_at) + DAY_MS;
}
