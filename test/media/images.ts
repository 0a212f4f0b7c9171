import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Planted in every field of metadata, and to be found in no result. */
export const SECRET = 'GPS-48.8584N-2.2945E';

/** A picture whose corners differ, so that a wrong rotation or mirror shows. */
export function picture(width = 64, height = 48) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      pixels.set(
        [(x * 255) / width, (y * 255) / height, x < width / 2 && y < height / 2 ? 200 : 20],
        (y * width + x) * 3,
      );
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export const jpeg = () => picture().jpeg({ quality: 90 }).toBuffer();
export const png = () => picture().png().toBuffer();
export const webp = (lossless = false) => picture().webp({ lossless }).toBuffer();
export const avif = () => picture().avif({ effort: 0 }).toBuffer();

/** A TIFF block with an orientation and a text, in either byte order. */
export function exif(orientation: number, isLittleEndian = true): Buffer {
  const text = Buffer.from(`${SECRET}\0`);
  const tiff = Buffer.alloc(38);
  const set16 = (value: number, at: number) =>
    isLittleEndian ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const set32 = (value: number, at: number) =>
    isLittleEndian ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  tiff.write(isLittleEndian ? 'II' : 'MM');
  set16(42, 2);
  set32(8, 4);
  set16(2, 8);
  // Make, a text behind the directory.
  set16(0x010f, 10);
  set16(2, 12);
  set32(text.length, 14);
  set32(38, 18);
  set16(0x0112, 22);
  set16(3, 24);
  set32(1, 26);
  set16(orientation, 30);
  return Buffer.concat([tiff, text]);
}

export function jpegSegment(marker: number, data: Buffer | string): Buffer {
  const content = Buffer.from(data);
  const header = Buffer.from([0xff, marker, 0, 0]);
  header.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([header, content]);
}

/** A JPEG with these segments after its first marker, and with bytes after its end. */
export function withSegments(file: Buffer, segments: Buffer[], trailer = ''): Buffer {
  return Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2), Buffer.from(trailer)]);
}

export function pngChunk(type: string, data: Buffer | string): Buffer {
  const content = Buffer.from(data);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framing = Buffer.alloc(8);
  framing.writeUInt32BE(content.length);
  framing.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([framing.subarray(0, 4), body, framing.subarray(4)]);
}

/** A PNG with these chunks after its header, and with bytes after its end. */
export function withChunks(file: Buffer, chunks: Buffer[], trailer = ''): Buffer {
  return Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33), Buffer.from(trailer)]);
}

/** A gray PNG of a few bytes that declares any size. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const pixels = deflateSync(Buffer.alloc(100_000));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', '')]);
}

function riffChunk(type: string, data: Buffer | string): Buffer {
  const content = Buffer.from(data);
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}

/** An extended WebP with EXIF, XMP and private chunks, and with bytes after its end. */
export function withWebpMetadata(file: Buffer, orientation: number, trailer = SECRET, width = 64, height = 48): Buffer {
  const extended = Buffer.alloc(10);
  extended[0] = 0x08 | 0x04;
  extended.writeUIntLE(width - 1, 4, 3);
  extended.writeUIntLE(height - 1, 7, 3);
  const chunks = Buffer.concat([
    riffChunk('VP8X', extended),
    file.subarray(12),
    riffChunk('EXIF', exif(orientation)),
    riffChunk('XMP ', `<x:xmpmeta>${SECRET}</x:xmpmeta>`),
    riffChunk('PRIV', SECRET),
  ]);
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  header.writeUInt32LE(chunks.length + 4, 4);
  return Buffer.concat([header, chunks, Buffer.from(trailer)]);
}

/** An animation with these delays in ms, and a loop count. */
export async function animation(delaysMs: number[], width = 16, height = 12): Promise<Buffer> {
  const channels = 3 as const;
  const pixels = Buffer.alloc(width * height * channels * delaysMs.length);
  // Each frame differs, as the encoder merges equal ones.
  for (let index = 0; index < pixels.length; index++) pixels[index] = (index * 7 + (index >> 9) * 31) % 256;
  const raw = { width, height: height * delaysMs.length, channels, pageHeight: height };
  return sharp(pixels, { raw }).gif({ delay: delaysMs, loop: 3 }).toBuffer();
}

/** A GIF with these blocks before its end. */
export function withBlocks(file: Buffer, blocks: Buffer[]): Buffer {
  return Buffer.concat([file.subarray(0, -1), ...blocks, file.subarray(-1)]);
}

/** A GIF with a comment, a plain text and XMP data before its first frame, and with bytes after its end. */
export function withGifMetadata(file: Buffer): Buffer {
  const start = 13 + (file[10]! & 0x80 ? 3 * 2 ** ((file[10]! & 7) + 1) : 0);
  const text = Buffer.from(SECRET);
  const block = Buffer.concat([Buffer.from([text.length]), text, Buffer.from([0])]);
  const extension = (label: number, header: Buffer | string) =>
    Buffer.concat([Buffer.from([0x21, label]), Buffer.from(header), block]);
  return Buffer.concat([
    file.subarray(0, start),
    extension(0xfe, ''),
    extension(0x01, Buffer.concat([Buffer.from([12]), Buffer.alloc(12)])),
    extension(0xff, '\x0bXMP DataXMP'),
    file.subarray(start),
    text,
  ]);
}
