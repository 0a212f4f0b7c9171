import type { Media } from '../../kit/definition/platform-definition.ts';
import { missingPostId, prepareFailuresBy, toPrepareFailure } from '../../kit/http/classification.ts';
import { asArray, asNumber, asString, getPath, parseJsonBody } from '../../kit/http/json-response.ts';
import { sendRequest } from '../../kit/http/request.ts';
import { afterProcessing, type Processing, stillProcessing, toProcessingFailure } from '../../kit/media/processing.ts';
import {
  expiryOfUpload,
  failureOfEnd,
  isUploadGone,
  isUsable,
  startOver,
  toUnfinishedUpload,
} from '../../kit/media/unfinished-upload.ts';
import { openVideo, streamVideo, videoRulesOf } from '../../kit/media/video.ts';
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
import { call, classify, isUploadUrl } from './request.ts';

const platformName = definition.displayName;
const toFailure = prepareFailuresBy(classify);
const RULES = videoRulesOf(platformName, content);

const VIDEO_URN = /^urn:li:video:[\w-]{1,128}$/;
/** The parts of the largest video, which LinkedIn makes 4 MiB long. With their URLs and ETags they fit into an entry. */
const MAX_PARTS = 125;
const MAX_URL_CHARACTERS = 2_048;
const MAX_ETAG_CHARACTERS = 255;

/** The statuses of a video whose upload has ended. */
const ENDED = ['PROCESSING', 'PROCESSING_FAILED', 'AVAILABLE'];

/** A part to upload: the bytes of the file from `fromByte` up to `toByte`. */
type Part = { url: string; fromByte: number; toByte: number };

/** The saved progress of an upload. `etags`: of the parts that LinkedIn has, in order. */
type Upload = { urn: string; token: string; expiresAt: string; parts: Part[]; etags: string[] };

/**
 * Upload a video in the parts that LinkedIn defines, and ask once whether LinkedIn has processed it. Each step is saved, so
 * that an attempt after a crash continues with the part that was in progress.
 */
export async function prepareVideo(
  video: Media,
  media: Media[],
  preparation: Preparation,
  ...access: Access
): Promise<PrepareOutcome> {
  const [, connection] = access;
  const opened = await openVideo(video, media, connection, RULES);
  if (opened.outcome !== 'opened') return opened;
  const uploaded = savedUpload(preparation.saved) ?? (await upload(opened.source, preparation, ...access));
  if ('outcome' in uploaded) return uploaded;
  const status = await fetchStatus(uploaded.urn, ...access);
  const processed = await afterProcessing(status, { platformName, since: uploaded.since }, preparation);
  return processed.outcome === 'ready' ? { outcome: 'prepared', preparation: toUploaded(uploaded) } : processed;
}

/** Ask once whether LinkedIn still processes a video. */
export async function isStillProcessed(saved: PreparedState, ...access: Access): Promise<Unfinished | null> {
  const uploaded = savedUpload(saved);
  if (!uploaded) return null;
  return stillProcessing(() => fetchStatus(uploaded.urn, ...access), { platformName, since: uploaded.since });
}

function savedUpload(saved: PreparedState | null): Uploaded | null {
  const { videoUrn, processingSince, expiresAt } = saved ?? {};
  if (typeof processingSince !== 'string' || !isUsable(expiresAt)) return null;
  return { urn: String(videoUrn), expiresAt: String(expiresAt), since: processingSince };
}

type Uploaded = { urn: string; expiresAt: string; since: string };

function toUploaded({ urn, expiresAt, since }: Uploaded): PreparedState {
  return { videoUrn: urn, expiresAt, processingSince: since };
}

/** Upload the parts that LinkedIn has not yet, then end the upload. */
async function upload(
  source: MediaSource,
  preparation: Preparation,
  ...access: Access
): Promise<Uploaded | Exclude<PrepareOutcome, { outcome: 'prepared' }>> {
  const begun = toUpload(preparation.saved) ?? (await initialize(source, preparation, ...access));
  if ('outcome' in begun) return begun;
  for (const part of begun.parts.slice(begun.etags.length)) {
    if (!preparation.hasTime()) return toUnfinishedUpload(part.fromByte, source.sizeBytes);
    const put = await putPart(source, part, preparation, ...access);
    if (typeof put !== 'string') return put;
    begun.etags.push(put);
    await preparation.save(toState(begun));
  }
  if (!preparation.hasTime()) return toUnfinishedUpload(source.sizeBytes, source.sizeBytes);
  const failure = await finalize(begun, preparation, ...access);
  if (failure) return failure;
  const uploaded = { urn: begun.urn, expiresAt: begun.expiresAt, since: new Date().toISOString() };
  await preparation.save(toUploaded(uploaded));
  return uploaded;
}

/** Each part is stored as its end and its URL: it begins where the one before it ends. */
function toState({ urn, token, expiresAt, parts, etags }: Upload): PreparedState {
  const ends = parts.map(({ url, toByte }) => `${toByte} ${url}`);
  return { videoUrn: urn, uploadToken: token, expiresAt, parts: ends, etags };
}

function toUpload(saved: PreparedState | null): Upload | null {
  const { videoUrn, uploadToken, expiresAt, parts, etags } = saved ?? {};
  if (typeof videoUrn !== 'string' || parts === undefined || !isUsable(expiresAt)) return null;
  let fromByte = 0;
  const stored = asArray(parts).map((text) => {
    const [end = '', url = ''] = String(text).split(' ');
    const part = { url, fromByte, toByte: Number(end) };
    fromByte = part.toByte;
    return part;
  });
  const token = String(uploadToken ?? '');
  return { urn: videoUrn, token, expiresAt: String(expiresAt), parts: stored, etags: asArray(etags).map(String) };
}

