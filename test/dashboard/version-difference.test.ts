import { describe, expect, it } from 'vitest';
import { compareTexts, shownPieces } from '../../dashboard/src/content/text-difference.ts';
import {
  comparedVersion,
  differencesOf,
  shortHash,
  type Version,
} from '../../dashboard/src/content/version-difference.ts';
import { measureCpuMs, REFERENCE_CPU_MS } from '../cpu-time.ts';

const VERSION = {
  content_id: 'cnt_1',
  submission: 1,
  title: 'Summer',
  description: 'One text',
  platforms: ['twitter'],
  accounts: [],
  media: [],
  thread: [],
  first_comment: null,
  platform_options: {},
  files: [],
  link_cards: [],
  decision: null,
} as unknown as Version;
const version = (fields: object) => ({ ...VERSION, ...fields }) as Version;
const rows = (before: object, after: object) =>
  differencesOf(version(before), version(after)).map(({ field, platform, position, removed, added, parts }) => {
    return [field, platform, position, parts.length > 0 ? brief(parts) : { removed, added }];
  });
const brief = (parts: ReturnType<typeof compareTexts>) =>
  parts.map(({ change, text }) => ({ same: text, removed: `-${text}`, added: `+${text}` })[change]);
const compared = (before: string, after: string) => brief(compareTexts(before, after));
const shown = (change: 'same' | 'removed' | 'added', text: string) =>
  shownPieces({ change, text })
    .map((piece) => (piece.isCodePoint ? `<${piece.text}>` : piece.text))
    .join('');

describe('The difference of two texts', () => {
  it('is by words', () => {
    expect(compared('The best coffee', 'The good coffee')).toEqual(['The ', '-best', '+good', ' coffee']);
  });

  it('joins words that were changed together', () => {
    expect(compared('We sell old hats.', 'We sell new caps.')).toEqual(['We sell ', '-old hats', '+new caps', '.']);
  });

  it('has a URL as a whole, whatever of it has changed', () => {
    const [before, after] = ['See https://example.com/a?b=1 now', 'See https://example.com/a?b=2 now'];
    expect(compared(before, after)).toEqual([
      'See ',
      '-https://example.com/a?b=1',
      '+https://example.com/a?b=2',
      ' now',
    ]);
    expect(compared('On example.com/a', 'On examp1e.com/a')).toEqual(['On ', '-example.com/a', '+examp1e.com/a']);
  });

  it('has nothing for equal texts, and one part for a text that is new or gone', () => {
    expect([compared('', ''), compared('A', 'A'), compared('', 'A b'), compared('A b', '')]).toEqual([
      [],
      ['A'],
      ['+A b'],
      ['-A b'],
    ]);
  });

  it('shows texts that have little in common one after the other', () => {
    const words = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(' ');
    expect(compareTexts(words('a'), words('b')).map(({ change }) => change)).toEqual(['removed', 'added']);
  });

  it.each([
    ['a zero-width space', '\u200B', '<U+200B>'],
    ['a right-to-left override', '\u202E', '<U+202E>'],
    ['a soft hyphen', '\u00AD', '<U+00AD>'],
    ['a space that does not break', '\u00A0', '<U+00A0>'],
    ['a tag character', '\u{E0041}', '<U+E0041>'],
    ['a Hangul filler', '\u3164', '<U+3164>'],
    ['a line break', '\n', '↵\n'],
  ])('shows %s that was added', (_, character, expected) => {
    const parts = compareTexts('hello', `hel${character}lo`);
    const added = parts.filter(({ change }) => change === 'added').map(({ change, text }) => shown(change, text));
    expect(added.join('')).toContain(expected);
  });

  it('shows characters of a changed URL that may look like others', () => {
    expect(shown('added', 'https://ex\u0430mple.com')).toBe('https://ex<U+0430>mple.com');
    expect(shown('added', 'Gr\u00FC\u00DFe')).toBe('Gr\u00FC\u00DFe');
  });

  it('shows letters of another script in a changed word with Latin ones, and accents of their own', () => {
    expect(shown('added', 'Pay p\u0430ypal, cafe\u0301')).toBe('Pay p<U+0430>ypal, cafe<U+0301>');
    const alone = 'caf\u00E9 \u043C\u0438\u0440 \u0928\u092E\u0938\u094D\u0924\u0947';
    expect(shown('added', alone)).toBe(alone);
    expect(shown('same', 'p\u0430ypal')).toBe('p\u0430ypal');
  });

  it('leaves an unchanged emoji as it is, and shows that its parts were changed', () => {
    expect(shown('same', '👩‍👧 ☺️')).toBe('👩‍👧 ☺️');
    expect(shown('added', '☺️')).toBe('☺<U+FE0F>');
  });
});

