import type { Email } from '../../core/email/email.ts';
import { fill } from '../../core/values/fill-text.ts';
import type { PageLanguage } from '../../core/values/page-language.ts';
import { formatMinute } from '../../core/values/timestamps.ts';
import type { Invitation } from '../rules/invitation.ts';
import { EMAIL_TEXTS } from './languages/languages.ts';

/** Where an invitation is accepted: on the page of the operator if there is one, otherwise in the dashboard. */
export type AcceptedAt = { page: string | null; dashboardOrigin: string };

/** Build the link of an invitation. The token is in the fragment, which is not sent to servers or logged by them. */
export function invitationLink({ page, dashboardOrigin }: AcceptedAt, token: string): string {
  return page === null ? `${dashboardOrigin}/app/#/invitation?token=${token}` : `${page}#token=${token}`;
}

/** Build the email with the link of the invitation. */
export function buildInvitationEmail(
  { email: to, role, expires_at }: Invitation,
  workspace: string,
  link: string,
  language: PageLanguage,
): Email {
  const { roles, invitation } = EMAIL_TEXTS[language];
  const { subject, text, open, end } = invitation;
  const parts = [
    fill(text, { workspace, role: roles[role] }),
    open,
    link,
    `${fill(end, { time: formatMinute(expires_at) })}\n`,
  ];
  return { to, subject: fill(subject, { workspace }), text: parts.join('\n\n') };
}
