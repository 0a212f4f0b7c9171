import { isOpen, toMemberLinkView } from '../../lib/content/rules/review/review-link.ts';
import { loadHeldLinks } from '../../lib/content/steps/held-links.ts';
import { loadReviewLinksOf } from '../../lib/content/store/review-links.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/team/list-sessions.ts';
import { memberEntity } from '../../lib/identity/entities/members.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { toPasskeyView } from '../../lib/identity/rules/passkey.ts';
import { toSessionView } from '../../lib/identity/rules/session.ts';
import { loadTeamMember } from '../../lib/identity/store/members.ts';
import { loadPasskeys } from '../../lib/identity/store/passkeys.ts';
import { listSessions } from '../../lib/identity/store/sessions.ts';

const prefetching = { ...operation, prefetch: itemInPath('user', memberEntity) };

/** List the sessions, the passkeys and the open review links of a member. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const member = await loadOr404('user', params.id, (id) => loadTeamMember(caller.workspace.id, id));
  const owner = { workspace_id: member.workspace_id, user_id: member.id };
  const [sessions, passkeys, links] = await Promise.all([
    listSessions(member, nowMs),
    loadPasskeys(owner),
    loadReviewLinksOf(member),
  ]);
  const held = await loadHeldLinks(member.workspace_id, links, nowMs);
  const review_links = held.map((each) => toMemberLinkView(each, nowMs)).filter(({ status }) => isOpen(status));
  return {
    status: 200,
    body: { sessions: sessions.map(toSessionView), passkeys: passkeys.map(toPasskeyView), review_links },
  };
});