async function initialize(
  { sizeBytes }: MediaSource,
  preparation: Preparation,
  ...access: Access
): Promise<Upload | PrepareFailure> {
  const [account, connection] = access;
  const request = {
    owner: account.externalId,
    fileSizeBytes: sizeBytes,
    uploadCaptions: false,
    uploadThumbnail: false,
  };
  const body = { initializeUploadRequest: request };
  const begun = await call('POST', '/rest/videos?action=initializeUpload', body, ...access);
  const failure = toFailure(begun, account);
  if (failure) return failure;
  const value = getPath(parseJsonBody(begun.response!), 'value');
  const urn = getPath(value, 'video');
  const token = getPath(value, 'uploadToken') ?? '';
  const parts = toParts(getPath(value, 'uploadInstructions'), sizeBytes, connection.baseUrl);
  if (typeof urn !== 'string' || !VIDEO_URN.test(urn) || !isShort(token) || parts === null) {
    return toPrepareFailure(missingPostId(begun.response!.status));
  }
  const expiresAtMs = asNumber(getPath(value, 'uploadUrlsExpireAt'));
  const lifeSeconds = expiresAtMs === undefined ? undefined : (expiresAtMs - Date.now()) / 1000;
  const upload = { urn, token, expiresAt: expiryOfUpload(lifeSeconds), parts, etags: [] };
  await preparation.save(toState(upload));
  return upload;
}

/** Read the parts to upload; null unless they are the whole file, in order, at LinkedIn. */
function toParts(instructions: unknown, sizeBytes: number, baseUrl: string): Part[] | null {
  const parts = asArray(instructions).map((each) => ({
    url: getPath(each, 'uploadUrl'),
    fromByte: asNumber(getPath(each, 'firstByte')) ?? Number.NaN,
    toByte: (asNumber(getPath(each, 'lastByte')) ?? Number.NaN) + 1,
  }));
  let end = 0;
  for (const { url, fromByte, toByte } of parts) {
    if (fromByte !== end || !Number.isSafeInteger(toByte) || toByte <= fromByte) return null;
    if (!isUploadUrl(url, baseUrl) || !isShort(url)) return null;
    end = toByte;
  }
  return end === sizeBytes && parts.length <= MAX_PARTS ? (parts as Part[]) : null;
}

/** Check that a text can be stored, and separated from others by a space. */
function isShort(text: unknown, maxCharacters = MAX_URL_CHARACTERS): text is string {
  return typeof text === 'string' && text.length <= maxCharacters && !/\s/.test(text);
}

/** Upload one part. Its URL is signed, so the request has no token. Returns the ETag of the part. */
async function putPart(
  source: MediaSource,
  { url, fromByte, toByte }: Part,
  preparation: Preparation,
  ...[account, { deadlineMs }]: Access
): Promise<string | PrepareFailure> {
  const { body, failure } = streamVideo(source, fromByte, toByte);
  const headers = { 'content-type': 'application/octet-stream' };
  const put = await sendRequest({ method: 'PUT', url, headers, body, deadlineMs });
  const unread = failure();
  if (unread) return unread;
  const isRejected = put.response?.status === 401 || put.response?.status === 403;
  if (put.response && (isRejected || isUploadGone(put.response))) return startOver(preparation, platformName);
  const failed = toFailure(put, account);
  if (failed) return failed;
  const etag = put.response!.headers.etag?.replaceAll('"', '');
  return etag && isShort(etag, MAX_ETAG_CHARACTERS) ? etag : toPrepareFailure(missingPostId(put.response!.status));
}

/** End an upload. LinkedIn may reject the second end of one, which follows after a lost response: its status decides. */
async function finalize({ urn, token, etags }: Upload, preparation: Preparation, ...access: Access) {
  const body = { finalizeUploadRequest: { video: urn, uploadToken: token, uploadedPartIds: etags } };
  const finalized = await call('POST', '/rest/videos?action=finalizeUpload', body, ...access);
  const failure = toFailure(finalized, access[0]);
  const hasEnded = async () => {
    const video = await call('GET', videoPath(urn), undefined, ...access);
    const rejected = finalized.response!;
    // As in `fetchStatus`. An app that may not end an upload has no first end that was lost.
    if (video.response?.status === 403 && rejected.status !== 403 && !isUploadGone(rejected)) return true;
    return toFailure(video, access[0]) ?? ENDED.includes(String(getPath(parseJsonBody(video.response!), 'status')));
  };
  return failureOfEnd(failure, finalized.response, hasEnded, preparation, platformName);
}

const videoPath = (urn: string) => `/rest/videos/${encodeURIComponent(urn)}`;

/** Request the status of a video. LinkedIn does not show it to every app: its post then states whether it is usable. */
async function fetchStatus(urn: string, ...access: Access): Promise<Processing<null>> {
  const result = await call('GET', videoPath(urn), undefined, ...access);
  const { response } = result;
  if (response?.status === 403) return { state: 'ready', result: null };
  if (response && isUploadGone(response)) return { state: 'gone' };
  const failure = toFailure(result, access[0]);
  if (failure) return { state: 'failed', failure };
  const video = parseJsonBody(response!);
  const status = getPath(video, 'status');
  if (status === 'AVAILABLE') return { state: 'ready', result: null };
  if (status === 'PROCESSING_FAILED') {
    return toProcessingFailure(platformName, asString(getPath(video, 'processingFailureReason')) ?? '');
  }
  return { state: 'running' };
}
