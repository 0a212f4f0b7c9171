import { describe, expect, it } from 'vitest';
import { CONNECT_TEXTS } from '../../../lib/accounts/pages/languages/languages.ts';
import { REVIEW_TEXTS } from '../../../lib/content/pages/languages/languages.ts';
import { REMINDER_TEXTS } from '../../../lib/content/rules/approval/reminder-texts.ts';
import { EMAIL_TEXTS } from '../../../lib/identity/emails/languages/languages.ts';
import { PRODUCT_LINKS } from '../../../lib/identity/pages/product-links.ts';
import { DIGEST_TEXTS } from '../../../lib/notifications/rules/digest-texts.ts';

const textsOf = (texts: object, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${path}${name}`, value] as [string, string]] : textsOf(value, `${path}${name}.`),
  );
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
// Words that another language writes alike.
const ALIKE = /^months\.|^support$|^security\.subject$/;

describe.each([
  ['connections', CONNECT_TEXTS],
  ['reviewers', REVIEW_TEXTS],
  ['links of a product', PRODUCT_LINKS],
  ['emails of members', EMAIL_TEXTS],
  ['reminders', REMINDER_TEXTS],
  ['digests', DIGEST_TEXTS],
])('the texts for %s', (_, { en: english, ...others }) => {
  const inEnglish = new Map(textsOf(english));
  describe.each(Object.entries(others))('in %s', (__, texts) => {
    it('are those of the English pages, each with the same values', () => {
      const own = textsOf(texts);
      expect(own.map(([name]) => name).sort()).toEqual([...inEnglish.keys()].sort());
      for (const [name, text] of own) expect(placeholders(text), name).toEqual(placeholders(inEnglish.get(name)!));
    });

    it('are translated', () => {
      const same = textsOf(texts).filter(([name, text]) => text === inEnglish.get(name));
      expect(same.map(([name]) => name).filter((name) => !ALIKE.test(name))).toEqual([]);
    });
  });
});
