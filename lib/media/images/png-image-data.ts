import { createInflate } from 'node:zlib';
import { dataOf, pngChunk } from './remove-png-exif.ts';

const SIGNATURE_BYTES = 8;
const FRAMING_BYTES = 12;

/** The samples of a pixel by color type. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The first pixel and the distance of pixels of each pass of an interlaced image: x, y, dx, dy. */
// biome-ignore format: one line per pass.
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;

/**
 * Remove the bytes of a PNG without metadata that follow its compressed pixels in their chunks. Returns null if more is
 * compressed than the pixels, which can only be removed by encoding them again.
 */
export async function trimImageData(bytes: Uint8Array): Promise<Buffer | null> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = readChunks(file);
  const dataAt = chunks.findIndex(({ type }) => type === 'IDAT');
  const data = chunks.filter(({ type }) => type === 'IDAT').map(({ bytes }) => dataOf(bytes));
  const { consumedBytes, pixelBytes } = await inflate(data, rawBytes(chunks[0]!.bytes));
  if (consumedBytes === null || pixelBytes !== rawBytes(chunks[0]!.bytes)) return null;
  if (consumedBytes === data.reduce((sum, { length }) => sum + length, 0)) return file;
  const others = chunks.filter(({ type }) => type !== 'IDAT').map(({ bytes }) => bytes);
  others.splice(dataAt, 0, pngChunk('IDAT', Buffer.concat(data).subarray(0, consumedBytes)));
  return Buffer.concat([file.subarray(0, SIGNATURE_BYTES), ...others]);
}

function readChunks(file: Buffer): { type: string; bytes: Buffer }[] {
  const chunks: { type: string; bytes: Buffer }[] = [];
  for (let position = SIGNATURE_BYTES; position < file.length; ) {
    const end = position + FRAMING_BYTES + file.readUInt32BE(position);
    chunks.push({ type: file.toString('latin1', position + 4, position + 8), bytes: file.subarray(position, end) });
    position = end;
  }
  return chunks;
}

/** The bytes of the pixels before their compression, with a filter byte for each row. */
function rawBytes(header: Buffer): number {
  const [width, height] = [header.readUInt32BE(8), header.readUInt32BE(12)];
  const bitsPerPixel = header[16]! * (SAMPLES[header[17]!] ?? 0);
  const isInterlaced = header[20] === 1;
  return (isInterlaced ? PASSES : WHOLE).reduce((sum: number, [x, y, dx, dy]) => {
    const [columns, rows] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)];
    return columns <= 0 || rows <= 0 ? sum : sum + rows * (1 + Math.ceil((columns * bitsPerPixel) / 8));
  }, 0);
}

/** Inflate data without keeping it, up to a number of bytes. `consumedBytes` is null if it does not end there. */
async function inflate(
  data: Buffer[],
  maxBytes: number,
): Promise<{ consumedBytes: number | null; pixelBytes: number }> {
  const stream = createInflate({ chunkSize: 256 * 1024 });
  let pixelBytes = 0;
  const ended = new Promise<number | null>((resolve) => {
    stream.on('data', ({ length }: Buffer) => {
      pixelBytes += length;
      if (pixelBytes > maxBytes) resolve(null);
    });
    stream.on('end', () => resolve(stream.bytesWritten));
    stream.on('error', () => resolve(null));
  });
  for (const part of data) stream.write(part);
  stream.end();
  const consumedBytes = await ended;
  stream.destroy();
  return { consumedBytes, pixelBytes };
}
