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
const ALIKE = /^months\.|^support$|^security\.subject$|^roles\.editor$/;
/** Words for which the dashboard has others. */
const OTHER_TERMS: Record<string, RegExp> = {
  de: /Administrator|Arbeitsbereich|Messwert|früher(es|e) Mitglied|\bRechte/,
  fr: /validation|valid(er|é)|récurrence|clés? d’API|\bmesures|\bespace(?! de travail)/i,
  es: /recurrencia|\bespacio(?! de trabajo)/i,
};
/** How the dashboard does not address a member in Spanish. */
const FORMAL = /\b(usted|abra|cierre|elimine|revoque|vuelva|establezca|restablezca)\b/i;

describe.each([
  ['connections', CONNECT_TEXTS],
  ['reviewers', REVIEW_TEXTS],
  ['links of a product', PRODUCT_LINKS],
  ['emails of members', EMAIL_TEXTS],
  ['reminders', REMINDER_TEXTS],
  ['digests', DIGEST_TEXTS],
])('the texts for %s', (_, { en: english, ...others }) => {
  const inEnglish = new Map(textsOf(english));
  describe.each(Object.entries(others))('in %s', (language, texts) => {
    it('are those of the English pages, each with the same values', () => {
      const own = textsOf(texts);
      expect(own.map(([name]) => name).sort()).toEqual([...inEnglish.keys()].sort());
      for (const [name, text] of own) expect(placeholders(text), name).toEqual(placeholders(inEnglish.get(name)!));
    });

    it('have the terms of the dashboard', () => {
      const other = textsOf(texts).filter(([, text]) => OTHER_TERMS[language]!.test(text));
      expect(other).toEqual([]);
    });

    it('are translated', () => {
      const same = textsOf(texts).filter(([name, text]) => text === inEnglish.get(name));
      expect(same.map(([name]) => name).filter((name) => !ALIKE.test(name))).toEqual([]);
    });
  });
});

it.each([
  ['emails of members', EMAIL_TEXTS],
  ['reminders', REMINDER_TEXTS],
  ['digests', DIGEST_TEXTS],
])('the Spanish %s address a member as the dashboard does', (_, { es }) => {
  expect(textsOf(es).filter(([, text]) => FORMAL.test(text))).toEqual([]);
});
