import { createHash, type Hash } from 'node:crypto';
import { putObjectInParts } from '../../core/aws/s3-multipart.ts';
import { requireEnv } from '../../core/config/env.ts';
import type { ByteSource } from '../files/byte-source.ts';
import { applyPatches, type Patch } from '../video/patches.ts';

/** 512 MiB have 64 parts. Two are in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024;

/**
 * Copy the first `sizeBytes` bytes of a file to an object, with patches applied. The object appears when all of it is
 * there, and its SHA-256 is returned. A repeat stores the same bytes.
 */
export async function storeVideo(
  source: ByteSource,
  { sizeBytes, patches }: { sizeBytes: number; patches: readonly Patch[] },
  { key, contentType }: { key: string; contentType: string },
): Promise<string> {
  const digest = createHash('sha256');
  const parts = patchedParts(source, sizeBytes, patches, digest);
  await putObjectInParts(requireEnv('MEDIA_BUCKET'), key, { 'content-type': contentType }, parts);
  return digest.digest('hex');
}

async function* patchedParts(source: ByteSource, sizeBytes: number, patches: readonly Patch[], digest: Hash) {
  for (let at = 0; at < sizeBytes; at += PART_BYTES) {
    const part = await source.read(at, Math.min(PART_BYTES, sizeBytes - at));
    applyPatches(part, at, patches);
    digest.update(part);
    yield part;
  }
}
