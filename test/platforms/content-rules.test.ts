import fc from 'fast-check';
import twitterText from 'twitter-text';
import { describe, expect, it } from 'vitest';
import { planImage } from '../../lib/media/rules/image-plan.ts';
import { findViolations, listContentRules } from '../../lib/platforms/content-rules.ts';
import type { Media, Platform } from '../../lib/platforms/platform.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { TWITTER_PRICES, content as twitterContent } from '../../lib/platforms/twitter/facts/content.ts';
import { makeGif, makeVideo } from './videos.ts';

const PLATFORM_RULES = PLATFORMS.flatMap(listContentRules);
const publishPriceUsd = (text: string) => twitterContent.publishPriceUsd?.(text);

function image(url = 'https://example.com/a.jpg', alt?: string): Media {
  return { url, type: 'image', alt };
}

function images(count: number): Media[] {
  return Array.from({ length: count }, (_, index) => image(`https://example.com/${index}.jpg`));
}

/** Check whether a platform takes media: one that takes none has the limit 0. */
function acceptsMedia(platform: Platform): boolean {
  return listContentRules(platform).every((rule) => rule.rule !== 'too_many_media' || rule.limit > 0);
}

const MEDIA_PLATFORMS = PLATFORMS.filter(acceptsMedia);

/** A post nothing is wrong with, but for what is given. */
function violationsOf(platform: Platform, post: { text?: string; media?: Media[] }) {
  const media = post.media ?? images(acceptsMedia(platform) ? 1 : 0);
  return findViolations({ platform, text: post.text ?? 'Hello', media });
}

function codesOf(platform: Platform, post: { text?: string; media?: Media[] }): string[] {
  return violationsOf(platform, post).map(({ code }) => code);
}

describe('the table of rules', () => {
  it('says of every rule since when it is known and where it is written', () => {
    expect(PLATFORM_RULES.length).toBeGreaterThan(10);
    for (const rule of [...PLATFORM_RULES, TWITTER_PRICES]) {
      expect(rule.as_of).toMatch(/^2026-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/);
      expect(new URL(rule.source).protocol).toBe('https:');
    }
  });

  it('has every rule of a platform once, and rules for every platform', () => {
    const names = PLATFORM_RULES.map(({ platform, rule }) => `${platform} ${rule}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(PLATFORM_RULES.map(({ platform }) => platform))).toEqual(new Set(PLATFORMS));
  });
});

describe('findViolations', () => {
  it.each(MEDIA_PLATFORMS)('has nothing against a short text with a JPEG on %s', (platform) => {
    expect(violationsOf(platform, {})).toEqual([]);
  });

  it('names everything that is wrong with one post', () => {
    const media = [...images(9), image('https://example.com/a.png'), { ...image(), type: 'video' as const }];
    const codes = codesOf('instagram', { text: `${'#tag '.repeat(31)}${'@name '.repeat(400)}`, media });
    expect(new Set(codes)).toEqual(
      new Set(['too_many_media', 'media_unsupported', 'text_too_long', 'too_many_hashtags', 'too_many_mentions']),
    );
  });

  it('shows no url, which may be signed', () => {
    const media = [
      { ...image('https://example.com/secret.png?sig=secret'), type: 'video' as const },
      image('https://example.com/secret.gif?sig=secret'),
    ];
    const found = PLATFORMS.flatMap((platform) => findViolations({ platform, text: 'x', media }));
    expect(found.length).toBeGreaterThan(3);
    expect(JSON.stringify(found)).not.toContain('secret');
  });
});

describe('the length of the text', () => {
  it.each<[Platform, string, number]>([
    ['twitter', 'a', 280],
    ['twitter', '😀', 140],
    ['twitter', '👨‍👩‍👧‍👦', 140],
    ['twitter', '字', 140],
    ['linkedin', 'a', 3000],
    ['linkedin', '😀', 3000],
    ['linkedin', '#', 3000],
    ['instagram', 'a', 2200],
    ['instagram', '😀', 2200],
    ['bluesky', 'a', 300],
    ['bluesky', '字', 300],
    ['bluesky', 'e\u0301', 300],
  ])('on %s may be that of %j %i times, and no more', (platform, unit, count) => {
    expect(codesOf(platform, { text: unit.repeat(count) })).toEqual([]);
    expect(codesOf(platform, { text: unit.repeat(count + 1) })).toEqual(['text_too_long']);
  });

  it('on Bluesky has a second limit, in bytes, which emoji of many code points reach first', () => {
    expect(codesOf('bluesky', { text: '👨‍👩‍👧‍👦'.repeat(120) })).toEqual([]);
    expect(violationsOf('bluesky', { text: '👨‍👩‍👧‍👦'.repeat(121) })).toMatchObject([
      { code: 'text_too_many_bytes', field: 'text', limit: 3000, actual: 3025 },
    ]);
  });

  it('on X is given as X counts it', () => {
    const [violation] = violationsOf('twitter', {
      text: `${'a'.repeat(257)} https://example.com/${'b'.repeat(400)}`,
    });
    expect(violation).toEqual({
      platform: 'twitter',
      code: 'text_too_long',
      field: 'text',
      index: null,
      detail: expect.stringContaining('281'),
      isMissing: false,
      limit: 280,
      actual: 281,
    });
  });

  it('and its characters are those X takes: twitter-text agrees', () => {
    const text = fc
      .array(fc.constantFrom('a', ' ', '字', '😀', 'example.com ', '\uFEFF', 'word'.repeat(20)), {
        minLength: 1,
        maxLength: 40,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (value) => {
        expect(codesOf('twitter', { text: value }).length === 0).toBe(twitterText.parseTweet(value).valid);
      }),
      { numRuns: 500 },
    );
  });
});

