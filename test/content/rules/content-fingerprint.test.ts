import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizePost } from '../../../lib/content/rules/content-fingerprint.ts';

describe('normalizePost', () => {
  it.each([
    ['white space', 'Summer  is\n here ', 'Summer is here'],
    ['case', 'SUMMER is here', 'summer IS here'],
    ['zero-width characters', 'Sum\u200Bmer\u2060 is he\uFEFFre', 'Summer is here'],
    ['bidirectional marks', '\u202ESummer\u202C is here\u200F', 'Summer is here'],
    ['tag characters', 'Summer\u{E0041}\u{E007F} is here', 'Summer is here'],
    ['variation selectors', 'Summer\uFE0F is here', 'Summer is here'],
    ['fillers that are invisible letters', 'Summer\u3164 is here\u115F', 'Summer is here'],
    ['compatible forms', 'Ｓｕｍｍｅｒ is here', 'Summer is here'],
    ['tracking parameters', 'See https://example.com/a?utm_source=x&id=1&fbclid=9', 'See https://example.com/a?id=1'],
    ['the order of parameters', 'https://example.com/a?b=2&a=1', 'https://example.com/a?a=1&b=2'],
    ['a slash at the end of a URL', 'https://example.com/a/', 'https://example.com/a'],
  ])('is the same without regard to %s', (_, one, other) => {
    expect(normalizePost(one)).toBe(normalizePost(other));
  });

  it.each([
    ['another word', 'Summer is here', 'Winter is here'],
    ['another page', 'https://example.com/a', 'https://example.com/b'],
    ['another parameter', 'https://example.com/a?id=1', 'https://example.com/a?id=2'],
    ['another emoji', 'Summer ☀', 'Summer ☂'],
  ])('differs by %s', (_, one, other) => {
    expect(normalizePost(one)).not.toBe(normalizePost(other));
  });

  it('is the same after it is normalized again, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizePost(normalizePost(text))).toBe(normalizePost(text));
      }),
    );
  });
});
