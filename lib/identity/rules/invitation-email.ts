import type { Email } from '../../core/email/email.ts';
import { formatMinute } from '../../core/values/timestamps.ts';
import type { Invitation } from './invitation.ts';

/** URLs that accept an invitation: a page of the operator, if configured, and the API. */
export type AcceptedAt = { page: string | null; baseUrl: string };

/** Build the link to the page. The token is in the fragment, which is not sent to servers or logged by them. */
export function invitationLink(page: string, token: string): string {
  return `${page}#token=${token}`;
}

/** Build the email with the invitation and its token. */
export function buildInvitationEmail(
  invitation: Invitation,
  workspaceName: string,
  token: string,
  { page, baseUrl }: AcceptedAt,
): Email {
  const request = `curl ${baseUrl}/team/invitations/accept -H 'Content-Type: application/json' -d '{"token":"${token}","name":"YOUR NAME"}'`;
  const instructions =
    page === null
      ? `To accept, replace YOUR NAME and send this request:\n\n${request}\n\nThe response contains your client id and client secret. The secret is shown only once.`
      : `To accept the invitation, open this link:\n\n${invitationLink(page, token)}`;
  return {
    to: invitation.email,
    subject: `Invitation to ${workspaceName}`,
    text: [
      `You have been invited to join ${workspaceName} with the role ${invitation.role}.`,
      instructions,
      `The invitation expires at ${formatMinute(invitation.expires_at)} UTC and can be accepted once. If you did not expect this email, you can ignore it.\n`,
    ].join('\n\n'),
  };
}
