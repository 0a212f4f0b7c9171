import { describe, expect, test } from 'vitest';
import type { Template } from '../../dashboard/src/content/template-texts.ts';
import { matchingMentions, mentionAt, withMention } from '../../dashboard/src/screens/composer/mention-query.ts';

const named = (name: string, kind: Template['kind'] = 'mention') => ({ id: name, name, kind }) as Template;

describe('mentionAt', () => {
  test.each([
    ['Hello @', '', 6],
    ['@Ac', 'Ac', 0],
    ['Hello (@ac', 'ac', 7],
    ['Hello @Ada Lo', 'Ada Lo', 6],
    ['Zeile\n@ä', 'ä', 6],
  ])('finds the name in %j', (text, name, start) => {
    expect(mentionAt(text, text.length)).toEqual({ start, name });
  });

  test.each(['Hello', 'ada@example', 'a@', '{{@Acme', '{{@Acme}} ', '@Ada Love lace', '@ada\n', '@@'])(
    'finds none in %j',
    (text) => {
      expect(mentionAt(text, text.length)).toBeNull();
    },
  );

  test('reads up to the caret', () => {
    expect(mentionAt('@ac and more', 3)).toEqual({ start: 0, name: 'ac' });
  });
});

test('matchingMentions lists the saved mentions by the beginnings of their words, at most six', () => {
  const templates = [named('Nordlys Coffee'), named('Acme'), named('Ada Lovelace'), named('Ad', 'snippet')];
  const names = (typed: string) => matchingMentions(templates, typed).map(({ name }) => name);
  expect(names('')).toEqual(['Acme', 'Ada Lovelace', 'Nordlys Coffee']);
  expect(names('a')).toEqual(['Acme', 'Ada Lovelace']);
  expect(names('LOVE')).toEqual(['Ada Lovelace']);
  expect(names('dlys')).toEqual([]);
  expect(
    matchingMentions(
      Array.from({ length: 9 }, (_, index) => named(`A${index}`)),
      'a',
    ),
  ).toHaveLength(6);
});

describe('withMention', () => {
  test('puts the mention in the place of what is typed, and the caret after it', () => {
    const text = 'Hello @ac';
    expect(withMention(text, { start: 6, name: 'ac' }, 9, 'Acme')).toEqual({ text: 'Hello {{@Acme}} ', caret: 16 });
  });

  test('keeps what follows, apart', () => {
    expect(withMention('@acand', { start: 0, name: 'ac' }, 3, 'Acme').text).toBe('{{@Acme}} and');
    expect(withMention('@ac and', { start: 0, name: 'ac' }, 3, 'Acme')).toEqual({ text: '{{@Acme}} and', caret: 10 });
  });
});
