import { deleteObject, putObject } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { settings } from '../../core/config/settings.ts';
import { sha256Bytes } from '../../core/crypto/sha256.ts';
import { log } from '../../core/observability/log.ts';
import { ApiError } from '../../core/problems/define-problem.ts';
import { MAX_MEDIA_ATTEMPTS, MAX_RECEIVES } from '../../core/retry/back-off.ts';
import { commit, tryCommit, type Write } from '../../core/table/commit.ts';
import { loadWorkspace } from '../../identity/store/workspaces.ts';
import type { MediaFile } from '../../platforms/kit/definition/media-file.ts';
import { PLATFORMS } from '../../platforms/platform.ts';
import type { ByteSource } from '../files/byte-source.ts';
import {
  acceptFile,
  interruptInspection,
  isUnprocessed,
  type MediaAsset,
  rejectFile,
  rejectUnprocessable,
  startInspection,
} from '../rules/media-asset.ts';
import { newMediaDeletion } from '../rules/media-deletion.ts';
import { adaptationKey, fileKey, uploadKey } from '../rules/media-keys.ts';
import { storageQuota } from '../rules/storage-quota.ts';
import { findVideoViolations } from '../rules/video-plan.ts';
import { addedBytes, arrivedFileWrites, loadMediaAsset, mediaAssetWrites } from '../store/media-assets.ts';
import { mediaDeletionWrite } from '../store/media-deletions.ts';
import { adaptFile } from './adapt-file.ts';
import { type InspectedVideo, inspectFile, type Rejection } from './inspect-file.ts';
import type { MediaMessage } from './media-message.ts';
import { openSource } from './open-source.ts';
import { storeVideo } from './store-video.ts';

/**
 * Inspect the file of an asset, store it without metadata, and record the result. A repeat continues where an earlier run
 * was interrupted: the stored file is the same, and the record decides. A file whose inspections ended the process
 * `MAX_MEDIA_ATTEMPTS` times is rejected, and one whose last attempt fails: its message becomes a dead letter.
 * @param attempt how often the message was received, from 1.
 */
export async function processMedia(message: MediaMessage, attempt: number): Promise<void> {
  try {
    await processOnce(message, attempt);
  } catch (error) {
    if (attempt >= MAX_RECEIVES.media) await rejectFailing(message);
    throw error;
  }
}

async function processOnce({ workspace_id, media_id: id }: MediaMessage, attempt: number): Promise<void> {
  const found = await loadMediaAsset(workspace_id, id);
  if (!found) await requestDeletion({ workspace_id, id });
  else if (isUnprocessed(found)) {
    const source = await openSource(found, attempt);
    if ('code' in source) await record(found, source);
    else await processSource(found, source).finally(source.close);
  }
  await deleteObject(requireEnv('MEDIA_BUCKET'), uploadKey({ workspace_id, id }));
}

/**
 * Let the stream worker delete the objects of an asset that was deleted. It has done so when it saw the removal, but an
 * inspection that was running then may have stored some after that.
 */
async function requestDeletion(asset: Pick<MediaAsset, 'workspace_id' | 'id'>): Promise<void> {
  await commit([mediaDeletionWrite(newMediaDeletion(asset, Date.now()))]);
}

async function processSource(found: MediaAsset, source: ByteSource): Promise<void> {
  if (found.inspections >= MAX_MEDIA_ATTEMPTS) await saveResult(found, rejectUnprocessable(found, Date.now()));
  else await inspect(found, source);
}

/** Reject a file that is still to be inspected. Where that fails too, the sweep rejects or deletes it. */
async function rejectFailing({ workspace_id, media_id: id }: MediaMessage): Promise<void> {
  try {
    const found = await loadMediaAsset(workspace_id, id);
    if (found && isUnprocessed(found)) await saveResult(found, rejectUnprocessable(found, Date.now()));
  } catch (error) {
    log.error('media not rejected', { media_id: id, error: error as Error });
  }
}

/** Inspect a file. The inspection is counted in the record while it runs, so that one that ends the process stays counted. */
async function inspect(found: MediaAsset, source: ByteSource): Promise<void> {
  const asset = await started(found, source.sizeBytes);
  if (asset === null) return;
  try {
    await record(asset, await storeInspected(asset, source));
  } catch (error) {
    // Without an effect after a result that was stored and not confirmed: it has the next version.
    await tryCommit(mediaAssetWrites(asset, interruptInspection(asset, Date.now()))).catch(() => false);
    throw error;
  }
}

/**
 * Start the inspection of a file. Rejects the file, and returns null, if its bytes exceed the quota of the workspace, or the
 * budget of the agent that added it.
 */
async function started(found: MediaAsset, sizeBytes: number): Promise<MediaAsset | null> {
  const after = startInspection(found, sizeBytes, Date.now());
  const workspace = addedBytes(found, after) > 0 ? await loadWorkspace(found.workspace_id) : null;
  try {
    return await saved(
      after,
      arrivedFileWrites(found, after, workspace ? storageQuota(workspace, settings().defaultLimits) : undefined),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isBudget = error.code === 'agent_budget_exceeded';
    const code = isBudget ? 'agent_budget_exceeded' : 'storage_quota_exceeded';
    await record(found, {
      code,
      message: isBudget ? `The file has ${sizeBytes} bytes. ${error.message}` : error.message,
    });
    return null;
  }
}

async function record(asset: MediaAsset, result: MediaFile | Rejection): Promise<void> {
  const nowMs = Date.now();
  await saveResult(asset, 'code' in result ? rejectFile(asset, result, nowMs) : acceptFile(asset, result, nowMs));
}

async function saveResult(asset: MediaAsset, after: MediaAsset): Promise<void> {
  await saved(after, mediaAssetWrites(asset, after));
  log.info('media processed', { media_id: asset.id, status: after.status, code: after.error?.code });
}

async function saved(after: MediaAsset, writes: Write[]): Promise<MediaAsset> {
  await commit(writes);
  return { ...after, version: after.version + 1 };
}

async function storeInspected(asset: MediaAsset, source: ByteSource): Promise<MediaFile | Rejection> {
  const result = await inspectFile(source);
  if ('code' in result) return result;
  const [key, contentType] = [fileKey(asset), result.file.content_type];
  if ('patches' in result) {
    const { patches, file } = result;
    const sha256 = await storeVideo(source, { sizeBytes: file.size_bytes, patches }, { key, contentType });
    return checkVideo({ ...file, sha256 });
  }
  const store = (key: string, bytes: Uint8Array, type: string) =>
    putObject(requireEnv('MEDIA_BUCKET'), key, bytes, { 'content-type': type });
  await store(key, result.bytes, contentType);
  const image = { ...result, file: { ...result.file, sha256: sha256Bytes(result.bytes) } };
  return adaptFile(image, (platform, bytes, type) => store(adaptationKey(asset, platform), bytes, type));
}

/** Return a video with the rules of the platforms that it violates. */
function checkVideo(file: InspectedVideo['file']): MediaFile {
  const unsupported = PLATFORMS.flatMap((platform) =>
    findVideoViolations(file, platform).map((violation) => ({ platform, ...violation })),
  );
  return { ...file, unsupported };
}
