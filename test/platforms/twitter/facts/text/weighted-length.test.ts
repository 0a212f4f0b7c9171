import { createRequire } from 'node:module';
import fc from 'fast-check';
import twitterText from 'twitter-text';
import { describe, expect, it } from 'vitest';
import { findUrls } from '../../../../../lib/platforms/twitter/facts/text/post-urls.ts';
import {
  findRejectedCharacter,
  weightedLength,
} from '../../../../../lib/platforms/twitter/facts/text/weighted-length.ts';
import { measureCpuMs, REFERENCE_CPU_MS } from '../../../../cpu-time.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const KANA = 'あいうえおかきくけこ';

function theirs(text: string): number {
  return twitterText.parseTweet(text).weightedLength;
}

function linksIn(text: string): string[] {
  return findUrls(text).map(({ start, end }) => text.slice(start, end));
}

describe('weightedLength, by the vectors of twitter-text (conformance/validate.yml)', () => {
  const tens = 'xxxxxxxxxx-';
  const longUrl = `https://${'somesuperlongurl'.repeat(249)}.com/foo `;
  const punctuation = [...'‐‑‒–—―‖‗‘’‚‛“”„‟′″‴‵‶‷'].join(' ');

  it.each<[string, string, number]>([
    ['a text with a URL', 'Hi http://test.co', 26],
    ['a URL alone', 'http://test.co', 23],
    ['285 characters', `285 chars-${tens.repeat(25)}`, 285],
    ['a URL in the middle', `285 chars- http://www.twitter.com/jack ${tens.repeat(24)}`, 299],
    ['a URL at the end', `${tens.repeat(24)} http://www.twitter.com/jack `, 289],
    ['ten URLs', 'https://www.twitter.com/aloha '.repeat(10), 240],
    ['URLs with and without protocol', 'Test https://test.com test https://test.com test.com test', 86],
    ['160 Chinese characters', '故'.repeat(160), 320],
    ['160 emoji', '😷'.repeat(160), 320],
    ['Latin and Chinese', `the${'故'.repeat(160)}`, 323],
    ['what becomes one character in NFC', 'A\u0301B', 2],
    ['what becomes three characters in NFC', 'A\uFB2C', 4],
    ['282 characters that are 281 in NFC', `282 chars-${tens.repeat(24)}xxxxxA\u0301x`, 281],
    ['a mix of emoji', `H🐱☺${FAMILY}`, 7],
    ['plain emoji', '😷👾😡🔥💩', 10],
    ['a skin tone and a joined emoji', '🙋🏽👨‍🎤', 4],
    ['light spaces', '\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u200B', 12],
    ['light punctuation', punctuation, 43],
    ['labels too long for a URL', `and a short url: ${longUrl.repeat(3)}https://validurl.com`, 17 + 12003 + 23],
    ['a label of 64 characters', `${'randomurl'.repeat(7)}s.com`, 68],
    ['a label of 64 characters in punycode', `${KANA.repeat(12)} http://${KANA.repeat(5)}あいう.com`, 358],
    ['a label of 63 characters in punycode', `${KANA.repeat(12)} http://${KANA.repeat(5)}あい.com`, 264],
    ['140 families', FAMILY.repeat(140), 280],
    ['a key without its selector', '1\u20E3', 2],
    ['emoji of Unicode 10', `Unicode 10.0 emoji: 🤪; 🧕; 🧕🏾; 🏴󠁧󠁢󠁥󠁮󠁧󠁿`, 34],
    ['emoji of Unicode 9', 'Unicode 9.0 emoji: 🤠; 💃; 💃🏾', 29],
    ['characters X rejects', 'ABC\u202A\uFFFFABC\uFFFE', 12],
    ['a URL between directional marks', '\u2066\u202Ahttp://foobar.پاکستان/\u202C\u2069', 31],
  ])('counts %s', (_, text, length) => {
    expect(weightedLength(text)).toBe(length);
  });
});

