import { assertFewParts, MediaFormatError } from '../files/rejection.ts';

/** A GIF file without metadata, whose compressed pixels are those of the original. */
export interface StrippedGif {
  bytes: Uint8Array;
  /** Of the canvas, on which each frame is drawn. */
  width: number;
  height: number;
  frames: number;
  /** The time until the last frame ends, once. */
  durationMs: number;
}

const TRAILER = 0x3b;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
const PLAIN_TEXT = 0x01;

const HEADER_BYTES = 13;
const IMAGE_DESCRIPTOR_BYTES = 10;
const GRAPHIC_CONTROL_BYTES = 8;

/** The application extensions that contain the number of loops. */
const LOOP_EXTENSIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

/** Browsers show a frame with a delay of 0 or 1 hundredths of a second for 100 ms. */
const DEFAULT_FRAME_MS = 100;

const TRUNCATED = new MediaFormatError('truncated', 'The GIF file ends before its trailer.');

/**
 * Remove the metadata of a GIF file without decoding it, and what follows its trailer.
 *
 * What stays are color tables, frames with their delays, and the number of loops. Comments, plain text, which no
 * viewer shows, and other application extensions, such as XMP data, are dropped.
 */
export function stripGif(bytes: Uint8Array): StrippedGif {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < HEADER_BYTES) throw TRUNCATED;
  let position = HEADER_BYTES + colorTableBytes(file[10]!);
  const parts: Uint8Array[] = [file.subarray(0, position)];
  // The delay and the transparency of the next frame.
  let control: Buffer | null = null;
  let frames = 0;
  let durationMs = 0;
  for (let blocks = 1; file[position] !== TRAILER; blocks++) {
    assertFewParts(blocks);
    const kind = file[position];
    if (kind === undefined) throw TRUNCATED;
    if (kind === IMAGE) {
      if (position + IMAGE_DESCRIPTOR_BYTES > file.length) throw TRUNCATED;
      const tableBytes = colorTableBytes(file[position + 9]!);
      // The table is followed by a byte that starts the compression.
      const end = endOfBlocks(file, position + IMAGE_DESCRIPTOR_BYTES + tableBytes + 1);
      if (control !== null) parts.push(control);
      parts.push(file.subarray(position, end));
      frames += 1;
      durationMs += frameMs(control);
      control = null;
      position = end;
    } else if (kind === EXTENSION) {
      const end = endOfBlocks(file, position + 2);
      const extension = file.subarray(position, end);
      const label = extension[1];
      if (label === GRAPHIC_CONTROL) control = graphicControl(extension);
      if (label === PLAIN_TEXT) control = null;
      if (label === APPLICATION) parts.push(...loopExtension(extension));
      position = end;
    } else throw new MediaFormatError('corrupt', 'The GIF file has a block of an unknown type.');
  }
  if (frames === 0) throw new MediaFormatError('corrupt', 'The GIF file has no frames.');
  parts.push(Uint8Array.of(TRAILER));
  const [width, height] = [file.readUInt16LE(6), file.readUInt16LE(8)];
  return { bytes: Buffer.concat(parts), width, height, frames, durationMs };
}

/** The length of the color table that the flags of a screen or of a frame announce. */
function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** The position after a chain of sub-blocks. Each begins with its length; the last one is empty. */
function endOfBlocks(file: Buffer, start: number): number {
  let position = start;
  while (file[position] !== 0) {
    const lengthBytes = file[position];
    if (lengthBytes === undefined) throw TRUNCATED;
    position += 1 + lengthBytes;
  }
  return position + 1;
}

function graphicControl(extension: Buffer): Buffer | null {
  return extension.length === GRAPHIC_CONTROL_BYTES && extension[2] === 4 ? extension : null;
}

function frameMs(control: Buffer | null): number {
  const hundredths = control?.readUInt16LE(4) ?? 0;
  return hundredths <= 1 ? DEFAULT_FRAME_MS : hundredths * 10;
}

/** The extension with its loop count and without further blocks; nothing for another extension. */
function loopExtension(extension: Buffer): Buffer[] {
  const isLoop = LOOP_EXTENSIONS.includes(extension.toString('latin1', 3, 14));
  // An introducer, a label, a block of 11 bytes, a block of 3 bytes that begins with 1, and an empty block.
  if (!isLoop || extension.length < 19 || extension[2] !== 11) return [];
  if (extension[14] !== 3 || extension[15] !== 1) return [];
  return [Buffer.concat([extension.subarray(0, 18), Uint8Array.of(0)])];
}
