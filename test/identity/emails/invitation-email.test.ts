import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROLE_NAMES } from '../../../lib/core/api/permission.ts';
import { PAGE_LANGUAGES } from '../../../lib/core/values/page-language.ts';
import { buildInvitationEmail, invitationLink } from '../../../lib/identity/emails/invitation-email.ts';
import { newInvitation } from '../../../lib/identity/rules/invitation.ts';
import { NOW_MS } from '../../content/rules/items.ts';

const invitation = newInvitation(
  { email: 'ada@example.com', role: 'editor', permissions: ['content:read'] },
  { id: 'inv_1', workspaceId: 'ws_1', userId: 'usr_1' },
  'pending',
  NOW_MS,
);
const dashboardOrigin = 'https://dashboard.example.com';
const page = 'https://app.example.com/join?from=mail';

describe('invitationLink', () => {
  it('contains the token in the fragment, which browsers do not send', () => {
    const link = new URL(invitationLink({ page, dashboardOrigin }, 'the-token'));
    expect([link.searchParams.toString(), link.hash]).toEqual(['from=mail', '#token=the-token']);
  });

  it('leads to the dashboard when the stage has no page of its own, also with the token in the fragment', () => {
    const link = new URL(invitationLink({ page: null, dashboardOrigin }, 'the-token'));
    expect(link.origin + link.pathname + link.search).toBe(`${dashboardOrigin}/app/`);
    expect(link.hash).toBe('#/invitation?token=the-token');
  });
});

describe('buildInvitationEmail', () => {
  const email = () => buildInvitationEmail(invitation, 'Acme', 'https://app.example.com/join#token=the-token', 'en');

  it('is addressed to the invitee, and names the workspace, the role and the expiry', () => {
    const { to, subject, text } = email();
    expect([to, subject]).toEqual(['ada@example.com', 'Invitation to Acme']);
    expect(text).toContain('You have been invited to join Acme with the role editor.');
    expect(text).toContain('expires at 2027-03-08 09:00 UTC');
  });

  it.each(PAGE_LANGUAGES)('names the role in %s as the dashboard does', (language) => {
    const file = join(import.meta.dirname, `../../../dashboard/languages/${language}.json`);
    const { components } = JSON.parse(readFileSync(file, 'utf8'));
    for (const role of ROLE_NAMES) {
      const { text } = buildInvitationEmail({ ...invitation, role }, 'Acme', 'https://app.example.com', language);
      expect(text).toContain(` ${components[`role_${role}`]}`);
    }
  });

  it('contains the link', () => {
    expect(email().text).toContain('https://app.example.com/join#token=the-token\n');
  });
});
