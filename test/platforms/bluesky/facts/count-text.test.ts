import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { content } from '../../../../lib/platforms/bluesky/facts/content.ts';

const graphemesOf = (text: string) => [...new Intl.Segmenter().segment(text)].length;

const latin = fc.integer({ min: 0, max: 0x2ff }).map((point) => String.fromCharCode(point));
const anyCharacter = fc.oneof(latin, fc.constantFrom('\r', '\n', '\u0301', '\u200D', '👩', '👧', '🇩', '🇪', '각', '字'));

afterEach(() => vi.restoreAllMocks());

describe('the length of a text on Bluesky', () => {
  it.each(['a\r\nb', 'e\u0301', '👩‍👧', '🇩🇪', ''])('is its number of graphemes: %j', (text) => {
    expect(content.countText!(text)).toBe(graphemesOf(text));
  });

  it('is its number of graphemes for every text', () => {
    const texts = fc.array(anyCharacter, { maxLength: 30 }).map((all) => all.join(''));
    fc.assert(fc.property(texts, (text) => content.countText!(text) === graphemesOf(text)));
  });

  it('needs no data of Unicode for a text in Latin letters', async () => {
    const created = vi.spyOn(Intl, 'Segmenter');
    // It is created once, which the other tests have done.
    vi.resetModules();
    const { content } = await import('../../../../lib/platforms/bluesky/facts/content.ts');
    expect(content.countText!('Ein schöner Café-Besuch in Łódź\n')).toBe(32);
    expect(created).not.toHaveBeenCalled();
  });
});
