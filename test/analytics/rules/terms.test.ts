import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ELISIONS, stopWordsIn } from '../../../lib/analytics/rules/stop-words.ts';
import { hashtagsOf, MAX_TERMS, subphrasesOf, topicsOf } from '../../../lib/analytics/rules/terms.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '#',
        '＃',
        'Café',
        'x',
        '1',
        '_',
        ' ',
        '@',
        '.',
        '/',
        '\u20e3',
        '\ufe0f',
        "'",
        's',
        'ﷺ',
        '人工',
        '🚀',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
);

describe('hashtagsOf', () => {
  it.each<[string, string[]]>([
    ['We ship #CI, #Serverless!', ['#ci', '#serverless']],
    ['#Café ＃ＣＡＦÉ #cafe\u0301', ['#café']],
    ['#日本語タグ #हिन्दी #한국어 #ジョン・レノン', ['#日本語タグ', '#हिन्दी', '#한국어', '#ジョン・レノン']],
    ['#می\u200cخواهم', ['#می\u200cخواهم']],
    ['#one#two', ['#one', '#two']],
    ['(#in) "#quotes" ##twice', ['#in', '#quotes', '#twice']],
    ['#ΟΔΟΣ #οδός #Straße #STRASSE #İzmir', ['#οδος', '#οδός', '#straße', '#strasse', '#i̇zmir']],
    ['#under_score #2fast #h2o', ['#under_score', '#2fast', '#h2o']],
  ])('finds the hashtags of %j', (text, tags) => {
    expect(hashtagsOf(text)).toEqual(tags);
  });

  it.each(['C# a#b 日本#歴史', '#1 #2026 #_ #_1 # #!', '#\uFE0F\u20E3tag 1\uFE0F\u20E3', '#🚀 #❤️love', '&#39; &#x27;'])(
    'finds no hashtag in %j',
    (text) => {
      expect(hashtagsOf(text)).toEqual([]);
    },
  );

  it.each([
    'https://example.com/#top',
    'https://example.com/?a=b&c=#top',
    'www.example.com/#top',
    'example.com/#top',
    'https://ja.wikipedia.org/wiki/日本/#歴史',
    'someone@example.com/#top',
  ])('skips the URL or email address %j, and continues after it', (address) => {
    expect(hashtagsOf(`${address} #seen`)).toEqual(['#seen']);
  });

  it('ends a hashtag before an emoji, also before a keycap', () => {
    expect(hashtagsOf('#rocket🚀 #top1\uFE0F\u20E3')).toEqual(['#rocket', '#top']);
  });

  it('ignores a hashtag of more than 100 code points', () => {
    const longest = `#${'𠮷'.repeat(100)}`;
    expect(hashtagsOf(`${longest} ${longest}𠮷`)).toEqual([longest]);
  });

  it('returns each hashtag once, in a form that is extracted again unchanged', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tags = hashtagsOf(text);
        expect(new Set(tags).size).toBe(tags.length);
        expect(hashtagsOf(tags.join(' '))).toEqual(tags);
      }),
      { numRuns: 500 },
    );
  });

  it('stops at 60 hashtags', () => {
    const tags = Array.from({ length: 80 }, (_, index) => `#tag${index}`);
    expect(hashtagsOf(tags.join(' '))).toEqual(tags.slice(0, MAX_TERMS));
  });
});

