import { operation } from '../../lib/identity/api/auth/read-sign-in-link.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertSameSite } from '../../lib/identity/pipeline/session-cookie.ts';
import { signInLinkError, toSignInLinkView } from '../../lib/identity/rules/sign-in.ts';
import { loadMember } from '../../lib/identity/store/members.ts';
import { loadSignInLink } from '../../lib/identity/store/sign-in.ts';
import { loadWorkspace } from '../../lib/identity/store/workspaces.ts';

/** Return the workspace and the member that a sign-in link leads to. The link stays unused. */
export const handler = defineEndpoint(operation, async ({ body, context, nowMs }) => {
  assertSameSite(context);
  const found = await loadSignInLink(body.token, nowMs);
  if (!found) throw signInLinkError();
  const { workspace_id, user_id } = found.link;
  const [workspace, member] = await Promise.all([loadWorkspace(workspace_id), loadMember(workspace_id, user_id)]);
  if (!workspace || !member) throw signInLinkError();
  return { status: 200, body: toSignInLinkView(found.link, workspace, member) };
});
