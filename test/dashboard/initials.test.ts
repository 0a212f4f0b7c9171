import { describe, expect, it } from 'vitest';
import { hueOf, initials } from '../../dashboard/src/components/initials.ts';

describe('The initials of a name', () => {
  it('are those of its first and its last word', () => {
    expect(
      ['Ada Lovelace', 'Ana María de la Cruz', 'northwind', 'élan vital', '@river-shop', '小林', '…'].map(initials),
    ).toEqual(['AL', 'AC', 'N', 'ÉV', 'RS', '小', '?']);
  });

  it('always have the same hue, a multiple of 30 degrees', () => {
    expect(hueOf('Ada Lovelace')).toBe(hueOf('Ada Lovelace'));
    expect(['Ada', 'Bo', 'Chi'].map((name) => hueOf(name) % 30)).toEqual([0, 0, 0]);
  });
});
