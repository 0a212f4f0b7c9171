import type { Invitation } from './invitation.ts';

/** A mail of plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Where an invitation is accepted: a page of whoever runs the stage, if there is one, and the API. */
export interface AcceptedAt {
  page: string | null;
  baseUrl: string;
}

/** The link to the page. A fragment is not sent to its server, so the token stands in no log there. */
export function invitationLink(page: string, token: string): string {
  return `${page}#token=${token}`;
}

/** The mail that brings an invitation and the token that opens it. */
export function invitationMail(
  invitation: Invitation,
  workspaceName: string,
  token: string,
  { page, baseUrl }: AcceptedAt,
): Mail {
  const request = `curl ${baseUrl}/team/invitations/accept -H 'Content-Type: application/json' -d '{"token":"${token}","name":"YOUR NAME"}'`;
  const way =
    page === null
      ? `To accept, send this request with your name in it:\n\n${request}\n\nIts answer holds your client id and client secret, this once.`
      : `To accept, open this link:\n\n${invitationLink(page, token)}`;
  return {
    to: invitation.email,
    subject: `Invitation to ${workspaceName}`,
    text: [
      `You are invited to ${workspaceName}, with the role ${invitation.role}.`,
      way,
      `This works once, and until ${minuteOf(invitation.expires_at)} UTC. If you did not expect it, leave it: nothing happens.\n`,
    ].join('\n\n'),
  };
}

function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
