import { describe, expect, it } from 'vitest';
import { titleOf } from '../../dashboard/src/screens/composer/draft-title.ts';

describe('the title of a draft', () => {
  it('is what was typed', () => {
    expect(titleOf({ title: 'Launch', text: 'Tomorrow' })).toBe('Launch');
  });

  it('is the first line of the text when none was typed', () => {
    expect(titleOf({ title: ' ', text: '\n We open tomorrow. \nCome by!' })).toBe('We open tomorrow.');
    expect(titleOf({ title: '', text: '' })).toBe('');
  });

  it('is cut at a space when the line is long', () => {
    const title = titleOf({ title: '', text: 'a word '.repeat(40) });
    expect(title).toMatch(/^(a word )+a…$|^(a word )*a word…$/);
    expect(title.length).toBeLessThanOrEqual(80);
    expect(titleOf({ title: '', text: '🎉'.repeat(100) })).toBe(`${'🎉'.repeat(79)}…`);
  });
});
