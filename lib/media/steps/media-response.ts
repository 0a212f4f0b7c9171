import { presignGet, presignPut } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { isLibraryMedia, type LinkedMedia, type Media } from '../../platforms/facts/platform.ts';
import { MEDIA_URL_SECONDS, type MediaAsset } from '../rules/media-asset.ts';
import { fileKey, uploadKey } from '../rules/media-keys.ts';
import { toMediaView } from '../rules/media-view.ts';

/**
 * Build the response of a media asset: with a URL of a file that is ready, or the upload that it waits for, which only
 * those may have who may add files.
 */
export async function mediaResponse(asset: MediaAsset, { mayUpload }: { mayUpload: boolean }) {
  const bucket = requireEnv('MEDIA_BUCKET');
  const url = asset.status === 'ready' ? await presignGet(bucket, fileKey(asset), MEDIA_URL_SECONDS) : null;
  const upload = asset.status === 'uploading' && mayUpload ? await presignUpload(asset, bucket) : null;
  return { ...toMediaView(asset), url, upload };
}

/** Return a medium of an item with a URL that shows it: of a file of the library, one that ends after an hour. */
export async function toLinkedMedia(media: Media, workspace_id: string): Promise<LinkedMedia> {
  if (!isLibraryMedia(media)) return media;
  const { media_id: id, type, alt } = media;
  const url = await presignGet(requireEnv('MEDIA_BUCKET'), fileKey({ workspace_id, id }), MEDIA_URL_SECONDS);
  return { url, type, alt };
}

/** Presign an upload of the announced size, while there is no other: S3 checks the headers that are signed. */
async function presignUpload(asset: MediaAsset, bucket: string) {
  const headers = { 'content-length': String(asset.upload_bytes), 'if-none-match': '*' };
  const url = await presignPut(bucket, uploadKey(asset), headers, MEDIA_URL_SECONDS);
  return { method: 'PUT', url, headers };
}
