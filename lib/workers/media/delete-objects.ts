import { deleteObject } from '../../aws/s3.ts';
import { requireEnv } from '../../config/env.ts';
import type { MediaAsset } from '../../domain/media/media-asset.ts';
import { adaptationKey, fileKey, uploadKey } from '../../domain/media/media-keys.ts';
import { PLATFORMS } from '../../domain/platform.ts';

/** Delete the objects of an asset: the upload, the file and its adaptations. One that is missing is not an error. */
export async function deleteMediaObjects(asset: Pick<MediaAsset, 'workspace_id' | 'id'>): Promise<void> {
  const bucket = requireEnv('MEDIA_BUCKET');
  const adapted = PLATFORMS.map((platform) => adaptationKey(asset, platform));
  const keys = [uploadKey(asset), fileKey(asset), ...adapted];
  await Promise.all(keys.map((key) => deleteObject(bucket, key)));
}
