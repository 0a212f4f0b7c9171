import { describe, expect, it } from 'vitest';
import { titleOf } from '../../../../lib/content/rules/text/text-alias.ts';

describe('the title of a text', () => {
  it.each([
    ['its first line', 'One\nTwo', 'One'],
    ['its first visible line', '\n \u200b\n One \nTwo', 'One'],
    ['a line of 300 characters as it is', 'é'.repeat(300), 'é'.repeat(300)],
    ['a longer line up to the end of a word', `${'a'.repeat(299)} ${'b'.repeat(9)}`, 'a'.repeat(299)],
    ['a word that ends with the last character', `${'a'.repeat(300)} b`, 'a'.repeat(300)],
    ['a cut word where there is no other', '🎉'.repeat(301), '🎉'.repeat(300)],
    ['the words before one that is cut', `a ${'b'.repeat(400)}`, 'a'],
  ])('is %s', (_, text, title) => {
    expect(titleOf(text)).toBe(title);
  });
});
