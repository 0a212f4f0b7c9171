import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLinkedParts, toFacets } from '../../../../lib/platforms/bluesky/facts/rich-text.ts';

const partsOf = (text: string) =>
  findLinkedParts(text).map((part) => [part.kind, text.slice(part.start, part.end)] as const);

describe('findLinkedParts', () => {
  it.each<[string, [string, string][]]>([
    ['See https://example.com/a?b=1#c.', [['link', 'https://example.com/a?b=1#c']]],
    ['(https://en.wikipedia.org/wiki/Sky_(blue))', [['link', 'https://en.wikipedia.org/wiki/Sky_(blue)']]],
    ['(see https://example.com/a)', [['link', 'https://example.com/a']]],
    ['Read example.com/news today', [['link', 'example.com/news']]],
    ['http://10.0.0.1:8080/x', [['link', 'http://10.0.0.1:8080/x']]],
    ['Hello @acme.bsky.social!', [['mention', '@acme.bsky.social']]],
    ['(@acme.bsky.social)', [['mention', '@acme.bsky.social']]],
    ['@acme is no handle', []],
    ['write to ada@example.com', []],
    [
      '#one #two, #3 #drei3',
      [
        ['tag', '#one'],
        ['tag', '#two'],
        ['tag', '#drei3'],
      ],
    ],
    ['a#b is no tag', []],
    ['https://example.com/#part', [['link', 'https://example.com/#part']]],
    ['Plain text. And more', []],
  ])('finds in %j exactly its parts', (text, parts) => {
    expect(partsOf(text)).toEqual(parts);
  });

  it('links a domain without a protocol by https', () => {
    expect(findLinkedParts('example.com')).toMatchObject([{ kind: 'link', uri: 'https://example.com' }]);
  });

  it('finds parts in their order, without overlaps, in any text', () => {
    const piece = fc.constantFrom(
      '@',
      '#',
      'a',
      '.com',
      'https://',
      '/',
      ' ',
      '(',
      ')',
      'é',
      '👋',
      'example.org',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const parts = findLinkedParts(pieces.join(''));
        for (const [index, part] of parts.entries()) {
          expect(part.end).toBeGreaterThan(part.start);
          if (index > 0) expect(part.start).toBeGreaterThanOrEqual(parts[index - 1]!.end);
        }
      }),
    );
  });
});

describe('toFacets', () => {
  it('counts positions in bytes of UTF-8', () => {
    const text = 'Grüße 👋 @acme.test #tag';
    const facets = toFacets(text, findLinkedParts(text), new Map([['acme.test', 'did:plc:a']]));
    const bytes = Buffer.from(text);
    const shown = facets.map(({ index }) => bytes.subarray(index.byteStart, index.byteEnd).toString());
    expect(shown).toEqual(['@acme.test', '#tag']);
  });

  it('leaves a mention as text whose handle has no DID', () => {
    const text = '@acme.test and @missing.test';
    expect(toFacets(text, findLinkedParts(text), new Map([['acme.test', 'did:plc:a']]))).toHaveLength(1);
  });
});
