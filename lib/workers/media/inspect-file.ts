import { MAX_UPLOAD_BYTES, type MediaErrorCode, type MediaFile } from '../../domain/media/media-asset.ts';
import { processImage } from '../../media/process-image.ts';

/** Why a file is rejected. The message names the rule and the number. */
export type Rejection = { code: MediaErrorCode; message: string };

/** An inspected file: its bytes without metadata, and what it contains. */
export type InspectedFile = { bytes: Uint8Array; file: MediaFile; frames: number; hasAlpha: boolean };

/** Inspect an image by its content, and remove its metadata. Never throws for any bytes. */
export async function inspectFile(original: Uint8Array): Promise<InspectedFile | Rejection> {
  if (original.byteLength === 0) return { code: 'empty', message: 'The file is empty.' };
  const result = await processImage(original);
  if (result.outcome === 'rejected') return { code: result.code, message: result.message };
  const { bytes, contentType, width, height, isAnimated, durationMs, frames, hasAlpha } = result;
  const shown = { width, height, is_animated: isAnimated, duration_ms: durationMs, adaptations: [], unsupported: [] };
  return { bytes, file: { content_type: contentType, size_bytes: bytes.byteLength, ...shown }, frames, hasAlpha };
}

/** Reject a file that is larger than any file of the library. */
export function tooLarge(): Rejection {
  return { code: 'too_large', message: `A file has at most ${MAX_UPLOAD_BYTES.toLocaleString('en-US')} bytes.` };
}
