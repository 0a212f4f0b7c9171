import { describe, expect, it } from 'vitest';
import { firstFile, smallestVersion } from '../../../lib/content/rules/thumbnail.ts';

const image = (name: string) => ({ url: `https://example.com/${name}.jpg`, type: 'image' as const });

describe('the file that stands for an item', () => {
  it('is the first one of the item', () => {
    const platform_options = { twitter: { media: [image('c')] } };
    expect(firstFile({ media: [image('a'), image('b')], thread: [], platform_options })).toEqual(image('a'));
  });

  it('is one of a platform where the item itself has none', () => {
    const platform_options = { twitter: { media: [image('c')] } };
    expect(firstFile({ media: [], thread: [], platform_options })).toEqual(image('c'));
  });

  it('is null without files', () => {
    expect(firstFile({ media: [], thread: [], platform_options: {} })).toBeNull();
  });
});

describe('the smallest version of a file', () => {
  it('is the adapted one with the fewest bytes', () => {
    const adaptations = [
      { platform: 'instagram', size_bytes: 500 },
      { platform: 'bluesky', size_bytes: 300 },
    ];
    expect(smallestVersion({ size_bytes: 900, adaptations })).toBe('bluesky');
  });

  it('is the file itself where no version has fewer bytes', () => {
    expect(smallestVersion({ size_bytes: 900, adaptations: [] })).toBeNull();
    expect(smallestVersion({ size_bytes: 900, adaptations: [{ platform: 'bluesky', size_bytes: 1000 }] })).toBeNull();
  });
});
