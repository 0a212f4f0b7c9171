import { describe, expect, it } from 'vitest';
import { findLinkedParts } from '../../lib/platforms/linked-parts.ts';
import { PLATFORMS } from '../../lib/platforms/platforms.ts';
import { measureCpuMs, REFERENCE_CPU_MS } from '../cpu-time.ts';

const linked = (platform: (typeof PLATFORMS)[number], text: string) =>
  findLinkedParts(platform, text).map(({ start, end, href }) => [text.slice(start, end), href]);

describe('the linked parts of a text', () => {
  it('on X are URLs, hashtags and user names', () => {
    const text = 'See example.com, http://example.org/x?y=1. Thanks @ada.x, #café #1 a#b &#39; me@example.com';
    expect(linked('twitter', text)).toEqual([
      ['example.com', 'https://example.com/'],
      ['http://example.org/x?y=1', 'http://example.org/x?y=1'],
      ['@ada', null],
      ['#café', null],
    ]);
  });

  it('on LinkedIn are URLs and hashtags', () => {
    expect(linked('linkedin', 'A #tag, @ada and example.com')).toEqual([
      ['#tag', null],
      ['example.com', 'https://example.com/'],
    ]);
  });

  it('on Instagram are hashtags and user names, and no URLs', () => {
    expect(linked('instagram', 'A #tag, @ada.x. and example.com')).toEqual([
      ['#tag', null],
      ['@ada.x', null],
    ]);
  });

  it('on Bluesky are those of its post', () => {
    expect(linked('bluesky', 'A #tag, @ada.example.com and example.com')).toEqual([
      ['#tag', null],
      ['@ada.example.com', null],
      ['example.com', 'https://example.com/'],
    ]);
  });

  it.each(PLATFORMS)('on %s never lead to another scheme than http and https', (platform) => {
    const text = 'javascript:alert(1) javascript://example.com/%0aalert(1) data:text/html,x https://example.com';
    for (const [, href] of linked(platform, text)) if (href) expect(href).toMatch(/^https?:\/\/example\.com\//);
  });

  it.each(PLATFORMS)('on %s are found in time in a hostile text of 10,000 characters', async (platform) => {
    for (const part of ['#a', '@a.', '(a.', 'https://a.', '#', '@']) {
      const text = part.repeat(10_000 / part.length);
      expect(await measureCpuMs(() => findLinkedParts(platform, text))).toBeLessThan(5 * REFERENCE_CPU_MS);
    }
  });
});
