import { describe, expect, it } from 'vitest';
import { PAGE_LANGUAGES } from '../../../lib/core/values/page-language.ts';
import { buildSecurityEmail } from '../../../lib/identity/emails/security-email.ts';
import { ACCESS_CHANGES } from '../../../lib/identity/rules/access-change.ts';
import type { SecurityNotice } from '../../../lib/identity/rules/security-notice.ts';

const AT = '2026-11-20T09:30:00.000Z';
const NOTICES: SecurityNotice[] = [
  { kind: 'passkey_added', passkey_id: 'pk_1' },
  { kind: 'key_created', client_id: 'key_1' },
  { kind: 'key_rolled', client_id: 'key_1' },
  { kind: 'token_reused', client_id: 'key_1' },
  { kind: 'recurrences_left', user_id: 'usr_1' },
  ...ACCESS_CHANGES.map((change) => ({ kind: 'access_changed', change, subject_id: 'one_1' }) as const),
];
const build = (notice: SecurityNotice, otherMember: string | null, language: (typeof PAGE_LANGUAGES)[number]) =>
  buildSecurityEmail(
    notice,
    { workspace: 'Acme', at: AT, otherMember, dashboardOrigin: 'https://app.example.com' },
    language,
  );

describe.each(PAGE_LANGUAGES)('a security email in %s', (language) => {
  it.each(NOTICES)(
    'names the workspace, the time and a screen for $kind $change, and leaves no value out',
    (notice) => {
      for (const otherMember of [null, 'usr_2']) {
        const { subject, text } = build(notice, otherMember, language);
        expect(subject).toContain('Acme');
        expect(text).toContain('2026-11-20 09:30 UTC');
        expect(text).toMatch(/^https:\/\/app\.example\.com\/app\/#\/\w+$/m);
        expect(subject + text).not.toMatch(/[{}]|undefined/);
      }
    },
  );
});

it.each([
  ['de', 'am 2026-11-20 09:30 UTC in einer Sitzung', 'beenden Sie die Sitzungen dieses Mitglieds:'],
  ['fr', 'le 2026-11-20 09:30 UTC, dans une session', 'mettez fin aux sessions de ce membre :'],
  ['es', 'el 2026-11-20 09:30 UTC, en una sesión', 'cierra las sesiones de ese miembro:'],
] as const)('a security email in %s has a date, and says whose sessions an owner ends', (language, time, advice) => {
  const { text } = build({ kind: 'passkey_added', passkey_id: 'pk_1' }, 'usr_2', language);
  expect(text).toContain(time);
  expect(text).toContain(advice);
});

it('a security email tells an owner whose session it was, and the member that it was theirs', () => {
  const notice = { kind: 'access_changed', change: 'approval_loosened', subject_id: 'ws_1' } as const;
  expect(build(notice, null, 'en').text).toBe(
    [
      'The settings of approval were changed so that more can be approved or published at 2026-11-20 09:30 UTC, in a session of yours in Acme.',
      'If it was not you, change the settings back, end your sessions, and tell an owner or admin of the workspace:',
      'https://app.example.com/app/#/team\nhttps://app.example.com/app/#/sessions',
      'You cannot turn off this email.\n',
    ].join('\n\n'),
  );
  expect(build(notice, 'usr_2', 'en').text).toContain(
    'If that should not be, change the settings back, and end their sessions:\n\nhttps://app.example.com/app/#/team\n\n',
  );
});
