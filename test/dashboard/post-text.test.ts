import { describe, expect, it } from 'vitest';
import { cardUrl, foldText, shownUrl, splitText, textFor } from '../../dashboard/src/content/post-text.ts';
import type { Platform } from '../../dashboard/src/platforms.ts';

const item = (fields: Partial<Parameters<typeof textFor>[0]>) => ({
  title: 'Title',
  description: null,
  platform_options: {},
  ...fields,
});

describe('textFor', () => {
  it('prefers the text of the platform, then that of all platforms, then the title', () => {
    const full = item({ description: 'For all', platform_options: { twitter: { text: 'For X' }, bluesky: {} } });
    expect(textFor(full, 'twitter')).toBe('For X');
    expect(textFor(full, 'bluesky')).toBe('For all');
    expect(textFor(item({}), 'twitter')).toBe('Title');
  });
});

describe('foldText', () => {
  it('shows a short text in full', () => {
    expect(foldText('instagram', 'Short')).toBeNull();
  });

  it('cuts a long text before a word', () => {
    const folded = foldText('instagram', 'word '.repeat(40));
    expect(folded).toBe('word '.repeat(25).trim());
  });

  it('cuts a long word where the platform does, without splitting a character', () => {
    expect(foldText('instagram', '🎈'.repeat(200))).toBe('🎈'.repeat(125));
  });

  it('cuts after the lines that the platform shows', () => {
    expect(foldText('linkedin', 'one\ntwo\nthree\nfour')).toBe('one\ntwo\nthree');
  });

  it('never folds on X and Bluesky', () => {
    expect(foldText('twitter', 'x'.repeat(280))).toBeNull();
    expect(foldText('bluesky', 'x\n'.repeat(100))).toBeNull();
  });
});

describe('splitText', () => {
  const linked = (platform: Platform, text: string) =>
    splitText(platform, text)
      .filter(({ kind }) => kind !== 'text')
      .map((part) => part.text);

  it('keeps every character of the text', () => {
    const text = 'See https://example.com/a. #tag and @name, (www.example.org) mail@example.com!';
    const parts = splitText('twitter', text);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });

  it('leaves the punctuation of the sentence out of a URL', () => {
    expect(linked('twitter', 'See https://example.com/a?b=c, (https://example.com/x) and example.org.')).toEqual([
      'https://example.com/a?b=c',
      'https://example.com/x',
      'example.org',
    ]);
  });

  it('keeps a parenthesis that belongs to a URL', () => {
    expect(linked('twitter', 'https://example.com/a_(b)')).toEqual(['https://example.com/a_(b)']);
  });

  it('links no tag or mention inside a URL or an email address', () => {
    expect(linked('twitter', 'https://example.com/@name#part mail@example.com')).toEqual([
      'https://example.com/@name#part',
    ]);
  });

  it('links no URL on Instagram and no mention on LinkedIn', () => {
    expect(linked('instagram', 'https://example.com #tag @name')).toEqual(['#tag', '@name']);
    expect(linked('linkedin', 'https://example.com #tag @name')).toEqual(['https://example.com', '#tag']);
  });
});

describe('shownUrl', () => {
  it('shows a URL on X without its protocol, cut', () => {
    expect(shownUrl('twitter', 'https://www.example.com/autumn-range-2026')).toBe('example.com/autumn-range-2…');
    expect(shownUrl('twitter', 'https://example.com')).toBe('example.com');
  });

  it('shows a long URL on LinkedIn as a short one', () => {
    expect(shownUrl('linkedin', 'https://example.com/autumn-range')).toBe('https://lnkd.in/…');
  });

  it('shows a URL on Bluesky as it is written', () => {
    expect(shownUrl('bluesky', 'https://example.com/autumn-range')).toBe('https://example.com/autumn-range');
  });
});

describe('cardUrl', () => {
  const text = 'First https://one.example.com then https://two.example.com';

  it('shows the last URL on X and the first on Bluesky', () => {
    expect(cardUrl('twitter', text, 0)).toBe('https://two.example.com');
    expect(cardUrl('bluesky', text, 0)).toBe('https://one.example.com');
  });

  it('shows no card beside images, and none where the platform has none', () => {
    expect(cardUrl('twitter', text, 1)).toBeNull();
    expect(cardUrl('linkedin', text, 0)).toBeNull();
  });
});
