import { dashboardOriginOfWorker } from '../../config/origins.ts';
import { settings } from '../../config/settings.ts';
import { newBearerSecret } from '../../crypto/bearer-secret.ts';
import { sha256 } from '../../crypto/sha256.ts';
import type { Member } from '../../domain/identity/member.ts';
import { buildSignInEmail, MAX_LINKS_PER_REQUEST, SIGN_IN_LINK_MS, signInUrl } from '../../domain/identity/sign-in.ts';
import { commit } from '../../table/commit.ts';
import { loadMembersByEmailHash } from '../../table/members.ts';
import { loadSignInRequest, signInLinkWrite } from '../../table/sign-in.ts';
import { loadWorkspace } from '../../table/workspaces.ts';
import { settleInParts } from '../batches.ts';
import type { SignInMessage } from './email-message.ts';
import { sendEmail } from './send-email.ts';
import { sendOnce } from './send-once.ts';

/**
 * Send the emails of a request for sign-in links: one for each workspace of which the address is a member, none for any
 * other address. Only the email contains the token of its link; the table stores its hash. Skips a request that is older
 * than 15 minutes, because the person has stopped waiting. Throws when an email could not be sent, so that the queue
 * repeats the message.
 */
export async function sendSignInEmails({ request_id }: SignInMessage, nowMs: number): Promise<void> {
  const sender = settings().emailSender;
  const request = await loadSignInRequest(request_id);
  if (sender === null || !request || nowMs >= Date.parse(request.requested_at) + SIGN_IN_LINK_MS) return;
  const members = await loadMembersByEmailHash(request.email_hash);
  await settleInParts(members.slice(0, MAX_LINKS_PER_REQUEST), 1, (member) =>
    sendLink(member, request_id, sender, nowMs),
  );
}

async function sendLink(member: Member, requestId: string, sender: string, nowMs: number): Promise<void> {
  const { workspace_id, id: user_id, email: to } = member;
  const workspace = await loadWorkspace(workspace_id);
  if (!workspace) return;
  const name = { workspace_id, id: sha256(`sign_in/${requestId}/${user_id}`) };
  const send = async () => {
    const token = newBearerSecret();
    await commit([signInLinkWrite(member, token, nowMs + SIGN_IN_LINK_MS)]);
    const email = buildSignInEmail(to, workspace.name, signInUrl(dashboardOriginOfWorker(), token));
    await sendEmail(sender, email, 'sign-in', { workspace_id, user_id });
  };
  await sendOnce(name, send, nowMs);
}
