import type { Email } from '../../core/email/email.ts';
import { formatMinute } from '../../core/values/timestamps.ts';
import type { Invitation } from './invitation.ts';

/** Where an invitation is accepted: on the page of the operator if there is one, otherwise in the dashboard. */
export type AcceptedAt = { page: string | null; dashboardOrigin: string };

/** Build the link of an invitation. The token is in the fragment, which is not sent to servers or logged by them. */
export function invitationLink({ page, dashboardOrigin }: AcceptedAt, token: string): string {
  return page === null ? `${dashboardOrigin}/app/#/invitation?token=${token}` : `${page}#token=${token}`;
}

/** Build the email with the link of the invitation. */
export function buildInvitationEmail(invitation: Invitation, workspaceName: string, link: string): Email {
  return {
    to: invitation.email,
    subject: `Invitation to ${workspaceName}`,
    text: [
      `You have been invited to join ${workspaceName} with the role ${invitation.role}.`,
      `To accept the invitation, open this link:\n\n${link}`,
      `The invitation expires at ${formatMinute(invitation.expires_at)} UTC and can be accepted once. If you did not expect this email, you can ignore it.\n`,
    ].join('\n\n'),
  };
}
