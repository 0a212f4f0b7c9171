import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addLinkParameters, addToUrl, type UrlParameters } from '../../../../lib/content/rules/text/link-parameters.ts';

const RULE: UrlParameters = { hosts: [], parameters: { utm_source: 'linkedin', utm_medium: 'social' } };
const ADDED = 'utm_source=linkedin&utm_medium=social';

describe('addLinkParameters', () => {
  it.each([
    ['a URL', 'See https://example.com/a now', `See https://example.com/a?${ADDED} now`],
    ['a host alone', 'https://example.com', `https://example.com?${ADDED}`],
    ['a query', 'https://example.com/?id=1', `https://example.com/?id=1&${ADDED}`],
    ['a question mark behind it', 'https://example.com/?', `https://example.com/?${ADDED}?`],
    ['a fragment', 'https://example.com/a#b', `https://example.com/a?${ADDED}#b`],
    ['punctuation behind it', '(https://example.com/a), yes.', `(https://example.com/a?${ADDED}), yes.`],
    ['parentheses within it', 'https://example.com/a_(b).', `https://example.com/a_(b)?${ADDED}.`],
    ['several URLs', 'https://a.example https://b.example', `https://a.example?${ADDED} https://b.example?${ADDED}`],
    ['quotation marks around it', '„https://example.com/a“, she said', `„https://example.com/a?${ADDED}“, she said`],
    ['a sentence in Japanese behind it', '「https://example.com/a」、今日', `「https://example.com/a?${ADDED}」、今日`],
  ])('adds to %s', (_, text, expected) => {
    expect(addLinkParameters(text, [RULE])).toBe(expected);
  });

  it.each([
    ['a text without URL', 'example.com is not linked here'],
    ['what continues with another script', 'https://example.com/Übersicht and https://example.com/をご覧'],
    ['what continues with a dash', 'https://en.wikipedia.org/wiki/2026–27_Premier_League'],
    ['what continues with a bar', 'https://example.com/a|b and https://example.com/?a=b|c'],
    ['what continues with an emoji', 'https://example.com/a🎉'],
    ['what continues after a quotation mark', 'https://example.com/Rock_’n’_Roll'],
    ['a name before the host', 'https://ada@example.com/ and https://ada:word@example.com/'],
    ['all parameters present', `https://example.com/?${ADDED}`],
  ])('leaves %s as it is', (_, text) => {
    expect(addLinkParameters(text, [RULE])).toBe(text);
  });

  it('changes no parameter that a URL has, in any case of letters', () => {
    expect(addToUrl('https://example.com/?UTM_Source=mail', [RULE])).toBe(
      'https://example.com/?UTM_Source=mail&utm_medium=social',
    );
  });

  it('adds to the hosts of a rule and their subdomains only', () => {
    const rule = { ...RULE, hosts: ['example.com'] };
    const text = 'https://example.com https://shop.example.com https://notexample.com https://example.com.evil.test';
    expect(addLinkParameters(text, [rule])).toBe(
      `https://example.com?${ADDED} https://shop.example.com?${ADDED} https://notexample.com https://example.com.evil.test`,
    );
  });

  it('takes the value of the later rule, parameter by parameter', () => {
    const later = { hosts: [], parameters: { utm_medium: 'organic' } };
    expect(addToUrl('https://example.com', [RULE, later])).toBe(
      'https://example.com?utm_source=linkedin&utm_medium=organic',
    );
  });

  it('writes the parameters in one order, in whatever order the table returns them', () => {
    const values = [
      ['utm_source', 'twitter'],
      ['utm_medium', 'social'],
      ['utm_campaign', 'camp'],
      ['utm_content', '2026-12-07'],
      ['utm_term', 't'],
    ] as const;
    const expected = `https://example.com/e?${values.map(([name, value]) => `${name}=${value}`).join('&')}`;
    fc.assert(
      fc.property(fc.shuffledSubarray([...values], { minLength: 5 }), (read) => {
        expect(addToUrl('https://example.com/e', [{ hosts: [], parameters: Object.fromEntries(read) }])).toBe(expected);
      }),
    );
  });

  it('changes nothing when it is applied again, for any text and value', () => {
    const url = fc.webUrl({ withQueryParameters: true, withFragments: true });
    const text = fc.array(fc.oneof(url, fc.string({ unit: 'grapheme' }), fc.constantFrom(' ', '.', ')', '(', '\n')));
    const value = fc.option(fc.string({ minLength: 1 }), { nil: undefined });
    const values = fc.record({ utm_source: fc.string({ minLength: 1 }), utm_term: value });
    fc.assert(
      fc.property(text, values, (parts, parameters) => {
        const added = [{ hosts: [], parameters }];
        const once = addLinkParameters(parts.join(''), added);
        expect(addLinkParameters(once, added)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });
});
