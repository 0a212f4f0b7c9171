import { pick } from '../../lib/core/values/pick.ts';
import { operation } from '../../lib/identity/api/auth/read-invitation.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertSameSite } from '../../lib/identity/pipeline/session-cookie.ts';
import { invitationNotOpenError, openInvitation } from '../../lib/identity/rules/invitation.ts';
import { loadByToken } from '../../lib/identity/store/invitations.ts';
import { loadWorkspace } from '../../lib/identity/store/workspaces.ts';

/** Return the workspace, the role and the email address of an invitation. It stays open. */
export const handler = defineEndpoint(operation, async ({ body, context, nowMs }) => {
  assertSameSite(context);
  const { invitation, inviter } = openInvitation(await loadByToken(body.token), nowMs);
  const workspace = await loadWorkspace(invitation.workspace_id);
  if (!workspace) throw invitationNotOpenError();
  return {
    status: 200,
    body: {
      workspace: pick(workspace, 'id', 'name'),
      invited_by: pick(inviter, 'name', 'email'),
      ...pick(invitation, 'email', 'role', 'expires_at'),
    },
  };
});