describe('topicsOf', () => {
  it.each<[string, string, string[]]>([
    [
      'English',
      'The quick release of a Rust compiler',
      ['quick', 'release', 'quick release', 'rust', 'compiler', 'rust compiler'],
    ],
    [
      'Spanish',
      'También hay más inteligencia artificial para todos',
      ['inteligencia', 'artificial', 'inteligencia artificial'],
    ],
    [
      'English of three words',
      'An electric city bike, on the road',
      ['electric', 'city', 'electric city', 'bike', 'city bike', 'electric city bike', 'road'],
    ],
    ['German', 'Der Klimawandel und die Energiewende', ['klimawandel', 'energiewende']],
    ['French', "Aujourd'hui, l’économie n'est pas très verte", ['économie', 'verte']],
    ['Portuguese', 'Não há uma política de inovação', ['política', 'inovação']],
    ['Japanese', '人工知能の未来', ['人工', '知能', '人工知能', '未来']],
    ['Korean', '자연어 처리', ['자연어', '처리', '자연어 처리']],
  ])('extracts words, pairs and triples in %s, without its stop words', (_language, text, topics) => {
    expect(topicsOf(text)).toEqual(topics);
  });

  it('normalizes several spellings to one topic', () => {
    expect(topicsOf('Café CAFE\u0301, ｃａｆé')).toEqual(['café', 'café café']);
  });

  it.each([
    'https://example.com/release',
    'www.example.com',
    'example.com',
    'someone@example.com',
    '@someone.else',
    '#release',
  ])('removes %j, and forms no pair across it', (removed) => {
    expect(topicsOf(`green ${removed} tea`)).toEqual(['green', 'tea']);
  });

  it.each(['green. Tea', 'green.Tea', 'green, tea', 'green\ntea', 'green 🍵 tea', 'green and tea', 'green 2 tea'])(
    'forms no pair in %j',
    (text) => {
      expect(topicsOf(text)).toEqual(['green', 'tea']);
    },
  );

  it('forms a pair across a hyphen, the same as across a space', () => {
    expect(topicsOf('green-tea')).toEqual(topicsOf('green tea'));
  });

  it('excludes short words, numbers, words with digits and contractions', () => {
    expect(topicsOf("AI 2026 GPT4 h2o don't we're 1st go")).toEqual([]);
  });

  it("removes the English genitive, not the word before it: Apple's", () => {
    expect(topicsOf("Apple's keynote")).toEqual(['apple', 'keynote', 'apple keynote']);
  });

  it('returns for any text each topic once, at most 60, of one to three words of letters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const topics = topicsOf(text);
        expect(new Set(topics).size).toBe(topics.length);
        expect(topics.length).toBeLessThanOrEqual(MAX_TERMS);
        for (const topic of topics) {
          expect(topic).toMatch(/^\p{L}[\p{L}\p{M}\u200C\u200D]+(?: \p{L}[\p{L}\p{M}\u200C\u200D]+){0,2}$/u);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('stops at 60 topics', () => {
    const words = 'abcdefghijklmnopqrstuvwxyz'.split('').map((letter) => letter.repeat(4));
    const topics = topicsOf(words.join(' '));
    expect(topics).toHaveLength(MAX_TERMS);
    expect(topics.slice(0, 3)).toEqual(['aaaa', 'bbbb', 'aaaa bbbb']);
  });
});

describe('topicsOf a long text', () => {
  it('reads the first 1,000 words', () => {
    const behind = (words: number) => topicsOf(`${'the '.repeat(words)}espresso`);
    expect([behind(999), behind(1_000)]).toEqual([['espresso'], []]);
  });
});

describe('subphrasesOf', () => {
  it.each<[string, string[]]>([
    ['espresso', []],
    ['summer sale', ['summer', 'sale']],
    ['big summer sale', ['big', 'big summer', 'summer', 'summer sale', 'sale']],
    ['人工知能', ['人工', '知能']],
    ['자연어 처리', ['자연어', '처리']],
  ])('of %j', (topic, parts) => expect(subphrasesOf(topic)).toEqual(parts));
});

describe('a text of 256 KiB without a separator', () => {
  // Quadratic patterns would take minutes here and exceed the timeout of the test.
  it.each(['a', '#', '@', '.', 'a.', 'a@', '#a', "'a", 'http://', 'a://', 'www.', '-', '1\u20e3', 'ก', '漢', '\u0301'])(
    'takes linear time when it repeats %j',
    (part) => {
      const text = part.repeat(262_144 / part.length);
      expect(hashtagsOf(text).length).toBeLessThanOrEqual(MAX_TERMS);
      expect(topicsOf(text).length).toBeLessThanOrEqual(MAX_TERMS);
    },
  );
});

describe('stop words', () => {
  it.each([
    ['English', 'We talk about the war in the country', 'war', true],
    ['German', 'Das war nicht unser bester Tag', 'war', false],
    ['English', 'She bought a car and drove away', 'car', true],
    ['French', 'Je ne viens pas, car il est trop tard', 'car', false],
  ])('are those of the language of the text: %s, %j', (_language, text, word, isTopic) => {
    expect(topicsOf(text).includes(word)).toBe(isTopic);
  });

  it.each(['the', 'para', 'oder', 'avec', 'você'])('are those of all languages for an unknown language: %j', (word) => {
    expect(stopWordsIn(['espresso'])(word)).toBe(true);
    expect(stopWordsIn(['espresso'])('espresso')).toBe(false);
  });

  it('are those of both languages in a mixed text', () => {
    const isStopWord = stopWordsIn('our new machine is here y también nuestra nueva cafetera'.split(' '));
    expect(['the', 'para', 'und'].map(isStopWord)).toEqual([true, true, false]);
  });

  it('do not include elisions', () => {
    for (const word of ELISIONS) expect(word).toMatch(/^[a-z]+$/);
  });
});
