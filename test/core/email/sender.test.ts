import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSender } from '../../../lib/core/email/sender.ts';

const ADDRESS = 'team@example.com';
/** Decode encoded words, as an email program does. */
const decoded = (sender: string) =>
  [...sender.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/g)].map(([, word]) => Buffer.from(word!, 'base64').toString()).join('');

describe('the sender of an email', () => {
  it('has an ASCII name as a quoted string, in which no quote ends it', () => {
    expect(formatSender('Example Social', ADDRESS)).toBe('"Example Social" <team@example.com>');
    expect(formatSender('"A" <b@c.example>, \\', ADDRESS)).toBe('"\\"A\\" <b@c.example>, \\\\" <team@example.com>');
  });

  it('has any other name as encoded words of at most 75 characters, which decode to it', () => {
    const names = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        names.filter((name) => /[^\x20-\x7e]/.test(name) && name.isWellFormed()),
        (name) => {
          const sender = formatSender(name, ADDRESS);
          expect(sender).toMatch(/^[\x20-\x7e]* <team@example\.com>$/);
          expect(sender.split(' ').every((word) => word.length <= 75)).toBe(true);
          expect(decoded(sender)).toBe(name);
        },
      ),
    );
  });
});
