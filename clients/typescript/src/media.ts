import { CisError, ConnectionError } from './errors.ts';
import type { KeyOptions, RequestOptions } from './options.ts';
import type { Transport } from './transport.ts';
import type { Media } from './types.ts';

/** The options of an upload. */
export interface UploadOptions extends RequestOptions, KeyOptions {
  /** Is called with the number of bytes that were sent, of all bytes. It starts again when the upload is repeated. */
  onProgress?(sentBytes: number, totalBytes: number): void;
}

const MAX_UPLOADS = 5;
const CHUNK_BYTES = 64 * 1024;

/** What the resource `media` does besides its operations. */
export class MediaExtras {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /**
   * Add a file to the media library and wait until it is inspected. In Node.js, `await openAsBlob(path)` of `node:fs`
   * opens a file. Throws a `CisError` with the reason if the file is rejected.
   */
  async upload(file: Blob, options: UploadOptions = {}): Promise<Media> {
    const created = { method: 'POST', path: '/media', body: { size_bytes: file.size }, keyed: true };
    let media = await this.transport.send<Media>(created, options);
    const read = () => this.transport.send<Media>({ method: 'GET', path: `/media/${media.id}` }, options);
    for (let number = 1; media.status === 'uploading'; number += 1) {
      options.signal?.throwIfAborted();
      const isSent = media.upload ? await put(file, media.upload, options) : false;
      if (!isSent && number === MAX_UPLOADS) throw new ConnectionError('The file could not be uploaded.');
      if (!isSent) await this.transport.wait(500 * number, options.signal);
      // After an interrupted upload this is a new URL, or the state of a file that has arrived.
      media = await read();
      while (isSent && media.status === 'uploading') {
        await this.transport.wait(500, options.signal);
        media = await read();
      }
    }
    while (media.status === 'processing') {
      await this.transport.wait(500, options.signal);
      media = await read();
    }
    if (media.status === 'rejected') throw new CisError(media.error?.message ?? 'The file was rejected.', false);
    return media;
  }
}

/** Upload a file once. Returns whether the store has it, and false for an error that may pass. */
async function put(file: Blob, upload: NonNullable<Media['upload']>, options: UploadOptions): Promise<boolean> {
  const { signal, onProgress } = options;
  const { 'content-length': _, ...headers } = upload.headers;
  if (onProgress && typeof XMLHttpRequest !== 'undefined') return putInPage(file, upload.url, headers, options);
  const init: RequestInit & { duplex?: 'half' } = { method: 'PUT', headers, body: file, redirect: 'manual' };
  if (signal) init.signal = signal;
  if (onProgress) {
    init.body = countedStream(file, onProgress);
    init.duplex = 'half';
    init.headers = { ...headers, 'content-length': String(file.size) };
  }
  try {
    const response = await fetch(upload.url, init);
    await response.arrayBuffer();
    // With `if-none-match`, 412 means that an earlier attempt has arrived.
    return response.ok || response.status === 412;
  } catch (error) {
    if (signal?.aborted) throw error;
    return false;
  }
}

function countedStream(file: Blob, onProgress: NonNullable<UploadOptions['onProgress']>): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      if (sent === file.size) return controller.close();
      const chunk = await file.slice(sent, sent + CHUNK_BYTES).arrayBuffer();
      controller.enqueue(new Uint8Array(chunk));
      sent += chunk.byteLength;
      onProgress(sent, file.size);
    },
  });
}

/** Only this interface of browsers reports the progress of an upload. */
function putInPage(file: Blob, url: string, headers: Record<string, string>, options: UploadOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => options.onProgress?.(loaded, file.size);
    request.onload = () => resolve(request.status < 300 || request.status === 412);
    request.onerror = () => resolve(false);
    request.onabort = () => reject(options.signal?.reason);
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
