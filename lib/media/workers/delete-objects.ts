import { deleteObject } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { PLATFORMS } from '../../platforms/platform.ts';
import type { MediaAsset } from '../rules/media-asset.ts';
import { adaptationKey, fileKey, uploadKey } from '../rules/media-keys.ts';

/** Delete the objects of an asset: the upload, the file and its adaptations. One that is missing is not an error. */
export async function deleteMediaObjects(asset: Pick<MediaAsset, 'workspace_id' | 'id'>): Promise<void> {
  const bucket = requireEnv('MEDIA_BUCKET');
  const adapted = PLATFORMS.map((platform) => adaptationKey(asset, platform));
  const keys = [uploadKey(asset), fileKey(asset), ...adapted];
  await Promise.all(keys.map((key) => deleteObject(bucket, key)));
}
