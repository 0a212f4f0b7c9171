import { isLibraryMedia, type Media } from '../../kit/definition/platform-definition.ts';
import { limitOf } from '../../kit/definition/rule-values.ts';
import { missingPostId, prepareFailuresBy, toPrepareFailure } from '../../kit/http/classification.ts';
import { asArray, asNumber, asString, getPath, parseJsonBody } from '../../kit/http/json-response.ts';
import { type HttpResponse, sendRequest } from '../../kit/http/request.ts';
import { afterProcessing, type Processing, stillProcessing, toProcessingFailure } from '../../kit/media/processing.ts';
import {
  expiryOfUpload,
  failureOfEnd,
  isUploadGone,
  isUsable,
  startOver,
  toUnfinishedUpload,
} from '../../kit/media/unfinished-upload.ts';
import { findVideo, openVideo, readPart, videoRulesOf } from '../../kit/media/video.ts';
import type {
  Access,
  MediaSource,
  Preparation,
  PreparedState,
  PrepareFailure,
  PrepareOutcome,
  Unfinished,
} from '../../kit/publisher.ts';
import { content, definition } from '../facts/facts.ts';
import { call, classify, describeMedia, isId } from './request.ts';

const platformName = definition.displayName;
const toFailure = prepareFailuresBy(classify);
const VIDEO_RULES = videoRulesOf(platformName, content);
const GIF_BYTES = limitOf(content.rules, 'animation_too_large');
const GIF_RULES = { platformName, maxBytes: GIF_BYTES, contentTypes: ['image/gif'] };

/** X takes segments of at most 5 MB, and recommends fewer bytes. */
const SEGMENT_BYTES = 4 * 1024 * 1024;

/** The saved progress of an upload. `segments`: how many X has; `processingSince`: when all were complete. */
type Upload = { id: string; expiresAt: string; segments: number; processingSince: string | null };

/** Find the video or the animated GIF of a post, which X takes in parts; null for a post of photos. */
export function findMovingMedia(media: Media[]): Media | null {
  return findVideo(media) ?? media.find(isAnimatedGif) ?? null;
}

function isAnimatedGif(media: Media): boolean {
  if (!isLibraryMedia(media) || !media.file.is_animated) return false;
  const isAdapted = media.file.adaptations.some(({ platform }) => platform === 'twitter');
  return media.file.content_type === 'image/gif' && !isAdapted;
}

/**
 * Upload a video or an animated GIF in segments, and ask once whether X has processed it. Each step is saved, so that an
 * attempt after a crash continues with the segment that was in progress.
 */
export async function prepareMovingMedia(
  moving: Media,
  media: Media[],
  preparation: Preparation,
  ...access: Access
): Promise<PrepareOutcome> {
  const [, connection] = access;
  const rules = moving.type === 'video' ? VIDEO_RULES : GIF_RULES;
  const opened = await openVideo(moving, media, connection, rules);
  if (opened.outcome !== 'opened') return opened;
  const { source } = opened;
  const saved = toUpload(preparation.saved);
  const upload = saved ?? (await initialize(source, moving, preparation, ...access));
  if ('outcome' in upload) return upload;
  for (; upload.segments * SEGMENT_BYTES < source.sizeBytes; upload.segments++) {
    const fromByte = upload.segments * SEGMENT_BYTES;
    if (!preparation.hasTime()) return toUnfinishedUpload(fromByte, source.sizeBytes);
    const failure = await append(source, fromByte, upload, preparation, ...access);
    if (failure) return failure;
    await preparation.save(toState({ ...upload, segments: upload.segments + 1 }));
  }
  if (upload.processingSince === null) {
    if (!preparation.hasTime()) return toUnfinishedUpload(source.sizeBytes, source.sizeBytes);
    const failure = await finalize(upload, preparation, ...access);
    if (failure) return failure;
    upload.processingSince = new Date().toISOString();
    await preparation.save(toState(upload));
  }
  const wait = { platformName, since: upload.processingSince };
  const processed = await afterProcessing(await fetchStatus(upload.id, ...access), wait, preparation);
  if (processed.outcome !== 'ready') return processed;
  // X has alternative texts of images and GIFs, and of no videos.
  const undescribed =
    moving.alt && moving.type === 'image' ? await describeMedia(upload.id, moving.alt, ...access) : null;
  return undescribed ?? { outcome: 'prepared', preparation: toState(upload) };
}

/** Ask once whether X still processes an upload. */
export async function isStillProcessed(saved: PreparedState, ...access: Access): Promise<Unfinished | null> {
  const upload = toUpload(saved);
  if (!upload?.processingSince) return null;
  const wait = { platformName, since: upload.processingSince };
  return stillProcessing(() => fetchStatus(upload.id, ...access), wait);
}

