import sharp from 'sharp';
import type { MediaErrorCode } from '../../lib/media/rules/media-asset.ts';
import { pngChunk, pngOf, withChunks } from './images.ts';
import { quadrants } from './quadrants.ts';

/** A file as people upload it that is no acceptable image, and why. */
export interface RejectedFile {
  name: string;
  bytes(): Promise<Buffer> | Buffer;
  code: MediaErrorCode;
}

const file = (name: string, code: MediaErrorCode, bytes: RejectedFile['bytes'] | string): RejectedFile => ({
  name,
  code,
  bytes: typeof bytes === 'string' ? () => Buffer.from(bytes, 'latin1') : bytes,
});

const box = (brand: string, ...compatible: string[]) => {
  const content = Buffer.from(`ftyp${brand}\0\0\0\0${compatible.join('')}`, 'latin1');
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length + 4);
  return Buffer.concat([size, content, Buffer.alloc(2000, 7)]);
};

const pages = async () =>
  sharp(await Promise.all([1, 3].map((orientation) => quadrants(60, 40, orientation).png().toBuffer())), {
    join: { animated: true },
  });

const otherTypes: RejectedFile[] = [
  file('a HEIC photo of an iPhone', 'heic_not_supported', () => box('heic', 'mif1', 'heic')),
  file('a HEIC photo of 10 bits', 'heic_not_supported', () => box('heix', 'mif1', 'heix')),
  file('a HEIC photo whose major brand is that of the container', 'heic_not_supported', () => box('mif1', 'heic')),
  file('an animated WebP', 'animation_not_supported', async () => (await pages()).webp().toBuffer()),
  file('an animated PNG', 'animation_not_supported', async () =>
    withChunks(await quadrants().png().toBuffer(), [pngChunk('acTL', Buffer.from('0000000200000000', 'hex'))]),
  ),
  file('an SVG drawing', 'unsupported_type', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  file(
    'an SVG drawing that reads a file',
    'unsupported_type',
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>',
  ),
  file('a TIFF', 'unsupported_type', () => quadrants().tiff().toBuffer()),
  file('a big-endian TIFF', 'unsupported_type', 'MM\0*\0\0\0\x08\0\0'),
  file('a BMP', 'unsupported_type', `BM\xf6\0\0\0\0\0\0\0\x36\0\0\0(${'\0'.repeat(99)}`),
  file('an icon', 'unsupported_type', '\0\0\x01\0\x01\0\x10\x10\0\0\x01\0 \0\x68\x04\0\0'),
  file('a PDF', 'unsupported_type', '%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj'),
  file('a Photoshop document', 'unsupported_type', '8BPS\0\x01\0\0\0\0\0\0\0\x03'),
  file('a JPEG 2000', 'unsupported_type', '\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 '),
  file('a JPEG XL', 'unsupported_type', '\xff\x0a\xfa\x1f\x41'),
  file('a JPEG XL in its container', 'unsupported_type', '\0\0\0\x0cJXL \r\n\x87\n'),
  file('a web page', 'unsupported_type', '<!doctype html><title>Not found</title>'),
  file('the error of an API', 'unsupported_type', '{"error":"not_found"}'),
  file('a ZIP archive', 'unsupported_type', 'PK\x03\x04\x14\0\0\0\x08\0'),
  file('a script', 'unsupported_type', '#!/bin/sh\nrm -rf /'),
  file('a text', 'unsupported_type', 'Our summer campaign'),
  file('a text of one byte', 'unsupported_type', 'x'),
  file('zeros', 'unsupported_type', '\0'.repeat(5000)),
  file('nothing', 'empty', ''),
];

/** Files of some bytes that claim to have billions of pixels. */
const bombs: RejectedFile[] = [
  file('a PNG that declares 50,000 x 50,000 pixels', 'too_many_pixels', () => pngOf(50_000, 50_000)),
  file('a PNG that declares 10,001 x 10,000 pixels', 'too_many_pixels', () => pngOf(10_001, 10_000)),
  file('a JPEG that declares 65,500 x 65,500 pixels', 'too_many_pixels', () => declaring(65_500, 65_500)),
  file('a GIF that declares 65,535 x 65,535 pixels', 'too_many_pixels', async () => {
    const gif = await quadrants().gif().toBuffer();
    gif.writeUInt16LE(65_535, 6);
    gif.writeUInt16LE(65_535, 8);
    return gif;
  }),
];

/** A JPEG whose header declares another size. */
async function declaring(width: number, height: number): Promise<Buffer> {
  const jpeg = await quadrants().jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

const ENCODED = {
  jpeg: () => quadrants().jpeg().toBuffer(),
  'progressive jpeg': () => quadrants().jpeg({ progressive: true }).toBuffer(),
  png: () => quadrants().png().toBuffer(),
  webp: () => quadrants().webp().toBuffer(),
  gif: () => quadrants().gif().toBuffer(),
  avif: () => quadrants().avif({ effort: 0 }).toBuffer(),
};

/** Uploads that were interrupted. */
const truncated = Object.entries(ENCODED).flatMap(([format, encode]) =>
  [0.3, 0.6, 0.95].map((share) =>
    file(`a ${format} of which ${share * 100} % arrived`, format === 'avif' ? 'corrupt' : 'truncated', async () => {
      const bytes = await encode();
      return bytes.subarray(0, Math.floor(bytes.length * share));
    }),
  ),
);

const SIGNATURES = { JPEG: '\xff\xd8\xff', PNG: '\x89PNG\r\n\x1a\n', GIF: 'GIF89a', WebP: 'RIFF\xff\0\0\0WEBP' };

const damaged: RejectedFile[] = [
  ...Object.entries(SIGNATURES).map(([type, signature]) => file(`the signature of a ${type}`, 'truncated', signature)),
  file('a PNG whose pixels are damaged', 'corrupt', async () => {
    const png = await quadrants().png().toBuffer();
    return png.fill(0x5a, png.indexOf('IDAT') + 10, png.indexOf('IDAT') + 60);
  }),
  file('a JPEG of 12 bits', 'corrupt', async () => {
    const jpeg = await ENCODED.jpeg();
    jpeg[jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 4] = 12;
    return jpeg;
  }),
  file('a JPEG without pixels', 'corrupt', () => declaring(0, 0)),
  file('a PNG without pixels', 'corrupt', () => pngOf(0, 0)),
  file('a JPEG whose Huffman table is damaged', 'corrupt', async () => {
    const jpeg = await ENCODED.jpeg();
    const table = jpeg.indexOf(Buffer.from([0xff, 0xc4]));
    return jpeg.fill(0xfe, table + 5, table + 20);
  }),
];

/** The files that are rejected. */
export const REJECTED_FILES: RejectedFile[] = [...otherTypes, ...bombs, ...truncated, ...damaged];
