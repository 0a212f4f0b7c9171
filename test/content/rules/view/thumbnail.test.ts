import { describe, expect, it } from 'vitest';
import { firstFile } from '../../../../lib/content/rules/view/thumbnail.ts';
import type { LibraryMedia } from '../../../../lib/platforms/platform.ts';

const image = (name: string) => ({ url: `https://example.com/${name}.jpg`, type: 'image' as const });
const shown = (name: string) => ({ kind: 'image', media_id: null, url: `https://example.com/${name}.jpg` });

describe('the file that stands for an item', () => {
  it('is the first one of the item', () => {
    const platform_options = { twitter: { media: [image('c')] } };
    expect(firstFile({ media: [image('a'), image('b')], thread: [], platform_options })).toEqual(shown('a'));
  });

  it('is one of a platform where the item itself has none', () => {
    const platform_options = { twitter: { media: [image('c')] } };
    expect(firstFile({ media: [], thread: [], platform_options })).toEqual(shown('c'));
  });

  it('is null without files', () => {
    expect(firstFile({ media: [], thread: [], platform_options: {} })).toBeNull();
  });

  it.each([
    ['the adapted version with the fewest bytes', { instagram: 500, bluesky: 300 }, 'bluesky'],
    ['the file itself without versions', {}, null],
    ['the file itself where no version has fewer bytes', { bluesky: 1000 }, null],
  ])('of the media library is %s', (_, sizes, version) => {
    const adaptations = Object.entries(sizes).map(([platform, size_bytes]) => ({ platform, size_bytes }));
    const media = { media_id: 'med_1', type: 'image', file: { size_bytes: 900, adaptations } } as LibraryMedia;
    expect(firstFile({ media: [media], thread: [], platform_options: {} })).toMatchObject({
      media_id: 'med_1',
      version,
    });
  });
});
