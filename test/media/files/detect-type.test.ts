import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectType } from '../../../lib/media/files/detect-type.ts';

const box = (brands: string) =>
  `\0\0\0${String.fromCharCode(brands.length + 12)}ftyp${brands.slice(0, 4)}\0\0\0\0${brands.slice(4)}`;

describe('detectType', () => {
  it.each([
    ['\xff\xd8\xff\xe1', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['GIF87a', 'image/gif'],
    ['GIF89a', 'image/gif'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
    [box('avifmif1miaf'), 'image/avif'],
    [box('mif1avifmiaf'), 'image/avif'],
    [box('heicmif1'), 'image/heic'],
    [box('mif1heic'), 'image/heic'],
    [box('isomiso2avc1mp41'), 'video/mp4'],
    [box('mp42'), 'video/mp4'],
    [box('qt  '), 'video/quicktime'],
    ['\0\0\0\x08wide\0\0\0\0mdat', 'video/quicktime'],
    ['\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm', 'video/webm'],
    ['\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x88matroska', 'video/x-matroska'],
  ])('reads the type of %j', (head, type) => {
    expect(detectType(Buffer.from(head, 'latin1'))).toBe(type);
  });

  it.each(['', '\xff\xd8', 'RIFF\0\0\0\0WAVE', '<svg', 'II*\0', box('abcd'), '\x1a\x45\xdf\xa3'])(
    'knows no type of %j',
    (head) => {
      expect(detectType(Buffer.from(head, 'latin1'))).toBe(null);
    },
  );

  it('returns for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (head) => detectType(head) !== undefined));
  });
});
