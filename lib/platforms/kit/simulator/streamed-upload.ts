import { UPLOAD_SCRIPTS, type UploadScriptName } from './fault-scripts.ts';
import type { SimulatedResponse, StreamedRequest } from './simulated-http.ts';
import type { UploadedFiles } from './uploaded-files.ts';

const PART_BYTES = 1024 * 1024;

/** Where a streamed body is stored: after the bytes of an upload that have arrived before. */
interface Destination {
  files: UploadedFiles;
  upload: string;
  offset: number;
  /** How many bytes may arrive. */
  maxBytes: number;
}

/**
 * Store a streamed body until it ends, is interrupted or has all bytes. Returns how many bytes have arrived, and whether
 * more were sent.
 */
export async function storeStream(
  { body }: StreamedRequest,
  { files, upload, offset, maxBytes }: Destination,
): Promise<{ bytes: number; isTooLong: boolean; isInterrupted: boolean }> {
  let [bytes, waiting, waitingBytes] = [0, [] as Buffer[], 0];
  const flush = () => {
    if (waitingBytes > 0) files.putPart(upload, offset + bytes, Buffer.concat(waiting));
    bytes += waitingBytes;
    [waiting, waitingBytes] = [[], 0];
  };
  try {
    for await (const chunk of body) {
      const left = maxBytes - bytes - waitingBytes;
      waiting.push(chunk.subarray(0, left));
      waitingBytes += Math.min(chunk.length, left);
      if (waitingBytes >= PART_BYTES || chunk.length >= left) flush();
      if (chunk.length > left) return { bytes, isTooLong: true, isInterrupted: false };
    }
  } catch {
    flush();
    return { bytes, isTooLong: false, isInterrupted: true };
  }
  flush();
  return { bytes, isTooLong: false, isInterrupted: false };
}

/** How a platform takes a streamed body, and its error responses. */
export interface StreamingPlatform {
  /** @param maxShare the part of the body that arrives before the connection ends: 1, or less. */
  receive(maxShare: number): Promise<SimulatedResponse>;
  rejections: Record<'500' | '429' | '401' | 'expired', () => SimulatedResponse>;
}

/** Run one script of a request with a streamed body. */
export async function injectStreamFault(
  name: UploadScriptName,
  request: StreamedRequest,
  platform: StreamingPlatform,
): Promise<SimulatedResponse> {
  const { effect, answer } = UPLOAD_SCRIPTS[name];
  if (name === 'drop_midway') return { ...(await platform.receive(0.5)), delivery: 'drop' };
  const reply = effect ? await platform.receive(1) : await discard(request);
  if (effect && reply.status >= 300) return reply;
  if (answer === 'as_it_is') return reply;
  return answer === 'drop' ? { ...reply, delivery: 'drop' } : platform.rejections[answer]();
}

/** Read a body without an effect: a response before its end could be lost. */
async function discard({ body }: StreamedRequest): Promise<SimulatedResponse> {
  for await (const _ of body);
  return { status: 503 };
}