describe('characters X rejects', () => {
  it.each(['\uFFFE', '\uFEFF', '\uFFFF'])('are rejected for X only: %j', (character) => {
    const text = `a${character}b`;
    const [violation] = violationsOf('twitter', { text });
    expect(violation).toMatchObject({ code: 'text_character_refused', field: 'text', isMissing: false });
    expect(violation?.detail).toContain(`U+${character.charCodeAt(0).toString(16).toUpperCase()}`);
    expect(codesOf('linkedin', { text })).toEqual([]);
    expect(codesOf('instagram', { text })).toEqual([]);
  });
});

describe('hashtags and mentions on Instagram', () => {
  it('are counted by occurrence: 30 hashtags pass, 31 do not', () => {
    expect(codesOf('instagram', { text: '#tag '.repeat(30) })).toEqual([]);
    const [violation] = violationsOf('instagram', { text: '#tag '.repeat(31) });
    expect(violation).toMatchObject({ code: 'too_many_hashtags', field: 'text', limit: 30, actual: 31 });
  });

  it('are counted by occurrence: 20 mentions pass, 21 do not', () => {
    expect(codesOf('instagram', { text: '@name '.repeat(20) })).toEqual([]);
    const [violation] = violationsOf('instagram', { text: '@name '.repeat(21) });
    expect(violation).toMatchObject({ code: 'too_many_mentions', field: 'text', limit: 20, actual: 21 });
  });

  it.each(['#one#two', '#Café', '＃東京', '❤️#love', '(#in)', '"#a', '#2fast', '#ab\u0301c'])(
    'finds as many hashtags in %j as there are signs',
    (unit) => {
      const signs = unit.normalize('NFKC').split('#').length - 1;
      const [violation] = violationsOf('instagram', { text: `${unit} `.repeat(31) });
      expect(violation).toMatchObject({ code: 'too_many_hashtags', actual: 31 * signs });
    },
  );

  it.each(['a#b', '#1', '# ', '#️⃣', '&#x27;', '#🚀', 'https://example.com/#top', 'example.com/#top'])(
    'finds no hashtag in %j',
    (unit) => {
      expect(codesOf('instagram', { text: `${unit} `.repeat(31) })).toEqual([]);
    },
  );

  it.each(['me@example.com', 'a@b', 'https://example.com/@me', '@ me'])('finds no mention in %j', (unit) => {
    expect(codesOf('instagram', { text: `${unit} `.repeat(21) })).toEqual([]);
  });

  it('are not limited on X and LinkedIn', () => {
    const text = '#a @b '.repeat(40);
    expect(codesOf('twitter', { text })).toEqual([]);
    expect(codesOf('linkedin', { text })).toEqual([]);
  });
});

describe('the number of images', () => {
  it.each<[Platform, number]>([
    ['twitter', 4],
    ['linkedin', 20],
    ['instagram', 10],
  ])('on %s may be %i, and no more', (platform, limit) => {
    expect(codesOf(platform, { media: images(limit) })).toEqual([]);
    const [violation] = violationsOf(platform, { media: images(limit + 1) });
    expect(violation).toMatchObject({
      code: 'too_many_media',
      field: 'media',
      index: null,
      limit,
      actual: limit + 1,
    });
  });

  it('may be none on X and LinkedIn', () => {
    expect(codesOf('twitter', { media: [] })).toEqual([]);
    expect(codesOf('linkedin', { media: [] })).toEqual([]);
  });

  it('is missing on Instagram while there is none', () => {
    expect(violationsOf('instagram', { media: [] })).toEqual([
      {
        platform: 'instagram',
        code: 'media_required',
        field: 'media',
        index: null,
        detail: 'Instagram requires at least one image or video.',
        isMissing: true,
        limit: 1,
        actual: 0,
      },
    ]);
  });
});