describe('weightedLength, by the vectors measured for this service', () => {
  it.each<[string, number]>([
    ['', 0],
    ['Hello, world! 👋', 16],
    ['🇬🇧', 2],
    ['1️⃣', 2],
    ['cafe\u0301', 4],
    ['你好', 4],
    ['\u10FF', 1],
    ['\u1100', 2],
    ['한', 2],
    ['\u1112\u1161\u11AB', 2],
    ['مرحبا', 5],
    ['’—', 2],
    ['…', 2],
    ['•', 2],
    ['€', 2],
    ['→', 2],
    ['\u200B\u200D', 2],
    ['\u202E', 2],
    ['https://example.com/very/long/path?x=1', 23],
    ['example.com', 23],
    ['foo.ai', 23],
    ['see example.com.', 28],
    ['a@example.com', 13],
    ['http://localhost/x', 18],
    ['http://müller.de/', 23],
    ['https://a.co https://b.co', 47],
    ['😀'.repeat(140), 280],
    ['😀'.repeat(141), 282],
    ['a'.repeat(281), 281],
  ])('counts %j as %i', (text, length) => {
    expect(weightedLength(text)).toBe(length);
  });
});

describe('findUrls', () => {
  it.each<[string, string[]]>([
    ['(see http://example.com/a_(b)_(c).)', ['http://example.com/a_(b)_(c)']],
    ['http://example.com/a:(b)', ['http://example.com/a']],
    ['Is it example.com/?q=1&r=2! Yes', ['example.com/?q=1&r=2']],
    ['example.com?q=1 example.com:80', ['example.com', 'example.com']],
    ['http://example.com:8080/?q=1, http://example.com?q', ['http://example.com:8080/?q=1', 'http://example.com?q']],
    ['読んでexample.comください', ['example.com']],
    ['http://日本語.jp/ 日本語.jp', ['http://日本語.jp/']],
    ['http://xn--bcher-kva.example.xn--p1ai/x', ['http://xn--bcher-kva.example.xn--p1ai/x']],
    ['EXAMPLE.COM Http://Example.Com', ['EXAMPLE.COM', 'Http://Example.Com']],
    ['http://my_site.example.com http://my_site.com', ['http://my_site.example.com']],
    ['http://example.a_b.com http://xn--あ.com', []],
    ['example.com+x example.com@x example.com-x example.comx', []],
    // 64 characters in punycode, one fewer if a step of its arithmetic is left out.
    [
      'http://\u03BA\u00F4\uAC0A\u092B\u00E4\u3054\uAC12\u03BEa\uAC02\uAC0Da\u0442\uAC00a\u00F5\u043F\u304Ba\u4E18a\u0915\u00E2\uAC12.com',
      [],
    ],
    ['https://t.co/abc/def t.co/abc', ['https://t.co/abc', 't.co/abc']],
    [`https://t.co/${'a'.repeat(41)}`, []],
    ['end.Then file.txt 3.14 v1.2.3 e.g. a..b', []],
    ['a@example.com @example.com #example.com $example.com', []],
    ['-example.com _example.com .example.com /example.com', []],
    ['ftp://example.com http://127.0.0.1/ http:// https://localhost', []],
    [`http://example.com/${'a'.repeat(4070)}`, [`http://example.com/${'a'.repeat(4070)}`]],
    [`http://example.com/${'a'.repeat(4071)}`, []],
  ])('finds in %j what X links', (text, urls) => {
    expect(linksIn(text)).toEqual(urls);
    expect(twitterText.extractUrlsWithIndices(text).map(({ url }) => url)).toEqual(urls);
  });

  it('knows every top-level domain twitter-text knows, in capitals too', () => {
    const require = createRequire(import.meta.url);
    const patterns: RegExp[] = ['validGTLD', 'validCCTLD'].map((name) => require(`twitter-text/dist/regexp/${name}`));
    const names = patterns.flatMap(({ source }) =>
      source.slice('(?:(?:'.length, source.lastIndexOf(')(?=')).split('|'),
    );
    expect(names.length).toBeGreaterThan(1500);
    expect(names.filter((name) => linksIn(`http://a.${name}`)[0] !== `http://a.${name}`)).toEqual([]);
    const capitals = names.map((name) => name.toUpperCase());
    expect(capitals.filter((name) => linksIn(`http://A.${name}`)[0] !== `http://A.${name}`)).toEqual([]);
  });
});

