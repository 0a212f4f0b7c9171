import { describe, expect, it } from 'vitest';
import { preferredLanguage } from '../../../lib/core/values/page-language.ts';
import {
  brandStyle,
  contrast,
  contrastErrors,
  luminance,
  mergeBrandings,
} from '../../../lib/identity/rules/branding.ts';

const COLORS = { accent: '#0b5cad', background: '#ffffff', text: '#1c1c1c' };

describe('the contrast of two colors', () => {
  // Published values: WebAIM's contrast checker, and the bounds of WCAG 2.2.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4.0],
    ['#0000ff', '#ffffff', 8.59],
  ])('of %s and %s is %d, in both orders', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });

  it('is measured by a luminance that is linear in light', () => {
    expect([luminance('#000000'), luminance('#ffffff')]).toEqual([0, 1]);
    expect(luminance('#808080')).toBeCloseTo(0.2159, 4);
  });
});

describe('the colors of a branding', () => {
  it('may be those that can be read', () => {
    expect(contrastErrors(COLORS)).toEqual([]);
    expect(contrastErrors(undefined)).toEqual([]);
  });

  it('are rejected with each field that cannot be read, and its contrast, rounded down', () => {
    const errors = contrastErrors({ accent: '#777777', background: '#ffffff', text: '#999999' });
    expect(errors.map(({ pointer, detail }) => [pointer, detail])).toEqual([
      ['/colors/accent', 'The contrast with the background is 4.47:1. Must be at least 4.5:1.'],
      ['/colors/text', 'The contrast with the background is 2.84:1. Must be at least 4.5:1.'],
    ]);
  });

  it('make links, buttons and their text readable, on light and dark backgrounds', () => {
    expect(brandStyle(COLORS)).toContain('color-scheme:light;background:#ffffff;color:#1c1c1c');
    expect(brandStyle(COLORS)).toContain('button{background:#0b5cad;border-color:#0b5cad;color:#ffffff}');
    expect(brandStyle({ accent: '#9fd0ff', background: '#101418', text: '#f2f2f2' })).toContain('color-scheme:dark');
    expect(brandStyle(undefined)).toBe('');
  });
});

describe('the branding of a workspace', () => {
  it('takes precedence over that of the stage by field, and colors belong together', () => {
    const stage = { name: 'Product', colors: COLORS, texts: { connect_intro: 'One', connected_text: 'Two' } };
    const colors = { ...COLORS, accent: '#8a1538' };
    expect(mergeBrandings(stage, { colors, texts: { connect_intro: 'Own' } })).toEqual({
      name: 'Product',
      colors,
      texts: { connect_intro: 'Own', connected_text: 'Two' },
    });
  });

  it('is that of the stage where it has none, and none where the stage has none', () => {
    expect(mergeBrandings({ name: 'Product' }, undefined)).toMatchObject({ name: 'Product' });
    expect(mergeBrandings(undefined, undefined)).toEqual({ texts: {} });
  });
});

describe('the language of a page', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['fr', 'fr'],
    ['DE-at,en;q=0.5', 'de'],
    ['en;q=0.5, es;q=0.9, de;q=0.8', 'es'],
    ['pt-BR, pt;q=0.9', 'en'],
    ['pt, de;q=0.1', 'de'],
    ['de;q=0', 'en'],
    ['*, <script>, de;q=x', 'en'],
    ['it-Latn-IT;q=1.0,fr-Latn;q=0.999', 'fr'],
  ])('that prefers %j is %s', (header, language) => expect(preferredLanguage(header)).toBe(language));
});
