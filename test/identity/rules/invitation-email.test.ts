import { describe, expect, it } from 'vitest';
import { newInvitation } from '../../../lib/identity/rules/invitation.ts';
import { buildInvitationEmail, invitationLink } from '../../../lib/identity/rules/invitation-email.ts';
import { NOW_MS } from '../../content/rules/items.ts';

const invitation = newInvitation(
  { email: 'ada@example.com', role: 'editor', permissions: ['content:read'] },
  { id: 'inv_1', workspaceId: 'ws_1', userId: 'usr_1' },
  'pending',
  NOW_MS,
);
const baseUrl = 'https://api.example.com/v1';
const page = 'https://app.example.com/join?from=mail';

describe('invitationLink', () => {
  it('contains the token in the fragment, which browsers do not send', () => {
    const link = new URL(invitationLink(page, 'the-token'));
    expect([link.searchParams.toString(), link.hash]).toEqual(['from=mail', '#token=the-token']);
  });
});

describe('buildInvitationEmail', () => {
  const email = (at: { page: string | null }) =>
    buildInvitationEmail(invitation, 'Acme', 'the-token', { ...at, baseUrl });

  it('is addressed to the invitee, and names the workspace, the role and the expiry', () => {
    const { to, subject, text } = email({ page });
    expect([to, subject]).toEqual(['ada@example.com', 'Invitation to Acme']);
    expect(text).toContain('You have been invited to join Acme with the role editor.');
    expect(text).toContain('expires at 2027-03-08 09:00 UTC');
  });

  it('links to the page of the stage', () => {
    expect(email({ page }).text).toContain('https://app.example.com/join?from=mail#token=the-token\n');
  });

  it('contains a request to paste when the stage has no page', () => {
    const { text } = email({ page: null });
    expect(text).toContain(`curl ${baseUrl}/team/invitations/accept`);
    expect(text).toContain(`-d '{"token":"the-token","name":"YOUR NAME"}'`);
  });
});
