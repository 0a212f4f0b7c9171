import { missingPostId, prepareFailuresBy, toPrepareFailure } from '../../kit/http/classification.ts';
import { asString, getPath, parseJsonBody } from '../../kit/http/json-response.ts';
import { type HttpResponse, sendRequest } from '../../kit/http/request.ts';
import { afterProcessing, type Processing, stillProcessing, toProcessingFailure } from '../../kit/media/processing.ts';
import { isUploadGone, toUnfinishedUpload } from '../../kit/media/unfinished-upload.ts';
import { STREAM_DEADLINES, streamVideo } from '../../kit/media/video.ts';
import type {
  Access,
  MediaSource,
  PlatformConnection,
  Preparation,
  PreparedState,
  PrepareFailure,
  PublishingAccount,
  Unfinished,
} from '../../kit/publisher.ts';
import { definition } from '../facts/facts.ts';
import { parseBlob } from './blobs.ts';
import { call, classify } from './request.ts';

const platformName = definition.displayName;
const toFailure = prepareFailuresBy(classify);

/** How long the token that an upload passes on to the server of the account is valid: until its processing has ended. */
const SERVICE_TOKEN_SECONDS = 30 * 60;

const MAX_JOB_ID_CHARACTERS = 255;

/**
 * The failures of a job that another upload of the video has too: `failureCode`, and `error` of jobs without one. Others,
 * such as `pds_upload_failure`, `generic_failure` and a job without a code, often pass.
 */
const VIDEO_FAILURES = [
  ...['validation_failure', 'encoding_failure', 'pds_upload_unsupported_blob_size'],
  ...['video_too_long', 'bad_aspect_ratio', 'unsupported_codec', 'encoded_video_too_large'],
];

/** Check whether the server of an account receives videos from the video service: a server of Bluesky itself. */
export function usesVideoService({ baseUrl, settings }: PlatformConnection): boolean {
  const service = settings?.blueskyUrls?.video;
  if (!service) return false;
  const { origin, hostname } = new URL(baseUrl);
  // The simulator is both.
  return definition.ownsServer?.(hostname) || origin === new URL(service).origin;
}

/**
 * Stream a video to the video service, and ask once whether it has processed it and passed it on to the server of the
 * account. The job is saved, so that the next attempt asks again. Returns the JSON of the reference to the blob.
 */
export async function processVideo(
  source: MediaSource,
  preparation: Preparation,
  ...access: Access
): Promise<string | Unfinished | PrepareFailure> {
  const [account, connection] = access;
  let { jobId, processingSince } = preparation.saved ?? {};
  if (typeof jobId !== 'string' || typeof processingSince !== 'string') {
    if (!preparation.hasTime()) return toUnfinishedUpload(0, source.sizeBytes);
    const begun = await upload(source, ...access);
    if (begun.outcome !== 'begun') return begun;
    jobId = begun.jobId;
    processingSince = new Date().toISOString();
    await preparation.save({ jobId, processingSince });
  }
  const job = await fetchJob(jobId, account, connection);
  const processed = await afterProcessing(job, { platformName, since: processingSince }, preparation);
  return processed.outcome === 'ready' ? processed.result : processed;
}

/** Ask once whether the video service still processes a job. */
export async function isStillProcessed(
  { jobId, processingSince }: PreparedState,
  ...[account, connection]: Access
): Promise<Unfinished | null> {
  if (typeof jobId !== 'string' || typeof processingSince !== 'string') return null;
  return stillProcessing(() => fetchJob(jobId, account, connection), { platformName, since: processingSince });
}

async function upload(
  source: MediaSource,
  ...[account, connection]: Access
): Promise<{ outcome: 'begun'; jobId: string } | PrepareFailure> {
  const { baseUrl, deadlineMs } = connection;
  const parameters = new URLSearchParams({
    aud: `did:web:${new URL(baseUrl).host.replace(':', '%3A')}`,
    lxm: 'com.atproto.repo.uploadBlob',
    exp: String(Math.floor(Date.now() / 1000) + SERVICE_TOKEN_SECONDS),
  });
  const authorized = await call('com.atproto.server.getServiceAuth', parameters, account, connection);
  const rejection = toFailure(authorized, account);
  if (rejection) return rejection;
  const token = asString(getPath(parseJsonBody(authorized.response!), 'token'));
  if (token === undefined) return toPrepareFailure(missingPostId(authorized.response!.status));
  const { body, failure } = streamVideo(source);
  // The name has no meaning for the service, which knows equal videos by their content.
  const about = new URLSearchParams({ did: account.externalId, name: `${crypto.randomUUID()}.mp4` });
  const uploaded = await sendRequest({
    method: 'POST',
    url: `${connection.settings?.blueskyUrls?.video}/xrpc/app.bsky.video.uploadVideo?${about}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': source.contentType },
    body,
    deadlineMs: STREAM_DEADLINES * deadlineMs,
  });
  const unread = failure();
  if (unread) return unread;
  const jobId = uploaded.response === null ? undefined : jobOf(uploaded.response, 'jobId');
  // A video that the service has received before, after a lost response, is a conflict that names its job.
  const isKnown = uploaded.response?.status === 409 && jobId !== undefined;
  const failed = isKnown ? null : toFailure(uploaded, { accessToken: token });
  if (failed) return failed;
  const isJobId = jobId !== undefined && jobId.length <= MAX_JOB_ID_CHARACTERS;
  return isJobId ? { outcome: 'begun', jobId } : toPrepareFailure(missingPostId(uploaded.response!.status));
}

/** Request the state of a job; its result is the JSON of the reference to the blob. */
async function fetchJob(
  jobId: string,
  account: PublishingAccount,
  { settings, deadlineMs }: PlatformConnection,
): Promise<Processing<string>> {
  const url = `${settings?.blueskyUrls?.video}/xrpc/app.bsky.video.getJobStatus?${new URLSearchParams({ jobId })}`;
  const result = await sendRequest({ method: 'GET', url, headers: {}, deadlineMs });
  if (result.response && isUploadGone(result.response)) return { state: 'gone' };
  const failure = toFailure(result, account);
  if (failure) return { state: 'failed', failure };
  const json = parseJsonBody(result.response!);
  const state = jobOf(result.response!, 'state');
  if (state === 'JOB_STATE_FAILED') {
    const error = jobOf(result.response!, 'error');
    const isAboutVideo = VIDEO_FAILURES.includes(jobOf(result.response!, 'failureCode') ?? error ?? '');
    return toProcessingFailure(platformName, jobOf(result.response!, 'message') ?? error ?? '', !isAboutVideo);
  }
  const blob = parseBlob(getPath(json, 'jobStatus', 'blob'));
  if (state === 'JOB_STATE_COMPLETED' && blob !== null) return { state: 'ready', result: blob };
  return { state: 'running' };
}

/** Read a text of a job. The response to an upload is the job itself, or has it as the lexicon states. */
function jobOf(response: HttpResponse, name: string): string | undefined {
  const json = parseJsonBody(response);
  return asString(getPath(json, 'jobStatus', name)) ?? asString(getPath(json, name));
}
