import { operation } from '../../lib/identity/api/auth/sign-out.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertSameSite, deletedSessionCookie, readSessionCookie } from '../../lib/identity/pipeline/session-cookie.ts';
import { deleteSessionWrite, loadSessionByToken } from '../../lib/identity/store/sessions.ts';

/** End the session of the cookie, if there is one, and delete the cookie. */
export const handler = defineEndpoint(operation, async ({ context }) => {
  assertSameSite(context);
  const cookie = readSessionCookie(context);
  const session = cookie && (await loadSessionByToken(cookie.name, cookie.token));
  return {
    status: 200,
    headers: { 'set-cookie': deletedSessionCookie() },
    body: { success: true, message: 'You are signed out.' },
    ...(session && {
      writes: [deleteSessionWrite(session)],
      actorUserId: session.user_id,
      actorClientId: session.id,
      ...(session.portal && { actorPortal: session.portal }),
    }),
  };
});
