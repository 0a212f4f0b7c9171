import { deleteObject, getObject, putObject } from '../../aws/s3.ts';
import { requireEnv } from '../../config/env.ts';
import {
  acceptFile,
  interruptInspection,
  isUnprocessed,
  MAX_ATTEMPTS,
  MAX_UPLOAD_BYTES,
  type MediaAsset,
  type MediaFile,
  rejectFile,
  startInspection,
} from '../../domain/media/media-asset.ts';
import { adaptationKey, fileKey, uploadKey } from '../../domain/media/media-keys.ts';
import { downloadMedia, MediaRejectedError } from '../../net/download-media.ts';
import { log } from '../../observability/log.ts';
import { commit, tryCommit } from '../../table/commit.ts';
import { loadMediaAsset, mediaAssetWrite } from '../../table/media-assets.ts';
import { adaptFile } from './adapt-file.ts';
import { deleteMediaObjects } from './delete-objects.ts';
import { inspectFile, type Rejection, tooLarge } from './inspect-file.ts';
import type { MediaMessage } from './media-message.ts';

/**
 * Inspect the file of an asset, store it without metadata, and record the result. A repeat continues where an earlier run
 * was interrupted: the stored file is the same, and the record decides. A file whose inspections ended the process
 * `MAX_ATTEMPTS` times is rejected.
 * @param attempt how often the message was received, from 1.
 */
export async function processMedia({ workspace_id, media_id: id }: MediaMessage, attempt: number): Promise<void> {
  const found = await loadMediaAsset(workspace_id, id);
  if (!found) return deleteMediaObjects({ workspace_id, id });
  if (isUnprocessed(found)) {
    const source = await readSource(found, attempt);
    if ('code' in source) await record(found, source);
    else if (found.inspections >= MAX_ATTEMPTS) await record(found, NOT_PROCESSABLE);
    else await inspect(found, source);
  }
  await deleteObject(requireEnv('MEDIA_BUCKET'), uploadKey(found));
}

/** Inspect a file. The inspection is counted in the record while it runs, so that one that ends the process stays counted. */
async function inspect(found: MediaAsset, source: Uint8Array): Promise<void> {
  const asset = await saved(found, startInspection(found, Date.now()));
  let result: MediaFile | Rejection;
  try {
    result = await storeInspected(asset, source);
  } catch (error) {
    await tryCommit([mediaAssetWrite(asset, interruptInspection(asset, Date.now()))]).catch(() => false);
    throw error;
  }
  await record(asset, result);
}

async function record(asset: MediaAsset, result: MediaFile | Rejection): Promise<void> {
  const nowMs = Date.now();
  const after = 'code' in result ? rejectFile(asset, result, nowMs) : acceptFile(asset, result, nowMs);
  await saved(asset, after);
  log.info('media processed', { media_id: asset.id, status: after.status, code: after.error?.code });
}

async function saved(before: MediaAsset, after: MediaAsset): Promise<MediaAsset> {
  await commit([mediaAssetWrite(before, after)]);
  return { ...after, version: before.version + 1 };
}

async function storeInspected(asset: MediaAsset, source: Uint8Array): Promise<MediaFile | Rejection> {
  const result = await inspectFile(source);
  if ('code' in result) return result;
  const store = (key: string, bytes: Uint8Array, type: string) =>
    putObject(requireEnv('MEDIA_BUCKET'), key, bytes, { 'content-type': type });
  await store(fileKey(asset), result.bytes, result.file.content_type);
  return adaptFile(result, (platform, bytes, type) => store(adaptationKey(asset, platform), bytes, type));
}

/** Read the uploaded file, or fetch it. Throws for a failure that another attempt may resolve. */
async function readSource(asset: MediaAsset, attempt: number): Promise<Uint8Array | Rejection> {
  if (asset.source_url !== null) return fetchSource(asset.source_url, attempt);
  const bytes = await getObject(requireEnv('MEDIA_BUCKET'), uploadKey(asset), MAX_UPLOAD_BYTES);
  if (bytes === null) throw new Error('The uploaded object is missing.');
  return bytes === 'too_large' ? tooLarge() : bytes;
}

async function fetchSource(url: string, attempt: number): Promise<Uint8Array | Rejection> {
  try {
    return (await downloadMedia(url)).bytes;
  } catch (error) {
    if (error instanceof MediaRejectedError && !error.isTemporary) {
      return { code: 'download_failed', message: error.message };
    }
    if (attempt < MAX_ATTEMPTS) throw error;
    return { code: 'download_failed', message: `The file could not be fetched in ${MAX_ATTEMPTS} attempts.` };
  }
}

const NOT_PROCESSABLE: Rejection = {
  code: 'not_processable',
  message: `The file could not be inspected in ${MAX_ATTEMPTS} attempts.`,
};
