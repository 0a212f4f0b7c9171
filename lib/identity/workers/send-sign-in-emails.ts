import { dashboardOriginOfWorker } from '../../core/config/origins.ts';
import { settings } from '../../core/config/settings.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import { sendEmail } from '../../core/email/send-email.ts';
import { sendOnce } from '../../core/email/send-once.ts';
import { settleInParts } from '../../core/stream/batches.ts';
import { commit, tryCommit } from '../../core/table/commit.ts';
import { buildSignInEmail } from '../emails/sign-in-email.ts';
import type { Member } from '../rules/member.ts';
import { hasRecentLink, MAX_LINKS_PER_REQUEST, SIGN_IN_LINK_MS, signInUrl } from '../rules/sign-in.ts';
import { loadEmailLook } from '../steps/email-look.ts';
import { loadMembersByEmailHash } from '../store/members.ts';
import {
  createSignInLink,
  loadSignInLinks,
  loadSignInRequest,
  signInLinkWrite,
  unsentLinkWrite,
} from '../store/sign-in.ts';

/** Names the emails of one request for sign-in links, which are of no workspace before they are sent. */
export interface SignInMessage {
  kind: 'sign_in';
  request_id: string;
}

/**
 * Send the emails of a request for sign-in links: one for each workspace that the address is a member of, none for any
 * other address. Only the email contains the token of its link; the table stores its hash. Skips a request that is older
 * than 15 minutes, because the person has stopped waiting, and a member who has an unused link that is less than a minute
 * old. Throws when an email could not be sent, so that the queue repeats the message.
 */
export async function sendSignInEmails({ request_id }: SignInMessage, nowMs: number): Promise<void> {
  const request = await loadSignInRequest(request_id);
  if (settings().emailSender === null || !request || nowMs >= Date.parse(request.requested_at) + SIGN_IN_LINK_MS)
    return;
  const members = await loadMembersByEmailHash(request.email_hash);
  await settleInParts(members.slice(0, MAX_LINKS_PER_REQUEST), 1, (member) => sendLink(member, request_id, nowMs));
}

async function sendLink(member: Member, requestId: string, nowMs: number): Promise<void> {
  const { workspace_id, id: user_id, email: to } = member;
  const look = await loadEmailLook(workspace_id);
  if (!look) return;
  const name = { workspace_id, id: sha256(`sign_in/${requestId}/${user_id}`) };
  const send = async () => {
    if (hasRecentLink(await loadSignInLinks({ workspace_id, user_id }, nowMs), requestId, nowMs)) return;
    const { token, link } = createSignInLink({ workspace_id, user_id }, { requestId, nowMs });
    await commit([signInLinkWrite(link)]);
    const email = buildSignInEmail(to, look.workspace, signInUrl(dashboardOriginOfWorker(), token), look.language);
    let isSent = false;
    try {
      isSent = await sendEmail(look.sender, email, 'sign-in', { workspace_id, user_id });
    } finally {
      // The next request must bring an email. The link stays valid, because SES may have accepted its email.
      if (!isSent) await tryCommit([unsentLinkWrite(link)]);
    }
  };
  await sendOnce(name, send, nowMs);
}
