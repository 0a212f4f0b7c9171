import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeLittleTextFormat } from '../../../lib/platforms/linkedin/adapter/escape-little-text.ts';
import { readLittleText } from '../../../lib/platforms/linkedin/simulator/little-text-format.ts';
import { makePost, publish, startSimulator } from '../platforms.ts';

const RESERVED = '\\|{}@[]()<>#*_~';

/** Text of the kind that little text gives a meaning: urls, tags, mentions, templates, and anything between. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...RESERVED, ' ', '\n', 'a', 'b1', 'é', '\u0301', '#\u0301a', '＃', '#\\'),
      fc.constantFrom('#launch', '#v2', '#snake_case', '#日本', '@[Eddy](urn:li:person:1)', '{hashtag|\\#|x}'),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.constantFrom('https://e.com/a_b_(c)?utm_source=x#y_z', 'http://e.com/~me/[1]'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
  )
  .map((parts) => parts.join(''));

describe('LinkedIn little text', () => {
  it("is read by LinkedIn's rule as exactly the text that was written, with nothing cut off", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(readLittleText(escapeLittleTextFormat(text))).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has no reserved character without a backslash, but for the sign of a hashtag', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const written = escapeLittleTextFormat(text);
        const left = written.replace(/\\[\\|{}@[\]()<>#*_~]/g, '').replace(/#(?=[\p{L}\p{N}])/gu, '');
        expect(left).not.toMatch(/[\\|{}@[\]()<>#*_~]/);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['#launch day', '#launch day'],
    ['ship it (#ship)', 'ship it \\(#ship\\)'],
    ['#été #日本 #v2', '#été #日本 #v2'],
    ['C# is #1', 'C\\# is \\#1'],
    ['a#b ##c', 'a\\#b \\#\\#c'],
    ['#snake_case', '\\#snake\\_case'],
    ['\\# and \\', '\\\\\\# and \\\\'],
    ['https://e.com/a_(b)#c', 'https://e.com/a\\_\\(b\\)\\#c'],
    ['@[Eddy](urn:li:person:1)', '\\@\\[Eddy\\]\\(urn:li:person:1\\)'],
  ])('writes %j as %j', (text, written) => {
    expect(escapeLittleTextFormat(text)).toBe(written);
  });

  it('publishes all reserved characters without losing any', async () => {
    await using simulator = await startSimulator();
    const text = `All of ${RESERVED} and #hashtags, https://e.com/a_(b), to the end`;
    await publish('linkedin', simulator.connection('linkedin'), makePost('linkedin', text));
    expect((await simulator.posts()).map((post) => post.text)).toEqual([text]);
  });
});
