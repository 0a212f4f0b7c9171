import type { Media } from '../../kit/definition/platform-definition.ts';
import {
  classifyNoResponse,
  classifyPlatformError,
  missingPostId,
  toPrepareFailure,
} from '../../kit/http/classification.ts';
import { asNumber, asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { type HttpResponse, sendRequest } from '../../kit/http/request.ts';
import { isUploadGone, startOver, toUnfinishedUpload } from '../../kit/media/unfinished-upload.ts';
import { openVideo, STREAM_DEADLINES, streamVideo, videoRulesOf } from '../../kit/media/video.ts';
import { isInLife } from '../../kit/preparation.ts';
import type {
  Access,
  MediaSource,
  Post,
  Preparation,
  PrepareFailure,
  PublishingAccount,
  Unfinished,
} from '../../kit/publisher.ts';
import { content, definition } from '../facts/facts.ts';
import { type CreateOutcome, createContainer } from './create-container.ts';
import { call, classify, INSTAGRAM_ROWS, isId } from './request.ts';

const platformName = definition.displayName;
const RULES = videoRulesOf(platformName, content);

/** A container ends a day after its creation; an upload that is half as old is not continued. */
const UPLOAD_LIFE_MS = 12 * 3_600_000;

type Upload = { id: string; uri: string };

/**
 * Create the container of a reel and upload its video. After an interruption, Instagram states how many bytes it has, and
 * the upload continues there: in this attempt while it has time, and in the next one.
 */
export async function createReel(
  video: Media,
  post: Post,
  preparation: Preparation,
  ...access: Access
): Promise<CreateOutcome | Unfinished> {
  const opened = await openVideo(video, post.media, access[1], RULES);
  if (opened.outcome !== 'opened') return opened;
  const { source } = opened;
  const saved = toUpload(preparation);
  const upload = saved ?? (await beginUpload(video, post, preparation, ...access));
  if ('outcome' in upload) return upload;
  const created: CreateOutcome = { outcome: 'created', id: upload.id };
  let offset = saved ? await fetchOffset(upload.id, preparation, ...access) : 0;
  while (typeof offset === 'number' && offset < source.sizeBytes) {
    if (!preparation.hasTime()) return toUnfinishedUpload(offset, source.sizeBytes);
    const failure = await sendBytes(source, offset, upload, preparation, ...access);
    if (failure === null) return created;
    // After a lost connection, its last bytes may still be arriving when the offset is read: it has changed then.
    const isInterrupted = failure.error.code === 'no_answer' || /\boffset\b/i.test(failure.error.message);
    if (!isInterrupted) return failure;
    const reached: number | PrepareFailure = await fetchOffset(upload.id, preparation, ...access);
    // Without progress, the usual delay precedes another request.
    if (reached === offset) return failure;
    offset = reached;
  }
  return typeof offset === 'number' ? created : offset;
}

function toUpload({ saved }: Preparation): Upload | null {
  const { reelId, uploadUri, createdAt } = saved ?? {};
  const isUsable = isId(reelId) && typeof uploadUri === 'string' && isInLife(createdAt, UPLOAD_LIFE_MS);
  return isUsable ? { id: reelId, uri: uploadUri } : null;
}

/**
 * Create a container for an upload. Meta documents uploads for accounts that are connected by Facebook Login; where
 * Instagram rejects one, it downloads the video from a URL as it does images.
 */
async function beginUpload(
  video: Media,
  { text }: Post,
  preparation: Preparation,
  ...access: Access
): Promise<Upload | CreateOutcome> {
  const [, { baseUrl, mediaUrl }] = access;
  const fields = { media_type: 'REELS', share_to_feed: true, ...(text === '' ? {} : { caption: text }) };
  const begun = await createContainer({ ...fields, upload_type: 'resumable' }, ...access);
  if (begun.outcome === 'rejected' && begun.error.code !== 'unauthorized' && mediaUrl) {
    return createContainer({ ...fields, video_url: await mediaUrl(video) }, ...access);
  }
  if (begun.outcome !== 'created') return begun;
  const { id, uri } = begun;
  if (!isUploadUri(uri, baseUrl)) return toPrepareFailure(missingPostId(200));
  await preparation.save({ reelId: id, uploadUri: uri, createdAt: new Date().toISOString() });
  return { id, uri };
}

/** Check that a URL belongs to Meta's uploads or to the configured API: the upload sends the access token to it. */
function isUploadUri(value: unknown, baseUrl: string): value is string {
  if (typeof value !== 'string' || value.length > 2_048 || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.origin === new URL(baseUrl).origin || url.origin === 'https://rupload.facebook.com';
}

/** Send the bytes of a video from an offset to its end; null when Instagram has them all. */
async function sendBytes(
  source: MediaSource,
  offset: number,
  { uri }: Upload,
  preparation: Preparation,
  ...[account, { deadlineMs }]: Access
): Promise<PrepareFailure | null> {
  const { body, failure } = streamVideo(source, offset);
  const headers = {
    authorization: `OAuth ${account.accessToken}`,
    'content-type': 'application/octet-stream',
    offset: String(offset),
    file_size: String(source.sizeBytes),
  };
  const sent = await sendRequest({
    method: 'POST',
    url: uri,
    headers,
    body,
    deadlineMs: STREAM_DEADLINES * deadlineMs,
  });
  const unread = failure();
  if (unread) return unread;
  if (sent.response === null) return toPrepareFailure(classifyNoResponse(sent));
  if (isSuccess(sent.response)) return null;
  const failed = toPrepareFailure(classifyUpload(sent.response, account));
  // Instagram says that the session has expired also when it means that of the token.
  const isGone = failed.error.code !== 'unauthorized' && isUploadGone(sent.response);
  return isGone ? startOver(preparation, platformName) : failed;
}

/** Classify an error of the upload server, which has a format of its own besides that of the API. */
function classifyUpload(answer: HttpResponse, account: PublishingAccount) {
  const json = parseJsonBody(answer);
  if (getPath(json, 'error') !== undefined) return classify(answer, account);
  const info = getPath(json, 'debug_info');
  const isUnauthorized = getPath(info, 'type') === 'NotAuthorizedError';
  const error = {
    status: answer.status,
    errorCode: isUnauthorized ? 190 : undefined,
    transient: getPath(info, 'retriable') === true,
    explanation: asString(getPath(info, 'message')) ?? '',
    retryAfterSeconds: null,
  };
  return classifyPlatformError(INSTAGRAM_ROWS, error, account.accessToken);
}

/** Request how many bytes of a video Instagram has. */
async function fetchOffset(id: string, preparation: Preparation, ...access: Access): Promise<number | PrepareFailure> {
  const result = await call('GET', `${id}?fields=status_code,video_status`, undefined, ...access);
  if (result.response === null) return toPrepareFailure(classifyNoResponse(result));
  if (!isSuccess(result.response)) {
    const isUnknown = getPath(parseJsonBody(result.response), 'error', 'error_subcode') === 33;
    if (isUnknown) return startOver(preparation, platformName);
    return toPrepareFailure(classify(result.response, access[0]));
  }
  const json = parseJsonBody(result.response);
  const code = getPath(json, 'status_code');
  if (code === 'EXPIRED' || code === 'ERROR') return startOver(preparation, platformName);
  const phase = getPath(json, 'video_status', 'uploading_phase');
  if (getPath(phase, 'status') === 'complete') return Number.MAX_SAFE_INTEGER;
  return asNumber(getPath(phase, 'bytes_transferred')) ?? 0;
}
