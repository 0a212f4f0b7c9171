import { loadAll } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import { isId } from '../../core/values/id.ts';
import { apiKeyEntity } from '../../identity/entities/api-keys.ts';
import { memberEntity } from '../../identity/entities/members.ts';
import { type ApiKey, actsIn, isKeyLive, keyPermissions } from '../../identity/rules/api-key.ts';
import type { Member } from '../../identity/rules/member.ts';
import { isSessionLive, type Session } from '../../identity/rules/session.ts';
import { memberRead } from '../../identity/store/members.ts';
import { sessionMember } from '../../identity/store/portal-members.ts';
import { sessionKey } from '../../identity/store/sessions.ts';
import type { ConnectFlow } from '../rules/connect/connect-flow.ts';

/**
 * Return whether the caller who requested a connection may still connect accounts. A person completes a flow without a
 * token, so a revoked key, an ended session or a removed member would otherwise keep the permission for ten minutes.
 */
export async function mayStillConnect(flow: ConnectFlow, nowMs: number): Promise<boolean> {
  const { workspace_id, user_id, client_id } = flow;
  const isSession = isId('session', client_id);
  const [requester, stored] = (await loadAll<object>([
    isSession ? sessionKey({ workspace_id, id: client_id }) : keyOf(apiKeyEntity, { client_id }),
    keyOf(memberEntity, { workspace_id, id: user_id }),
  ])) as [ApiKey | Session | null, Member | null];
  const member = memberRead(workspace_id, user_id, stored);
  if (!requester || !member) return false;
  if (isSession) {
    const session = requester as Session;
    const holder = await sessionMember(session, member, nowMs);
    return holder !== null && isSessionLive(session, holder, nowMs) && holder.permissions.includes('accounts:write');
  }
  const key = requester as ApiKey;
  return isKeyLive(key, nowMs) && actsIn(key, workspace_id) && keyPermissions(key, member).includes('accounts:write');
}