describe('weightedLength and twitter-text agree', () => {
  /** Parts that mean something to a finder of URLs, in any order and without a space of their own. */
  const part = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom('.', '/', ':', '-', '_', '?', '=', '&', '#', '@', '$', '(', ')', '!', "'", '"'),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'com',
        'co',
        'uk',
        'ai',
        'COM',
        'рф',
        '香港',
        '嘉里',
        '大酒店',
        'xn--p1ai',
        'vermögensberater',
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'a',
        'word',
        'x1',
        '80',
        'é',
        'e\u0301',
        'ü',
        'ß',
        'あ',
        '漢字',
        '한',
        'ι',
        'ж',
        'שלום',
        'हिन्दी',
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom('http://', 'https://', 'HTTP://', 'www.', 't.co/', '@name', '#tag', 'me@example.org'),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        ' ',
        '\n',
        '\u3000',
        '…',
        '–',
        '。',
        '、',
        '＠',
        '＃',
        '\u200B',
        '\u200E',
        '\u202A',
        '\uFEFF',
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('😀', FAMILY, '🇬🇧', '1️⃣', '👍🏽', '❤️', '☕', '\uD83D', '\uDE00', '\u{1D49C}'),
    },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(62), 'あ'.repeat(25), 'ü'.repeat(29)) },
  );
  // Each has a number of its own: of two alike twitter-text mistakes one for the other, see below.
  const url = fc
    .tuple(
      fc.constantFrom('', 'http://', 'https://'),
      fc.constantFrom('.com', '.co.uk', '.blog', 'é.fr', '.香港', '.org:8080', '.invalid'),
      fc.constantFrom('', '/', '/path_(x).', '/a/b?c=d&e#f', '?q=1', '/été,'),
    )
    .map(
      ([protocol, end, path]) =>
        (index: number) =>
          `${protocol}site-${index}${end}${path}`,
    );
  const text = fc
    .array(fc.oneof({ weight: 6, arbitrary: part.map((value) => () => value) }, { weight: 1, arbitrary: url }), {
      maxLength: 14,
    })
    .map((parts) => parts.map((write, index) => write(index)).join(''));

  it('on texts of words, URLs, emoji, marks and punctuation in any order', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(weightedLength(value)).toBe(theirs(value));
      }),
      { numRuns: 3000 },
    );
  });

  it('on the longest label of any characters the domain name system takes', () => {
    const script = fc.constantFrom(0xe0, 0x3b1, 0x430, 0x5d0, 0x915, 0x3042, 0x4e00, 0xac00, 0x1f600, 0x20000);
    const point = fc.tuple(script, fc.nat(24)).map(([first, index]) => first + index);
    const label = fc.array(fc.oneof(point, fc.constantFrom(0x61, 0x2d, 0x3002, 0xff11)), { maxLength: 10 });
    fc.assert(
      fc.property(label, (points) => {
        const host = `http://x${String.fromCodePoint(...points)}`;
        // One of these lengths is the first too long.
        for (let more = 0; more <= 63; more++) {
          const url = `${host}${'x'.repeat(more)}.com`;
          expect(weightedLength(url)).toBe(theirs(url));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('on every character of the first plane', () => {
    const different: string[] = [];
    for (let point = 0; point <= 0xffff; point++) {
      const character = String.fromCharCode(point);
      if (weightedLength(character) !== theirs(character)) different.push(point.toString(16));
    }
    expect(different).toEqual([]);
  });

  it('on arbitrary characters', () => {
    const point = fc.oneof(fc.nat(0x2fff), fc.nat(0x10ffff));
    const characters = fc.array(point, { maxLength: 30 }).map((points) => String.fromCodePoint(...points));
    fc.assert(
      fc.property(characters, (value) => {
        expect(weightedLength(value)).toBe(theirs(value));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['people, skin tones and work', ['👩', '🧕', '🏽', '\u200D', '⚕', '\uFE0F', '🎤']],
    ['families and hearts', ['👨', '👩', '👧', '👦', '\u200D', '❤', '\uFE0F', '💋']],
    ['sports and skin tones', ['🏋', '⛹', '🕵', '🏻', '\u200D', '♀', '\uFE0F']],
    ['flags', ['🇬', '🇧', '🇦', '🏳', '🏴', '\u200D', '🌈', '☠', '\uFE0F']],
    ['keys', ['1', '#', '*', '\u20E3', '\uFE0F', '\uFE0E', ' ']],
    ['signs', ['©', '™', '☺', '☕', '✅', '\uFE0F', '\uFE0E']],
    ['an eye and a speech bubble', ['👁', '🗨', '\u200D', '\uFE0E']],
  ])('on all sequences of up to five parts of %s', (_, parts) => {
    let sequences = [''];
    for (let length = 1; length <= 5; length++) {
      sequences = sequences.flatMap((sequence) => parts.map((next) => sequence + next));
      const different = sequences.filter((sequence) => weightedLength(sequence) !== theirs(sequence));
      expect(different).toEqual([]);
    }
  });
});

describe('weightedLength and twitter-text differ', () => {
  it.each([
    ['❤️‍🔥', 'a heart on fire (Unicode 13.1)', 5],
    ['🐦‍🔥', 'a phoenix (Unicode 15.1)', 5],
    ['🧑‍🌾', 'a farmer of no sex (Unicode 12.1)', 5],
    ['🫱🏻', 'a hand with a skin tone (Unicode 14)', 4],
    ['👩🏻‍❤️‍👩🏽', 'a couple of two skin tones (Unicode 13.1)', 8],
    ['👁️‍🗨️', 'an eye in a speech bubble with its selectors', 5],
    ['♾️', 'the sign of infinity with its selector', 4],
  ])('on %s, %s: X counts every emoji 2', (emoji, _, theirLength) => {
    expect(weightedLength(emoji)).toBe(2);
    expect(theirs(emoji)).toBe(theirLength);
  });

  it('on a skier with a skin tone, which Unicode does not have: it is two emoji', () => {
    expect(weightedLength('⛷🏻')).toBe(4);
    expect(theirs('⛷🏻')).toBe(2);
  });

  it('on a domain that stands in its own beginning: twitter-text looks its position up by its text', () => {
    const text = 'e.comx漢e.com/path';
    expect(linksIn(text)).toEqual(['e.com/path']);
    expect(weightedLength(text)).toBe('e.comx'.length + 2 + 23);
    expect(theirs(text)).not.toBe(weightedLength(text));
  });
});

describe('weightedLength on hostile texts', () => {
  // So many that reading the rest again for every character would take far longer than a test may.
  it.each([
    'a.',
    'あ.',
    '.あ',
    'é.р',
    '.vermögensberatun',
    'a_.',
    '_a.com',
    'a.co..',
    'xn--a.',
    'a',
    'あ',
    '–',
    '!',
    '.',
    'http://',
    'http://あ.',
    'a.co/',
    'a.co/(',
    '(a.co/!!!',
    'a.co/!(a(b)',
    'a.co?!',
    'a.co:1',
    '"a.co',
    'e\u0301',
    '👩\u200D',
    '🇬',
    '1\u20E3',
    '❤️',
    '\u{E0067}',
  ])('reads 100,000 characters of %j once', async (unit) => {
    // A second reading of every character would take minutes. The bound is far from both: emoji use more memory than the
    // reference does, so they take up to 80 times as long beside processes that use the caches of the machine.
    const cpuMs = await measureCpuMs(() => {
      for (const before of ['', 'http://a.co/!', 'http://']) {
        weightedLength(before + unit.repeat(100_000 / unit.length));
      }
    });
    expect(cpuMs).toBeLessThan(250 * REFERENCE_CPU_MS);
  });
});

describe('findRejectedCharacter', () => {
  it.each([
    ['\uFFFE', 'U+FFFE'],
    ['\uFEFF', 'U+FEFF'],
    ['\uFFFF', 'U+FFFF'],
  ])('names %j', (character, name) => {
    expect(findRejectedCharacter(`a${character}b`)).toBe(name);
    expect(twitterText.hasInvalidCharacters(character)).toBe(true);
  });

  it('has nothing against any other character of the first plane', () => {
    const rejected: string[] = [];
    for (let point = 0; point <= 0xffff; point++) {
      const name = findRejectedCharacter(String.fromCharCode(point));
      if (name !== null) rejected.push(name);
    }
    expect(rejected).toEqual(['U+FEFF', 'U+FFFE', 'U+FFFF']);
  });
});
