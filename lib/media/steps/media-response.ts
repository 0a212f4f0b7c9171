import { presignPut } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { isLibraryMedia, type LinkedMedia, type Media } from '../../platforms/platform.ts';
import { MEDIA_URL_SECONDS, type MediaAsset } from '../rules/media-asset.ts';
import { fileKey, uploadKey } from '../rules/media-keys.ts';
import { toMediaView } from '../rules/media-view.ts';
import { presignMediaUrl } from './media-url.ts';

/**
 * Build the response of a media asset: with a URL of a file that is ready, or the upload that it waits for, which only
 * those may have who may add files.
 */
export async function mediaResponse(asset: MediaAsset, { mayUpload }: { mayUpload: boolean }) {
  const url = asset.status === 'ready' ? await presignMediaUrl(fileKey(asset)) : null;
  const upload = asset.status === 'uploading' && mayUpload ? await presignUpload(asset) : null;
  return { ...toMediaView(asset), url, upload };
}

/** Return a medium of an item with a URL that shows it: of a file of the library, one that ends after an hour. */
export async function toLinkedMedia(media: Media, workspace_id: string): Promise<LinkedMedia> {
  if (!isLibraryMedia(media)) return media;
  const { media_id: id, type, alt } = media;
  const url = await presignMediaUrl(fileKey({ workspace_id, id }));
  return { url, type, alt };
}

/** Presign an upload of the announced size, while there is no other: S3 checks the headers that are signed. */
async function presignUpload(asset: MediaAsset) {
  const headers = { 'content-length': String(asset.upload_bytes), 'if-none-match': '*' };
  const url = await presignPut(requireEnv('MEDIA_BUCKET'), uploadKey(asset), headers, MEDIA_URL_SECONDS);
  return { method: 'PUT', url, headers };
}
