import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprintOf, normalizePost } from '../../../lib/duplicates/rules/content-fingerprint.ts';

describe('normalizePost', () => {
  it.each([
    ['white space', 'Summer  is\n here ', 'Summer is here'],
    ['case', 'SUMMER is here', 'summer IS here'],
    ['zero-width characters', 'Sum\u200Bmer\u2060 is he\uFEFFre', 'Summer is here'],
    ['bidirectional marks', '\u202ESummer\u202C is here\u200F', 'Summer is here'],
    ['tag characters', 'Summer\u{E0041}\u{E007F} is here', 'Summer is here'],
    ['variation selectors', 'Summer\uFE0F is here', 'Summer is here'],
    ['fillers that are invisible letters', 'Summer\u3164 is here\u115F', 'Summer is here'],
    ['blank letters of Braille', 'Summer\u2800 is here', 'Summer is here'],
    ['a joiner before a combining mark', 'Cafe\u200D\u0301', 'Caf\u00E9'],
    ['a byte order mark before a combining mark', 'Cafe\uFEFF\u0301', 'Caf\u00E9'],
    ['the form of a sigma at the end of a word', 'Ο ΚΟΣΜΟΣ ΜΑΣ', 'ο κοσμος μας'],
    ['the case of a letter whose capital is not composed', 'J\u030C', '\u01F0'],
    ['compatible forms', 'Ｓｕｍｍｅｒ is here', 'Summer is here'],
    ['tracking parameters', 'See https://example.com/a?utm_source=x&id=1&fbclid=9', 'See https://example.com/a?id=1'],
    ['the order of parameters', 'https://example.com/a?b=2&a=1', 'https://example.com/a?a=1&b=2'],
    ['a slash at the end of a URL', 'https://example.com/a/', 'https://example.com/a'],
    ['tracking before a full stop', 'See https://example.com/a?utm_source=x.', 'See https://example.com/a.'],
    ['tracking before a comma', 'On https://example.com/a?fbclid=x, now', 'On https://example.com/a, now'],
    ['tracking in parentheses', 'Summer (https://example.com/a?utm_source=x)', 'Summer (https://example.com/a)'],
    ['tracking in quotation marks', '“https://example.com/a?utm_source=x”', '“https://example.com/a”'],
    [
      'tracking before a text without a space',
      'https://example.com/a?utm_source=x今日は',
      'https://example.com/a今日は',
    ],
    ['tracking behind another script', 'https://example.com/Übersicht?utm_source=x', 'https://example.com/Übersicht'],
  ])('is the same without regard to %s', (_, one, other) => {
    expect(normalizePost(one)).toBe(normalizePost(other));
  });

  it.each([
    ['another word', 'Summer is here', 'Winter is here'],
    ['another page', 'https://example.com/a', 'https://example.com/b'],
    ['another parameter', 'https://example.com/a?id=1', 'https://example.com/a?id=2'],
    [
      'another text behind a URL without a space',
      'https://example.com/a?utm_source=x、東京',
      'https://example.com/a?utm_source=x、大阪',
    ],
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

describe('fingerprintOf', () => {
  it('is that of earlier versions, so that claims on contents are found after an upgrade', () => {
    const description = 'Summer is HERE: https://Example.com/a/?b=2&a=1&utm_source=x now. Größe, Café ☀️';
    const item = { title: 'T', description, media: [], thread: [], first_comment: null, platform_options: {} };
    expect(fingerprintOf(item, 'twitter')).toBe('818287b3a17e8c175f5c57fc800c7657ebc2a40432c9f986ffb9a18d7582555c');
  });
});
