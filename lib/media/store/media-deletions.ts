import type { Write } from '../../core/table/commit.ts';
import { toItem } from '../../core/table/schema.ts';
import { mediaDeletionEntity } from '../entities/media-assets.ts';
import { deletionExpiry, type MediaDeletion } from '../rules/media-deletion.ts';

/** Build the write of a request to delete the objects of an asset, which the stream worker reads. */
export function mediaDeletionWrite(deletion: MediaDeletion): Write {
  return { put: toItem(mediaDeletionEntity, deletion, {}, deletionExpiry(deletion)), condition: 'any' };
}
