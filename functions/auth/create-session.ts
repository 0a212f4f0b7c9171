import { operation } from '../../lib/api/auth/create-session.ts';
import { signInLinkError } from '../../lib/domain/identity/sign-in.ts';
import { admitSignIn } from '../../lib/http/admit-sign-in.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadMember } from '../../lib/table/members.ts';
import { loadSignInLink, usedLinkWrite } from '../../lib/table/sign-in.ts';
import { startSession } from '../../lib/use-cases/start-session.ts';

/** Exchange the token of a sign-in link for a session. After a concurrent exchange, the link is found no more. */
export const handler = defineEndpoint(operation, async ({ body, context, nowMs, newId }) => {
  admitSignIn(context);
  const link = await loadSignInLink(body.token, nowMs);
  const member = link && (await loadMember(link.workspace_id, link.user_id));
  if (!member) throw signInLinkError();
  return startSession(member, newId('session'), [usedLinkWrite(link)], nowMs);
});
