import { describe, expect, it } from 'vitest';
import { deliveryOf, describeFile, formatBytes } from '../../dashboard/src/content/file-texts.ts';
import './english.ts';

describe('formatBytes', () => {
  it.each([
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [48_250_000, '48.3 MB'],
  ])('%d is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('describeFile', () => {
  it('has the type, the dimensions, the duration and the size, as far as they are known', () => {
    const video = {
      content_type: 'video/quicktime',
      size_bytes: 1_500_000,
      width: 1920,
      height: 1080,
      duration_ms: 65_400,
    };
    expect(describeFile(video)).toBe('QuickTime, 1920 × 1080, 1:05, 1.5 MB');
    const image = { content_type: 'image/jpeg', size_bytes: 90_000, width: null, height: null, duration_ms: null };
    expect(describeFile(image)).toBe('JPEG, 90 kB');
  });
});

describe('deliveryOf', () => {
  const file = {
    adaptations: [
      {
        ...{
          platform: 'instagram' as const,
          content_type: 'image/jpeg',
          size_bytes: 310_000,
          width: 1080,
          height: 566,
        },
        changes: ['converted' as const, 'padded' as const],
      },
    ],
    unsupported: [
      {
        platform: 'linkedin' as const,
        code: 'media_unsupported' as const,
        message: 'LinkedIn receives no animations.',
      },
    ],
  };

  it('says that the file is sent unchanged', () => {
    expect(deliveryOf(file, 'twitter')).toEqual({ kind: 'unchanged', text: 'X receives the original file.' });
  });

  it('says what the platform receives instead, and why it differs', () => {
    expect(deliveryOf(file, 'instagram')).toEqual({
      kind: 'adapted',
      text: 'Instagram receives JPEG, 1080 × 566, 310 kB: converted to another type, padded with white.',
    });
  });

  it('says why the platform cannot receive it', () => {
    expect(deliveryOf(file, 'linkedin')).toEqual({ kind: 'unsupported', text: 'LinkedIn receives no animations.' });
  });
});
