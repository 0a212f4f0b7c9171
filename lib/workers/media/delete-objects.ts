import { deleteObject } from '../../aws/s3.ts';
import { requireEnv } from '../../config/env.ts';
import type { MediaAsset } from '../../domain/media/media-asset.ts';
import { fileKey, uploadKey } from '../../domain/media/media-keys.ts';

/** Delete both objects of an asset. */
export async function deleteMediaObjects(asset: Pick<MediaAsset, 'workspace_id' | 'id'>): Promise<void> {
  const bucket = requireEnv('MEDIA_BUCKET');
  await Promise.all([deleteObject(bucket, uploadKey(asset)), deleteObject(bucket, fileKey(asset))]);
}
