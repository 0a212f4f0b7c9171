import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getObjectRange } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { MediaRejectedError, streamMedia } from '../../core/net/download-media.ts';
import { MAX_MEDIA_ATTEMPTS } from '../../core/retry/back-off.ts';
import type { ByteSource } from '../files/byte-source.ts';
import { MAX_UPLOAD_BYTES, type MediaAsset } from '../rules/media-asset.ts';
import { uploadKey } from '../rules/media-keys.ts';
import type { Rejection } from './inspect-file.ts';

/** The file of an asset before its inspection. */
export type OpenSource = ByteSource & { close: () => Promise<void> };

/**
 * Open the uploaded file of an asset, or fetch it. Throws for a failure that another attempt may resolve.
 * @param attempt how often the message was received, from 1.
 * @param download passes on the bytes behind a URL.
 */
export async function openSource(
  asset: MediaAsset,
  attempt: number,
  download: typeof streamMedia = streamMedia,
): Promise<OpenSource | Rejection> {
  if (asset.source_url === null) return openUpload(asset);
  try {
    return await fetchFile(asset.source_url, download);
  } catch (error) {
    if (error instanceof MediaRejectedError && !error.isTemporary) {
      return { code: 'download_failed', message: error.message };
    }
    if (attempt < MAX_MEDIA_ATTEMPTS) throw error;
    return { code: 'download_failed', message: `The file could not be fetched in ${MAX_MEDIA_ATTEMPTS} attempts.` };
  }
}

/** Open the uploaded object. All parts are read of the same upload, also when another one follows its deletion. */
async function openUpload(asset: MediaAsset): Promise<OpenSource> {
  const [bucket, key] = [requireEnv('MEDIA_BUCKET'), uploadKey(asset)];
  const readPart = async (fromByte: number, lengthBytes: number, etag?: string) => {
    const found = await getObjectRange(bucket, key, fromByte, lengthBytes, etag);
    if (found === null) throw new Error('The uploaded object is missing.');
    return found;
  };
  const { sizeBytes, etag } = await readPart(0, 1);
  const read = async (fromByte: number, lengthBytes: number) => (await readPart(fromByte, lengthBytes, etag)).bytes;
  return { sizeBytes, read, close: async () => {} };
}

/** Fetch a file to the disk of the function. The file has no name, so that it ends with the process. */
async function fetchFile(url: string, download: typeof streamMedia): Promise<OpenSource> {
  const path = join(tmpdir(), randomUUID());
  const file = await open(path, 'wx+');
  await unlink(path);
  let sizeBytes = 0;
  try {
    await download(url, MAX_UPLOAD_BYTES, (chunk) => {
      for (let at = 0; at < chunk.byteLength; ) at += writeSync(file.fd, chunk, at);
      sizeBytes += chunk.byteLength;
    });
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    sizeBytes,
    read: (fromByte, lengthBytes) => readFile(file, fromByte, lengthBytes),
    close: () => file.close(),
  };
}

async function readFile(file: FileHandle, fromByte: number, lengthBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(lengthBytes);
  for (let at = 0; at < lengthBytes; ) {
    const { bytesRead } = await file.read(bytes, at, lengthBytes - at, fromByte + at);
    if (bytesRead === 0) throw new Error('The fetched file is shorter than it was.');
    at += bytesRead;
  }
  return bytes;
}
