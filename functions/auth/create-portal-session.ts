import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { operation } from '../../lib/identity/api/auth/create-portal-session.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertSameSite, sessionCookie } from '../../lib/identity/pipeline/session-cookie.ts';
import {
  newPortal,
  newPortalSession,
  PORTAL_SESSION_SECONDS,
  portalLinkError,
} from '../../lib/identity/rules/portal.ts';
import { formatSessionToken } from '../../lib/identity/rules/session.ts';
import { STAGE_USER_ID } from '../../lib/identity/rules/stage.ts';
import { loadPortalLink, usedPortalLinkWrite } from '../../lib/identity/store/portal-links.ts';
import { loadPortalMember } from '../../lib/identity/store/portal-members.ts';
import { sessionWrite } from '../../lib/identity/store/sessions.ts';

/** Exchange the token of a portal link for a session. After a concurrent exchange, the link is found no more. */
export const handler = defineEndpoint(operation, async ({ body, context, nowMs, newId }) => {
  assertSameSite(context);
  const link = await loadPortalLink(body.token, nowMs);
  const found = link && (await loadPortalMember(link.workspace_id, link, nowMs));
  if (!found) throw portalLinkError();
  const portal = newPortal(link, found.key, nowMs);
  const name = { workspace_id: link.workspace_id, user_id: STAGE_USER_ID, id: newId('session') };
  const token = formatSessionToken(name, newBearerSecret());
  const session = newPortalSession(name, portal, secretHash(token), nowMs);
  return {
    status: 201,
    headers: { 'set-cookie': sessionCookie(token, PORTAL_SESSION_SECONDS) },
    body: { workspace_id: link.workspace_id, expires_at: portal.ends_at },
    writes: [usedPortalLinkWrite(link), sessionWrite(null, session)],
    actorPortal: portal,
  };
});
