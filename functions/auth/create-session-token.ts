import { sessionPermissions } from '../../lib/core/api/permission.ts';
import { pick } from '../../lib/core/values/pick.ts';
import { operation } from '../../lib/identity/api/auth/create-session-token.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { sessionTokenExpiryMs, touchSession } from '../../lib/identity/rules/session.ts';
import { loadCallerSession } from '../../lib/identity/steps/current-session.ts';
import { issueAccessToken } from '../../lib/identity/steps/issue-access-token.ts';
import { loadBranding } from '../../lib/identity/steps/page-look.ts';
import { toPortalView } from '../../lib/identity/steps/portal-view.ts';
import { sessionMember } from '../../lib/identity/store/portal-members.ts';
import { sessionWrite } from '../../lib/identity/store/sessions.ts';

/** Exchange the session cookie for an access token, and record the use of the session. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  const { session, member, workspace } = await loadCallerSession(context, nowMs, {
    findMember: (each, stored, of) => sessionMember(each, stored, nowMs, of),
  });
  const { id: client_id, workspace_id, user_id } = session;
  const { permissions } = member;
  const expires_at_ms = sessionTokenExpiryMs(session, nowMs);
  const rights = { client_id, secret_number: 0, user_id, workspace_id, permissions, expires_at_ms };
  const { response, write } = issueAccessToken(rights, nowMs);
  const used = touchSession(session, nowMs);
  return {
    status: 200,
    body: {
      ...response,
      workspace: pick(workspace, 'id', 'name'),
      user: pick(member, 'id', 'name', 'email', 'role'),
      permissions: sessionPermissions(member),
      portal: session.portal ? toPortalView(session.portal, await loadBranding(workspace)) : null,
    },
    writes: [write, ...(used === session ? [] : [sessionWrite(session, used)])],
    actorUserId: user_id,
    actorClientId: client_id,
  };
});
