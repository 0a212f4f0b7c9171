import type { Media } from '../../kit/definition/platform-definition.ts';
import { classifyNoResponse, missingPostId, toPrepareFailure } from '../../kit/http/classification.ts';
import { asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { expiryOfUpload, isUsable, toUnfinishedUpload } from '../../kit/media/unfinished-upload.ts';
import { openVideo, STREAM_DEADLINES, streamVideo, videoRulesOf } from '../../kit/media/video.ts';
import type {
  Access,
  MediaSource,
  Preparation,
  PreparedState,
  PrepareFailure,
  Unfinished,
} from '../../kit/publisher.ts';
import { content, definition } from '../facts/facts.ts';
import { parseBlob } from './blobs.ts';
import { call, classify } from './request.ts';
import { processVideo, usesVideoService } from './video-service.ts';

const RULES = videoRulesOf(definition.displayName, content);

type UploadOutcome = { outcome: 'prepared'; preparation: PreparedState } | Unfinished | PrepareFailure;

/**
 * Upload the video of a post; the preparation has the JSON of its reference under `video`. Servers of Bluesky itself
 * receive it from the video service, which processes it first: they take blobs of 50 MB, and a post that refers to an
 * unprocessed video shows none for some time. Any other server receives it directly, because the service need not know it.
 */
export async function uploadVideo(
  video: Media,
  media: Media[],
  preparation: Preparation,
  ...access: Access
): Promise<UploadOutcome> {
  const [, connection] = access;
  const opened = await openVideo(video, media, connection, RULES);
  if (opened.outcome !== 'opened') return opened;
  const { source } = opened;
  const { video: saved, expiresAt } = preparation.saved ?? {};
  if (typeof saved === 'string' && isUsable(expiresAt)) return toUploaded(saved, String(expiresAt));
  const uploaded = usesVideoService(connection)
    ? await processVideo(source, preparation, ...access)
    : await uploadBlob(source, preparation, ...access);
  if (typeof uploaded !== 'string') return uploaded;
  return toUploaded(uploaded, expiryOfUpload());
}

function toUploaded(video: string, expiresAt: string): UploadOutcome {
  return { outcome: 'prepared', preparation: { video, expiresAt } };
}

/** Stream a video to the server of the account. The same bytes again are the same blob. */
async function uploadBlob(
  source: MediaSource,
  preparation: Preparation,
  ...[account, connection]: Access
): Promise<string | Unfinished | PrepareFailure> {
  if (!preparation.hasTime()) return toUnfinishedUpload(0, source.sizeBytes);
  const { body, failure } = streamVideo(source);
  const patient = { ...connection, deadlineMs: STREAM_DEADLINES * connection.deadlineMs };
  const input = { body, contentType: source.contentType };
  const uploaded = await call('com.atproto.repo.uploadBlob', input, account, patient);
  const unread = failure();
  if (unread) return unread;
  if (uploaded.response === null) return toPrepareFailure(classifyNoResponse(uploaded));
  if (!isSuccess(uploaded.response)) return toPrepareFailure(classify(uploaded.response, account));
  const blob = parseBlob(getPath(parseJsonBody(uploaded.response), 'blob'));
  return blob ?? toPrepareFailure(missingPostId(uploaded.response.status));
}

/** Build the embed of an uploaded video. Without an aspect ratio, it would be shown as a square until it is played. */
export function videoEmbed(media: Media | undefined, reference: string): { $type: string } {
  const alt = asString(media?.alt);
  const file = media && 'file' in media ? media.file : null;
  const aspectRatio = file ? { aspectRatio: { width: file.width, height: file.height } } : {};
  const embed = { video: JSON.parse(reference), ...(alt ? { alt } : {}), ...aspectRatio };
  return { $type: 'app.bsky.embed.video', ...embed };
}