function toState({ id, expiresAt, segments, processingSince }: Upload): PreparedState {
  const state = { mediaIds: [id], expiresAt, segments: String(segments) };
  return processingSince === null ? state : { ...state, processingSince };
}

function toUpload(saved: PreparedState | null): Upload | null {
  const { mediaIds, expiresAt, segments, processingSince } = saved ?? {};
  const [id] = asArray(mediaIds);
  if (!isId(id) || segments === undefined || !isUsable(expiresAt)) return null;
  const since = asString(processingSince) ?? null;
  return { id, expiresAt: String(expiresAt), segments: Number(segments), processingSince: since };
}

async function initialize(
  { contentType, sizeBytes }: MediaSource,
  { type }: Media,
  preparation: Preparation,
  ...access: Access
): Promise<Upload | PrepareFailure> {
  const media_category = type === 'video' ? 'tweet_video' : 'tweet_gif';
  const body = { media_type: contentType, total_bytes: sizeBytes, media_category };
  const begun = await call('POST', '/2/media/upload/initialize', body, ...access);
  const failure = toFailure(begun, access[0]);
  if (failure) return failure;
  const { status } = begun.response!;
  const json = parseJsonBody(begun.response!);
  const id = getPath(json, 'data', 'id');
  if (!isId(id)) return toPrepareFailure(missingPostId(status));
  const expiresAt = expiryOfUpload(asNumber(getPath(json, 'data', 'expires_after_secs')));
  const upload = { id, expiresAt, segments: 0, processingSince: null };
  await preparation.save(toState(upload));
  return upload;
}

/** Send one segment. X takes the same segment again, which follows after a lost response. */
async function append(
  source: MediaSource,
  fromByte: number,
  { id, segments }: Upload,
  preparation: Preparation,
  ...[account, connection]: Access
): Promise<PrepareFailure | null> {
  const part = await readPart(source, fromByte, Math.min(SEGMENT_BYTES, source.sizeBytes - fromByte));
  if (part.outcome !== 'read') return part;
  const boundary = `segment-${crypto.randomUUID()}`;
  const head = [
    `--${boundary}\r\ncontent-disposition: form-data; name="segment_index"\r\n\r\n${segments}\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="media"; filename="segment"\r\n`,
    'content-type: application/octet-stream\r\n\r\n',
  ];
  const appended = await sendRequest({
    method: 'POST',
    url: `${connection.baseUrl}/2/media/upload/${id}/append`,
    headers: {
      authorization: `Bearer ${account.accessToken}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: Buffer.concat([Buffer.from(head.join('')), part.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    deadlineMs: connection.deadlineMs,
  });
  if (appended.response && isUploadGone(appended.response)) return startOver(preparation, platformName);
  return toFailure(appended, account);
}

/** End an upload. X rejects the second end of an upload, which follows after a lost response: its state decides. */
async function finalize({ id }: Upload, preparation: Preparation, ...access: Access): Promise<PrepareFailure | null> {
  const finalized = await call('POST', `/2/media/upload/${id}/finalize`, undefined, ...access);
  const failure = toFailure(finalized, access[0]);
  const hasEnded = async () => {
    const state = await call('GET', statusPath(id), undefined, ...access);
    return toFailure(state, access[0]) ?? Boolean(processingOf(state.response!));
  };
  return failureOfEnd(failure, finalized.response, hasEnded, preparation, platformName);
}

const statusPath = (id: string) => `/2/media/upload?command=STATUS&media_id=${id}`;

function processingOf(response: HttpResponse): unknown {
  return getPath(parseJsonBody(response), 'data', 'processing_info');
}

/** Request the state of an upload. One without `processing_info` needs no processing. */
async function fetchStatus(id: string, ...access: Access): Promise<Processing<null>> {
  const status = await call('GET', statusPath(id), undefined, ...access);
  if (status.response && isUploadGone(status.response)) return { state: 'gone' };
  const failure = toFailure(status, access[0]);
  if (failure) return { state: 'failed', failure };
  const processing = processingOf(status.response!);
  const state = getPath(processing, 'state') ?? 'succeeded';
  if (state === 'succeeded') return { state: 'ready', result: null };
  if (state === 'failed') {
    return toProcessingFailure(platformName, asString(getPath(processing, 'error', 'message')) ?? '');
  }
  return { state: 'running', checkAfterSeconds: asNumber(getPath(processing, 'check_after_secs')) };
}
