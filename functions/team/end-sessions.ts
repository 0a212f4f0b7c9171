import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/team/end-sessions.ts';
import { memberEntity } from '../../lib/identity/entities/members.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { assertCanManage } from '../../lib/identity/rules/member-policy.ts';
import { endSessions } from '../../lib/identity/rules/session.ts';
import { loadTeamMember, memberWrite } from '../../lib/identity/store/members.ts';
import { deleteAllPasskeysWrites, loadPasskeysForChange } from '../../lib/identity/store/passkeys.ts';
import { deleteLinkWrite, loadSignInLinks } from '../../lib/identity/store/sign-in.ts';

const prefetching = { ...operation, prefetch: itemInPath('user', memberEntity) };

/**
 * End every session of a member, and every way to sign in without an email. The member stores the time up to which
 * sessions have ended, so one write ends all of them.
 */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const member = await loadOr404('user', params.id, (id) => loadTeamMember(caller.workspace.id, id));
  assertCanManage(member, caller);
  const owner = { workspace_id: member.workspace_id, user_id: member.id };
  const [passkeys, links] = await Promise.all([loadPasskeysForChange(owner), loadSignInLinks(owner, nowMs)]);
  return {
    status: 200,
    body: { success: true, message: `All sessions of member ${member.id} have ended.` },
    writes: [
      memberWrite(member, endSessions(member, nowMs)),
      ...deleteAllPasskeysWrites(owner, passkeys),
      ...links.map(deleteLinkWrite),
    ],
  };
});
