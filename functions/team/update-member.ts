import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/team/update-member.ts';
import { memberEntity } from '../../lib/identity/entities/members.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { settingsAndItemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { changesRights, editMember, toMemberView } from '../../lib/identity/rules/member-policy.ts';
import { assertMayAppoint } from '../../lib/identity/rules/workspace-settings.ts';
import { ownerGuardWrites } from '../../lib/identity/steps/owner-guard.ts';
import { assertMayAddAccess } from '../../lib/identity/steps/recent-sign-in.ts';
import { loadTeamMember, memberWrite } from '../../lib/identity/store/members.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';

const prefetching = { ...operation, prefetch: settingsAndItemInPath('user', memberEntity) };

/** Update the role, permissions or name of a member. The last owner keeps their rights. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs }) => {
  const [before, settings] = await Promise.all([
    loadOr404('user', params.id, (id) => loadTeamMember(caller.workspace.id, id)),
    loadWorkspaceSettings(caller.workspace.id),
  ]);
  const after = editMember(before, body, caller);
  if (changesRights(before, after)) await assertMayAddAccess(caller, nowMs);
  assertMayAppoint(after, before, caller, settings);
  const response = { status: 200, body: toMemberView(after) };
  if (after === before) return response;
  return { ...response, writes: [memberWrite(before, after), ...(await ownerGuardWrites(before, after))] };
});
