import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import type { MediaFile } from '../../platforms/kit/definition/media-file.ts';
import { mediaInUse } from '../problems.ts';

/** `uploading`: waiting for the file. `processing`: being inspected. `ready` and `rejected` are final. */
export const MEDIA_STATUSES = ['uploading', 'processing', 'ready', 'rejected'] as const;
export type MediaStatus = (typeof MEDIA_STATUSES)[number];

/** The largest file of the library. The inspection copies it within its time, and no platform but X takes larger ones. */
export const MAX_UPLOAD_BYTES = 512 * 1024 * 1024;
/** The largest image. No platform takes a larger one, and it is in memory while it is decoded. */
export const MAX_IMAGE_BYTES = 50_000_000;
/** How long an upload may take, from the request to the end of its inspection. */
const UPLOAD_PERIOD_MS = DAY_MS;
/** How long a file that no item uses stays in the library. */
const UNUSED_PERIOD_MS = 30 * DAY_MS;
/** How long a presigned URL of an upload or of a file is valid. */
export const MEDIA_URL_SECONDS = 3_600;

/** Why a file was rejected. */
// biome-ignore format: a few lines keep the list short.
export const MEDIA_ERRORS = [
  'unsupported_type', 'heic_not_supported', 'animation_not_supported', 'too_large', 'too_many_pixels', 'too_complex',
  'truncated', 'corrupt', 'empty', 'no_video', 'codec_not_supported', 'too_long', 'download_failed', 'not_processable',
  'storage_quota_exceeded', 'agent_budget_exceeded',
] as const;
export type MediaErrorCode = (typeof MEDIA_ERRORS)[number];

/** A file of the media library. Times are ISO 8601. */
export interface MediaAsset {
  id: string;
  workspace_id: string;
  status: MediaStatus;
  upload_bytes: number | null; // The announced size of an upload; null for a file that is fetched.
  inspections: number; // Started, and neither ended with a result nor interrupted by an error.
  source_url: string | null; // Where the file is fetched, until that is done: a signed URL is a secret.
  file: MediaFile | null; // Of a file that is ready.
  error: { code: MediaErrorCode; message: string } | null; // Of one that was rejected.
  storage_bytes?: number; // What counts for the storage quota. Absent of a file that was added before there was one.
  reference_count: number; // Items that reference the file. It is not deleted before there are none.
  agent_key?: string; // The agent key that added it. Absent where no agent did.
  agent_budget_bytes?: number; // The budget `media_bytes` of this key, which never changes.
  created_by: string;
  created_at: string;
  updated_at: string;
  expires_at: string; // When the file is deleted, unless an item references it then.
  version: number;
}

/** Create an asset: waiting for an upload of a size, or for the file behind a URL to be fetched. */
export function newMediaAsset(
  source: { upload_bytes: number } | { source_url: string },
  owner: Pick<MediaAsset, 'id' | 'workspace_id' | 'created_by' | 'agent_key' | 'agent_budget_bytes'>,
  nowMs: number,
): MediaAsset {
  const now = formatInstant(nowMs);
  return {
    ...owner,
    status: 'source_url' in source ? 'processing' : 'uploading',
    upload_bytes: null,
    inspections: 0,
    source_url: null,
    ...source,
    storage_bytes: 'source_url' in source ? 0 : source.upload_bytes,
    file: null,
    error: null,
    reference_count: 0,
    created_at: now,
    updated_at: now,
    expires_at: formatInstant(nowMs + UPLOAD_PERIOD_MS),
    version: 0,
  };
}

/** Return whether the file of an asset is still to be inspected. */
export function isUnprocessed({ status }: MediaAsset): boolean {
  return status === 'uploading' || status === 'processing';
}

/**
 * Record that a file of `sizeBytes` has arrived and its inspection begins, before anything that may end the process. Only
 * now is the size of a file that was fetched known.
 */
export function startInspection(asset: MediaAsset, sizeBytes: number, nowMs: number): MediaAsset {
  const started = {
    status: 'processing',
    inspections: asset.inspections + 1,
    updated_at: formatInstant(nowMs),
  } as const;
  return { ...asset, ...started, storage_bytes: sizeBytes };
}

/** Record that an inspection ended with an error that says nothing about the file. */
export function interruptInspection(asset: MediaAsset, nowMs: number): MediaAsset {
  return { ...asset, inspections: asset.inspections - 1, updated_at: formatInstant(nowMs) };
}

/** Record that a file passed its inspection. */
export function acceptFile(asset: MediaAsset, file: MediaFile, nowMs: number): MediaAsset {
  const adapted = file.adaptations.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  return { ...finish(asset, nowMs), status: 'ready', file, storage_bytes: file.size_bytes + adapted };
}

/** Record that a file was rejected. */
export function rejectFile(asset: MediaAsset, error: NonNullable<MediaAsset['error']>, nowMs: number): MediaAsset {
  return { ...finish(asset, nowMs), status: 'rejected', error, storage_bytes: 0 };
}

/** Record that a file was rejected because its inspection fails, or ends the process, each time. */
export function rejectUnprocessable(asset: MediaAsset, nowMs: number): MediaAsset {
  return rejectFile(asset, { code: 'not_processable', message: 'The file could not be inspected.' }, nowMs);
}

/** Postpone the expiry of a file that items reference: it begins again when the last of them releases it. */
export function postponeExpiry(asset: MediaAsset, nowMs: number): MediaAsset {
  return { ...asset, expires_at: unusedExpiry(nowMs) };
}

/** Return when a file is deleted that no item uses from a time on (ISO 8601). */
export function unusedExpiry(nowMs: number): string {
  return formatInstant(nowMs + UNUSED_PERIOD_MS);
}

/** Throw 409 while an item references the file. */
export function assertUnreferenced({ id, reference_count }: MediaAsset): void {
  if (reference_count === 0) return;
  const items = reference_count === 1 ? 'content item references' : 'content items reference';
  throw mediaInUse(`${reference_count} ${items} the file ${id}.`, {
    extensions: { reference_count },
  });
}

function finish(asset: MediaAsset, nowMs: number): MediaAsset {
  const [updated_at, expires_at] = [formatInstant(nowMs), unusedExpiry(nowMs)];
  return { ...asset, source_url: null, updated_at, expires_at };
}
