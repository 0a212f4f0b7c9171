import { operation } from '../../lib/api/auth/create-session.ts';
import { signInLinkError } from '../../lib/domain/identity/sign-in.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { requestQuotaOf } from '../../lib/http/rate-limit.ts';
import { assertSameSite } from '../../lib/http/session-cookie.ts';
import { signInPolicy } from '../../lib/rate-limit/sign-in-policies.ts';
import { loadMember } from '../../lib/table/members.ts';
import { loadSignInLink, usedLinkWrite } from '../../lib/table/sign-in.ts';
import { startSession } from '../../lib/use-cases/start-session.ts';

/** Exchange the token of a sign-in link for a session. After a concurrent exchange, the link is found no more. */
export const handler = defineEndpoint(operation, async ({ body, context, nowMs, newId }) => {
  assertSameSite(context);
  requestQuotaOf(context, [signInPolicy(context.event.requestContext.http.sourceIp)]);
  const link = await loadSignInLink(body.token, nowMs);
  const member = link && (await loadMember(link.workspace_id, link.user_id));
  if (!member) throw signInLinkError();
  return startSession(member, newId('session'), [usedLinkWrite(link)], nowMs);
});
