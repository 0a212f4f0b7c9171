import { secretHash } from '../../core/crypto/bearer-secret.ts';
import type { RatePolicy } from '../../core/rate-limit/policy.ts';
import { loadAll } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import { memberEntity } from '../entities/members.ts';
import { workspaceEntity } from '../entities/workspaces.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import { assertSameSite, readSessionCookie } from '../pipeline/session-cookie.ts';
import { requestTokenQuota } from '../pipeline/token-quota.ts';
import { REALM } from '../rules/challenge.ts';
import type { Member } from '../rules/member.ts';
import { isSessionLive, type Session, sessionExpiredError } from '../rules/session.ts';
import type { Workspace } from '../rules/workspace.ts';
import { sessionKey } from '../store/sessions.ts';

/** A session with its member and workspace. */
export type CurrentSession = { session: Session; member: Member; workspace: Workspace };

/**
 * Load the session of a request that manages its member, after the checks of every such request: that no other site has
 * sent it, and the rate limit of the session. Throws the same 401 without a cookie, for an unknown token, after the end
 * of the session and for a removed member; and 403. `furtherLimits` are those that the member has besides. `findMember` returns
 * the member of a session, and null for one that the request does not accept: by default, that of a portal.
 */
export async function loadCallerSession(
  context: RequestContext,
  nowMs: number,
  {
    furtherLimits = () => [],
    findMember = async ({ portal }, stored) => (portal ? null : stored),
  }: {
    furtherLimits?: (member: Member) => RatePolicy[];
    findMember?: (session: Session, stored: Member | null, workspace: Workspace | null) => Promise<Member | null>;
  } = {},
): Promise<CurrentSession> {
  assertSameSite(context);
  const cookie = readSessionCookie(context);
  if (!cookie) throw notSignedInError();
  const { workspace_id, user_id } = cookie.name;
  const [session, stored, workspace] = (await loadAll<object>([
    sessionKey(cookie.name),
    keyOf(memberEntity, { workspace_id, id: user_id }),
    keyOf(workspaceEntity, { id: workspace_id }),
  ])) as [Session | null, Member | null, Workspace | null];
  const isProven = session?.token_hash === secretHash(cookie.token) && session.user_id === user_id;
  const member = isProven ? await findMember(session, stored, workspace) : null;
  if (!isProven || !member || !workspace || !isSessionLive(session, member, nowMs)) throw notSignedInError();
  context.clientId = session.id;
  requestTokenQuota(context, session.id, furtherLimits(member));
  return { session, member, workspace };
}

function notSignedInError() {
  return sessionExpiredError({ 'www-authenticate': `Bearer realm="${REALM}"` });
}
