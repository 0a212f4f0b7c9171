import { deleteObject, getObject, putObject } from '../../aws/s3.ts';
import { requireEnv } from '../../config/env.ts';
import {
  acceptFile,
  isUnprocessed,
  MAX_ATTEMPTS,
  MAX_UPLOAD_BYTES,
  type MediaAsset,
  type MediaFile,
  rejectFile,
  startProcessing,
} from '../../domain/media/media-asset.ts';
import { fileKey, uploadKey } from '../../domain/media/media-keys.ts';
import { downloadMedia, MediaRejectedError } from '../../net/download-media.ts';
import { log } from '../../observability/log.ts';
import { commit } from '../../table/commit.ts';
import { loadMediaAsset, mediaAssetWrite } from '../../table/media-assets.ts';
import { deleteMediaObjects } from './delete-objects.ts';
import { inspectFile, type Rejection, tooLarge } from './inspect-file.ts';
import type { MediaMessage } from './media-message.ts';

/**
 * Inspect the file of an asset, store it without metadata, and record the result. A repeat continues where an earlier run
 * was interrupted: the stored file is the same, and the record decides. A file that ended the process `MAX_ATTEMPTS` times
 * is rejected.
 * @param attempt how often the message was received, from 1.
 */
export async function processMedia({ workspace_id, media_id: id }: MediaMessage, attempt: number): Promise<void> {
  const found = await loadMediaAsset(workspace_id, id);
  if (!found) return deleteMediaObjects({ workspace_id, id });
  if (isUnprocessed(found)) {
    const asset = found.status === 'uploading' ? await started(found) : found;
    const result = attempt > MAX_ATTEMPTS ? toFailure(asset) : await inspect(asset);
    const nowMs = Date.now();
    const after = 'code' in result ? rejectFile(asset, result, nowMs) : acceptFile(asset, result, nowMs);
    await commit([mediaAssetWrite(asset, after)]);
    log.info('media processed', { media_id: id, status: after.status, code: after.error?.code });
  }
  await deleteObject(requireEnv('MEDIA_BUCKET'), uploadKey(found));
}

async function started(asset: MediaAsset): Promise<MediaAsset> {
  const after = startProcessing(asset, Date.now());
  await commit([mediaAssetWrite(asset, after)]);
  return { ...after, version: asset.version + 1 };
}

async function inspect(asset: MediaAsset): Promise<MediaFile | Rejection> {
  const bytes = await readSource(asset);
  const result = 'code' in bytes ? bytes : await inspectFile(bytes);
  if ('code' in result) return result;
  const { file } = result;
  await putObject(requireEnv('MEDIA_BUCKET'), fileKey(asset), result.bytes, { 'content-type': file.content_type });
  return file;
}

/** Read the uploaded file, or fetch it. Throws for a failure that another attempt may resolve. */
async function readSource(asset: MediaAsset): Promise<Uint8Array | Rejection> {
  if (asset.source_url !== null) return fetchSource(asset.source_url);
  const bytes = await getObject(requireEnv('MEDIA_BUCKET'), uploadKey(asset), MAX_UPLOAD_BYTES);
  if (bytes === null) throw new Error('The uploaded object is missing.');
  return bytes === 'too_large' ? tooLarge() : bytes;
}

async function fetchSource(url: string): Promise<Uint8Array | Rejection> {
  try {
    return (await downloadMedia(url)).bytes;
  } catch (error) {
    if (error instanceof MediaRejectedError && !error.isTemporary) {
      return { code: 'download_failed', message: error.message };
    }
    throw error;
  }
}

function toFailure({ source_url }: MediaAsset): Rejection {
  return source_url === null
    ? { code: 'not_processable', message: `The file could not be inspected in ${MAX_ATTEMPTS} attempts.` }
    : { code: 'download_failed', message: `The file could not be fetched in ${MAX_ATTEMPTS} attempts.` };
}
