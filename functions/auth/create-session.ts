import { operation } from '../../lib/identity/api/auth/create-session.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertSameSite } from '../../lib/identity/pipeline/session-cookie.ts';
import { signInLinkError } from '../../lib/identity/rules/sign-in.ts';
import { startSession } from '../../lib/identity/steps/start-session.ts';
import { loadMember } from '../../lib/identity/store/members.ts';
import { listSessions } from '../../lib/identity/store/sessions.ts';
import { loadSignInLink, usedLinkWrites } from '../../lib/identity/store/sign-in.ts';

/**
 * Exchange the token of a sign-in link for a session, and end the other links of the member. After a concurrent exchange
 * of any of them, the link is found no more.
 */
export const handler = defineEndpoint(operation, async ({ body, context, nowMs, newId }) => {
  assertSameSite(context);
  const found = await loadSignInLink(body.token, nowMs);
  const member = found && (await loadMember(found.link.workspace_id, found.link.user_id));
  if (!member) throw signInLinkError();
  const sessions = await listSessions(member, nowMs);
  return startSession(member, newId('session'), { proof: usedLinkWrites(found.link, found.links), sessions }, nowMs);
});
