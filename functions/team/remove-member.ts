import { isOpen, reviewLinkStatus } from '../../lib/content/rules/review/review-link.ts';
import { loadHeldLinks } from '../../lib/content/steps/held-links.ts';
import { loadReviewLinksOf } from '../../lib/content/store/review-links.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { pick } from '../../lib/core/values/pick.ts';
import { operation } from '../../lib/identity/api/team/remove-member.ts';
import { memberEntity } from '../../lib/identity/entities/members.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import type { Member } from '../../lib/identity/rules/member.ts';
import { assertCanManage } from '../../lib/identity/rules/member-policy.ts';
import { ownerGuardWrites } from '../../lib/identity/steps/owner-guard.ts';
import { deleteMemberWrites, loadTeamMember } from '../../lib/identity/store/members.ts';
import { loadWorkingImportsOf } from '../../lib/imports/store/imports.ts';
import { loadRecurrencesOf } from '../../lib/recurrences/store/recurrences.ts';

const prefetching = { ...operation, prefetch: itemInPath('user', memberEntity) };

/** Remove a member. Their API keys, tokens and invitations stop working within a minute. The last owner must stay. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const member = await loadOr404('user', params.id, (id) => loadTeamMember(caller.workspace.id, id));
  assertCanManage(member, caller);
  return {
    status: 200,
    body: { success: true, message: `Member ${member.id} is removed.`, ...(await loadContinuing(member, nowMs)) },
    writes: [...deleteMemberWrites(member), ...(await ownerGuardWrites(member, null))],
  };
});

/** Load what goes on after the removal of a member, and belongs to no other member. */
async function loadContinuing({ workspace_id, id }: Member, nowMs: number) {
  const [recurrences, imports, links] = await Promise.all([
    loadRecurrencesOf(workspace_id, id),
    loadWorkingImportsOf(workspace_id, id),
    loadReviewLinksOf({ workspace_id, id }),
  ]);
  const held = await loadHeldLinks(workspace_id, links, nowMs);
  return {
    recurrences: recurrences.map((each) => pick(each, 'id', 'name')),
    imports: imports.map((each) => pick(each, 'id', 'name')),
    review_links: held
      .filter((each) => isOpen(reviewLinkStatus(each, nowMs)))
      .map(({ link }) => pick(link, 'id', 'content_id')),
  };
}
