import type { ConnectFlow } from '../domain/connect/connect-flow.ts';
import { type ApiKey, isKeyLive, keyPermissions } from '../domain/identity/api-key.ts';
import type { Member } from '../domain/identity/member.ts';
import { loadAll } from '../table/read.ts';
import { keyOf } from '../table/schema.ts';

/**
 * Return whether the caller who requested a connection may still connect accounts. A person completes a flow without a
 * token, so a revoked key or a removed member would otherwise keep the permission for ten minutes.
 */
export async function mayStillConnect(flow: ConnectFlow, nowMs: number): Promise<boolean> {
  const { workspace_id, user_id, client_id } = flow;
  const [key, member] = (await loadAll<object>([
    keyOf('ApiKey', { client_id }),
    keyOf('Member', { workspace_id, id: user_id }),
  ])) as [ApiKey | null, Member | null];
  if (!key || !member || !isKeyLive(key, nowMs)) return false;
  return keyPermissions(key, member).includes('accounts:write');
}
