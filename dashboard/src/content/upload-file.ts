import { api, type Schemas, unwrap } from '../api/client.ts';
import { newIdempotencyKey } from '../api/intent.ts';
import { ApiProblem, ApiUnreachable, fieldError, isProblem, isRetryable } from '../api/problem.ts';
import { t } from '../language/texts.ts';
import { type MediaFile, readFile } from './media-file.ts';

type PresignedUpload = NonNullable<Schemas['Media']['upload']>;

const FIRST_POLL_MS = 500;
const LONGEST_POLL_MS = 5_000;
const POLL_GROWTH = 1.5;
const MAX_FAILED_POLLS = 5;

/** The storage or the inspection rejected a file. The message says why. */
class UploadRejected extends Error {
  override readonly name = 'UploadRejected';
}

/** What an upload reports while it runs. */
export interface UploadListener {
  onProgress: (sentBytes: number) => void;
  /** Called when the storage has the whole file, which is inspected now. */
  onSent: () => void;
}

/** The upload of one file to the media library. `run` can be repeated after a failure. */
export interface FileUpload {
  run: (listener: UploadListener, signal: AbortSignal) => Promise<MediaFile>;
  /** Delete what the upload has left in the library. */
  discard: () => void;
}

/**
 * Prepare the upload of a file. A repeated run continues where the last one failed: with a new URL for the same file
 * of the library, or with its inspection. A file that was rejected begins again.
 */
export function createUpload(file: File): FileUpload {
  let id: string | null = null;
  let key = newIdempotencyKey();

  const begin = async (signal: AbortSignal): Promise<MediaFile> => {
    const known = id === null ? null : await findFile(id, signal);
    if (known && known.status !== 'rejected') return known;
    // A rejected file is another one than its repetition.
    if (id !== null) key = newIdempotencyKey();
    const params = { header: { 'Idempotency-Key': key } };
    const created = await unwrap(api.POST('/media', { params, body: { size_bytes: file.size }, signal }));
    id = created.id;
    return created;
  };

  const run = async ({ onProgress, onSent }: UploadListener, signal: AbortSignal) => {
    const media = await begin(signal);
    if (media.status === 'uploading') {
      const upload = media.upload ?? (await readFile(media.id, signal)).upload;
      if (upload) await sendFile(upload, file, onProgress, signal);
    }
    onSent();
    return untilInspected(media.id, signal);
  };

  const discard = () => {
    if (id === null) return;
    // Without waiting for the response: a file that stays expires.
    void api.DELETE('/media/{id}', { params: { path: { id } } }).catch(() => {});
  };

  return { run, discard };
}

async function findFile(id: string, signal: AbortSignal): Promise<MediaFile | null> {
  try {
    return await readFile(id, signal);
  } catch (error) {
    if (isProblem(error, 404)) return null;
    throw error;
  }
}

/** Send a file to a presigned URL. `fetch` reports no progress. */
export function sendFile(
  { method, url, headers }: PresignedUpload,
  file: File,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) {
      // The browser sets this one itself, from the file.
      if (name.toLowerCase() !== 'content-length') request.setRequestHeader(name, value);
    }
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      const reason = rejectionOf(request.status);
      if (reason === null) resolve();
      else reject(new UploadRejected(reason));
    });
    request.addEventListener('error', () => {
      reject(new UploadRejected(t('content.connectionInterrupted')));
    });
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) reject(signal.reason);
    else request.send(file);
  });
}

/** Say why the storage rejected an upload, by the status of its response; null when it has the file. */
function rejectionOf(status: number): string | null {
  // 412: an earlier attempt, whose response was lost, has stored the file.
  if ((status >= 200 && status < 300) || status === 412) return null;
  if (status === 403) return t('content.uploadUrlExpired');
  return t('content.storageStatus', { status });
}

async function untilInspected(id: string, signal: AbortSignal): Promise<MediaFile> {
  let failures = 0;
  for (let waitMs = FIRST_POLL_MS; ; waitMs = Math.min(LONGEST_POLL_MS, waitMs * POLL_GROWTH)) {
    await pause(waitMs, signal);
    try {
      const file = await readFile(id, signal);
      failures = 0;
      if (file.status === 'ready') return file;
      if (file.status === 'rejected') throw new UploadRejected(file.error?.message ?? t('content.fileRejected'));
    } catch (error) {
      if (!isRetryable(error) || ++failures > MAX_FAILED_POLLS) throw error;
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Say why an upload failed. */
export function failureReason(error: unknown): string {
  if (error instanceof UploadRejected) return error.message;
  if (error instanceof ApiProblem) return fieldError(error, '/size_bytes') ?? error.problem.detail;
  if (error instanceof ApiUnreachable) return t('content.noResponse');
  return t('content.uploadError');
}