describe('The time of a comparison', () => {
  // As long as an item can be. Each of these took more than six seconds, and the second more than a minute.
  it.each<[string, string]>([
    ['hyphens', '-'.repeat(60_000)],
    ['invisible characters', 'a\u200B'.repeat(30_000)],
    ['labels of a host', `${'a.'.repeat(30_000)}1`],
  ])('does not grow with the square of a text of %s', async (_, text) => {
    const pieces = () => compareTexts('x', text).flatMap(shownPieces);
    expect((await measureCpuMs(pieces)) / REFERENCE_CPU_MS).toBeLessThan(20);
  });
});

describe('The differences of two submissions', () => {
  it('are none for the same content', () => {
    expect(rows({}, { submission: 2, submitted_at: 'later' })).toEqual([]);
  });

  it('have the texts, for all platforms and for one', () => {
    const before = { platform_options: { linkedin: { text: 'Own text' } } };
    const after = { title: 'Winter', description: null, platform_options: { linkedin: { text: 'Own words' } } };
    expect(rows(before, after)).toEqual([
      ['title', null, null, ['-Summer', '+Winter']],
      ['text', null, null, ['-One text']],
      ['text', 'linkedin', null, ['Own ', '-text', '+words']],
    ]);
  });

  it('have added and removed platforms and accounts', () => {
    const after = { platforms: ['linkedin', 'twitter'], accounts: ['acc_2'] };
    expect(rows({ accounts: ['acc_1'] }, after)).toEqual([
      ['platforms', null, null, { removed: [], added: ['linkedin'] }],
      ['accounts', null, null, { removed: ['acc_1'], added: ['acc_2'] }],
    ]);
  });

  it('have added, removed and replaced files, and their alternative texts', () => {
    const file = (media_id: string, alt: string) => ({ media_id, type: 'image', alt });
    const hash = (media_id: string, sha256: string) => ({ media_id, sha256 });
    const before = { media: [file('a', 'A cup'), file('b', '')], files: [hash('a', '1'), hash('b', '2')] };
    const after = { media: [file('a', 'A mug'), file('c', '')], files: [hash('a', '1'), hash('c', '3')] };
    expect(rows(before, after)).toEqual([
      ['media', null, null, { removed: ['b · 2'], added: ['c · 3'] }],
      ['alt', null, 1, ['A ', '-cup', '+mug']],
    ]);
    const replaced = { ...before, files: [hash('a', '9'), hash('b', '2')] };
    expect(rows(before, replaced)).toEqual([['media', null, null, { removed: ['a · 1'], added: ['a · 9'] }]]);
  });

  it('have two files and two card images whose hashes begin alike', () => {
    const [one, other] = ['0', '1'].map((end) => `${'a'.repeat(63)}${end}`) as [string, string];
    const media = [{ media_id: 'a', type: 'image' }];
    const files = (sha256: string) => ({ media, files: [{ media_id: 'a', sha256 }] });
    expect(rows(files(one), files(other))).toEqual([
      ['media', null, null, { removed: [`a · ${one}`], added: [`a · ${other}`] }],
    ]);
    const cards = (image_sha256: string) => {
      const card = { platform: 'linkedin', url: 'https://example.com', parts: [0], title: 'A', description: '' };
      return { link_cards: [{ ...card, image_sha256 }] };
    };
    expect(rows(cards(one), cards(other))).toMatchObject([['card_image', 'linkedin', null, { removed: [one] }]]);
    expect([shortHash(one), shortHash(`a · ${one}`)]).toEqual(['aaaaaaaa…', 'a · aaaaaaaa…']);
  });

  it('have the alternative text of a new file, and of one that is there twice', () => {
    const file = (media_id: string, alt?: string) => ({ media_id, type: 'image', alt });
    expect(rows({}, { media: [file('a', 'A cup')] })).toContainEqual(['alt', null, 1, ['+A cup']]);
    const before = { media: [file('a', 'A'), file('a', 'B')] };
    expect(rows(before, { media: [file('a', 'A'), file('a', 'A')] })).toEqual([['alt', null, 2, ['-B', '+A']]]);
  });

  it('have another type of the file at one URL', () => {
    const [image, video] = ['image', 'video'].map((type) => ({ media: [{ url: 'https://example.com/a', type }] }));
    expect(rows(image!, video!)).toMatchObject([['media', null, null, { added: ['https://example.com/a · video'] }]]);
  });

  it('have another order of the files', () => {
    const media = ['a', 'b'].map((media_id) => ({ media_id, type: 'image' }));
    const [row] = differencesOf(version({ media }), version({ media: [...media].reverse() }));
    expect(row).toMatchObject({ field: 'media', isReordered: true });
  });

  it('have each part of a thread, by its position', () => {
    const part = (text: string) => ({ text, media: [] });
    const before = { thread: [part('Second'), part('Third')] };
    expect(rows(before, { thread: [part('Second'), part('Last'), part('Fourth')] })).toEqual([
      ['thread', null, 3, ['-Third', '+Last']],
      ['thread', null, 4, ['+Fourth']],
    ]);
  });

  it('have the options of a platform, also an empty list that replaces that of all platforms', () => {
    const after = { linkedin: { thread: [], link: 'https://example.com/a', visibility: 'connections' } };
    expect(rows({}, { platform_options: { linkedin: { text: '' } } })).toEqual([
      ['own_text', 'linkedin', null, { removed: ['inherited'], added: ['own'] }],
    ]);
    expect(rows({}, { platform_options: after })).toEqual([
      ['own_thread', 'linkedin', null, { removed: ['inherited'], added: ['own'] }],
      ['link', 'linkedin', null, ['+https://example.com/a']],
      ['visibility', 'linkedin', null, { removed: ['public'], added: ['connections'] }],
    ]);
  });

  it('have the cards of links: their texts, and their images by hash', () => {
    const card = (title: string, image_sha256: string) => {
      return { platform: 'linkedin', url: 'https://example.com', parts: [0], title, description: '', image_sha256 };
    };
    const [before, after] = [{ link_cards: [card('Sale', 'aa')] }, { link_cards: [card('Sold', 'bb')] }];
    expect(rows(before, after)).toEqual([
      ['link_card', 'linkedin', null, ['https://example.com\n', '-Sale', '+Sold']],
      ['card_image', 'linkedin', null, { removed: ['aa'], added: ['bb'] }],
    ]);
  });
});

describe('The submission that is compared first', () => {
  const at = (submission: number, status?: string) => version({ submission, decision: status ? { status } : null });

  it('is the last one that was approved or returned for changes, however many were submitted since', () => {
    const versions = [at(4), at(3, 'withdrawn'), at(2, 'changes_requested'), at(1, 'approved')];
    expect(comparedVersion(versions, versions[0]!)?.submission).toBe(2);
  });

  it('is the one before, where there is no decision', () => {
    const versions = [at(3), at(2), at(1, 'withdrawn')];
    expect(comparedVersion(versions, versions[0]!)?.submission).toBe(2);
  });

  it('is none for the first submission', () => {
    expect(comparedVersion([at(1)], at(1))).toBeNull();
  });
});