describe('the kind of media', () => {
  it.each(MEDIA_PLATFORMS)('is not a video behind a URL on %s', (platform) => {
    const media = [image(), { ...image('https://example.com/a.mp4'), type: 'video' as const }];
    expect(violationsOf(platform, { media })).toEqual([
      expect.objectContaining({
        code: 'media_unsupported',
        index: 1,
        isMissing: false,
        detail: expect.stringContaining('POST /media'),
      }),
    ]);
  });

  it.each<[Platform, string[], string[]]>([
    ['twitter', ['jpg', 'jpeg', 'png', 'webp'], ['gif', 'bmp', 'tif', 'heic', 'mp4', 'mov']],
    ['linkedin', ['jpg', 'jpeg', 'png', 'gif'], ['webp', 'bmp', 'tif', 'heic', 'mp4', 'mov']],
    ['instagram', ['jpg', 'jpeg'], ['png', 'gif', 'webp', 'bmp', 'tif', 'tiff', 'heic', 'mp4', 'mov']],
  ])('on %s is what the ending of the url tells: %j pass, %j do not', (platform, taken, rejected) => {
    for (const extension of taken) {
      expect(codesOf(platform, { media: [image(`https://example.com/a.${extension}`)] })).toEqual([]);
    }
    for (const extension of rejected) {
      const media = [image(), image(`https://example.com/a.${extension.toUpperCase()}?width=100.jpg#b.jpg`)];
      expect(violationsOf(platform, { media })).toEqual([
        expect.objectContaining({
          code: 'media_unsupported',
          index: 1,
          detail: expect.stringContaining(`.${extension}`),
        }),
      ]);
    }
  });

  it.each([
    'https://example.com/a',
    'https://example.com/a.php',
    'https://example.com/',
    'https://example.com/a.png/render',
    'https://example.com/a?file=b.png',
    'https://example.com/a#b.png',
    'https://files.mov/a',
    'https://example.mov',
  ])('is for Instagram itself to see at %s', (url) => {
    expect(codesOf('instagram', { media: [image(url)] })).toEqual([]);
  });
});

describe('the alt text', () => {
  it.each<[Platform, number]>([
    ['twitter', 1000],
    ['linkedin', 4086],
    ['instagram', 1000],
  ])('on %s has at most %i characters', (platform, limit) => {
    expect(codesOf(platform, { media: [image(undefined, '😀'.repeat(limit))] })).toEqual([]);
    const media = [image(), image(undefined, 'a'.repeat(limit + 1))];
    expect(violationsOf(platform, { media })).toEqual([
      expect.objectContaining({
        code: 'alt_text_too_long',
        field: 'media',
        index: 1,
        limit,
        actual: limit + 1,
      }),
    ]);
  });
});

describe('publishPriceUsd', () => {
  it.each(['Hello', 'a@example.com', 'end.Then', '#tag @name', 'http://localhost/'])('is 1.5 cents for %j', (text) => {
    expect(publishPriceUsd(text)).toBe(0.015);
  });

  it.each(['see example.com.', 'https://example.com/a', 'foo.ai', 'http://a.vermo\u0308gensberater'])(
    'is 20 cents for %j, which X makes a link of',
    (text) => {
      expect(publishPriceUsd(text)).toBe(0.2);
    },
  );
});

describe('a video of the library', () => {
  it.each(MEDIA_PLATFORMS)('is published alone on %s, and not beside an image or another video', (platform) => {
    expect(violationsOf(platform, { media: [makeVideo()] })).toEqual([]);
    for (const media of [
      [image(), makeVideo()],
      [makeVideo(), makeVideo()],
    ]) {
      expect(violationsOf(platform, { media })).toEqual([
        expect.objectContaining({
          code: 'media_mixed',
          field: 'media',
          detail: expect.stringContaining('a single video'),
        }),
      ]);
    }
  });
});

describe('an animated GIF of the library', () => {
  it('is published alone on X', () => {
    expect(violationsOf('twitter', { media: [makeGif()] })).toEqual([]);
    expect(violationsOf('twitter', { media: [image(), makeGif()] })).toMatchObject([{ code: 'media_mixed', index: 1 }]);
  });

  it('is one of several images on LinkedIn', () => {
    expect(violationsOf('linkedin', { media: [image(), makeGif()] })).toEqual([]);
  });

  it('is received by X as it is up to 15 MB, and is not compressed', () => {
    const limit = 15 * 1024 * 1024;
    const plan = (bytes: number) => planImage({ ...makeGif(bytes).file, frames: 350, hasAlpha: false }, 'twitter');
    expect(plan(limit)).toEqual({ kind: 'unchanged' });
    expect(plan(limit + 1)).toMatchObject({ kind: 'unsupported', code: 'animation_too_large' });
  });
});
