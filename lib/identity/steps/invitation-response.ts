import { settings } from '../../core/config/settings.ts';
import { newBearerSecret } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import { invitationLink } from '../emails/invitation-email.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import { dashboardOrigin } from '../pipeline/stage-origin.ts';
import { type InitialMailStatus, type Invitation, toInvitationView } from '../rules/invitation.ts';
import { invitationTokenWrite } from '../store/invitations.ts';

/** Return the mail status of a new invitation: `none` in a stage that sends no email. */
export function initialMailStatus(): InitialMailStatus {
  return settings().emailSender === null ? 'none' : 'pending';
}

/**
 * Build the response to sending an invitation, and the writes that belong to it. A stream handler creates the token
 * together with the email, which is its only copy. Where no email is sent, the token is created here, and the response
 * is its only copy (docs/decisions/0018-token-names-its-owner.md); the local stage returns one in addition to the email.
 */
export function invitationResponse(
  invitation: Invitation,
  context: RequestContext,
  nowMs: number,
): { body: Record<string, unknown>; writes: Write[] } {
  const { invitation_id, status, expires_at, email, role, permissions, mail } = toInvitationView(invitation, nowMs);
  const body = { invitation_id, status, expires_at, email, role, permissions, mail };
  if (mail !== 'none' && !settings().showsInvitationTokens) return { body, writes: [] };
  const token = newBearerSecret();
  return { body: { ...body, token, ...linkOf(context, token) }, writes: [invitationTokenWrite(invitation, token)] };
}

/** Return the link of an invitation; none where no page accepts it, as the API then does with the token. */
function linkOf(context: RequestContext, token: string): { link?: string } {
  const { invitationPage: page, dashboard } = settings();
  if (page === null && !dashboard) return {};
  return { link: invitationLink({ page, dashboardOrigin: dashboardOrigin(context) }, token) };
}
