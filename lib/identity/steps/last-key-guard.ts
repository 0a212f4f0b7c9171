import type { Write } from '../../core/table/commit.ts';
import type { ApiKey } from '../rules/api-key.ts';
import { revokeKey } from '../rules/api-key-policy.ts';
import { assertNotLastKey, holdsLessThan } from '../rules/api-key-revocation.ts';
import type { Grantor } from '../rules/role-assignment.ts';
import { loadWorkspaceKeys, revokeApiKeyWrites } from '../store/api-keys.ts';
import { loadMember, loadMembers } from '../store/members.ts';

/**
 * Build the writes that revoke an API key. Throws 403 when the caller holds less than the key and no other key
 * replaces it. That decision also fails on a concurrent revocation, so the last two keys cannot both be revoked.
 */
export async function guardedRevocationWrites(key: ApiKey, caller: Grantor, nowMs: number): Promise<Write[]> {
  const revoked = revokeKey(key, nowMs);
  const member = await loadMember(key.workspace_id, key.user_id);
  // The key of a removed member has no rights.
  if (!member || !holdsLessThan({ key, member }, caller)) return revokeApiKeyWrites(key, revoked);
  const { keys, revocations } = await loadWorkspaceKeys(key.workspace_id);
  const others = keys.filter(({ client_id }) => client_id !== key.client_id);
  const members = await loadMembers(
    key.workspace_id,
    others.map(({ user_id }) => user_id),
  );
  const held = others.flatMap((each) => {
    const owner = members.get(each.user_id);
    return owner ? [{ key: each, member: owner }] : [];
  });
  assertNotLastKey({ key, member }, held, nowMs);
  return revokeApiKeyWrites(key, revoked, revocations);
}
