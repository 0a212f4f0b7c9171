import type { ConnectFlow } from '../domain/connect/connect-flow.ts';
import { isId } from '../domain/id.ts';
import { type ApiKey, isKeyLive, keyPermissions } from '../domain/identity/api-key.ts';
import type { Member } from '../domain/identity/member.ts';
import { isSessionLive, type Session } from '../domain/identity/session.ts';
import { loadAll } from '../table/read.ts';
import { keyOf } from '../table/schema.ts';
import { sessionKey } from '../table/sessions.ts';

/**
 * Return whether the caller who requested a connection may still connect accounts. A person completes a flow without a
 * token, so a revoked key, an ended session or a removed member would otherwise keep the permission for ten minutes.
 */
export async function mayStillConnect(flow: ConnectFlow, nowMs: number): Promise<boolean> {
  const { workspace_id, user_id, client_id } = flow;
  const isSession = isId('session', client_id);
  const [requester, member] = (await loadAll<object>([
    isSession ? sessionKey({ workspace_id, id: client_id }) : keyOf('ApiKey', { client_id }),
    keyOf('Member', { workspace_id, id: user_id }),
  ])) as [ApiKey | Session | null, Member | null];
  if (!requester || !member) return false;
  if (isSession) return isSessionLive(requester as Session, nowMs) && member.permissions.includes('accounts:write');
  const key = requester as ApiKey;
  return isKeyLive(key, nowMs) && keyPermissions(key, member).includes('accounts:write');
}
