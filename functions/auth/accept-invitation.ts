import { operation } from '../../lib/identity/api/auth/accept-invitation.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertSameSite } from '../../lib/identity/pipeline/session-cookie.ts';
import { acceptByToken } from '../../lib/identity/steps/accept-invitation.ts';
import { startSession } from '../../lib/identity/steps/start-session.ts';

/** Accept an invitation in the dashboard. Creates the member and starts their session, in one transaction. */
export const handler = defineEndpoint(operation, async ({ body, context, nowMs, newId }) => {
  assertSameSite(context);
  const person = { id: newId('user'), name: body.name };
  const { member, writes: proof } = await acceptByToken(body.token, person, nowMs);
  return startSession(member, newId('session'), { proof, sessions: [] }, nowMs);
});
