import { missingPermissions, type Permission } from '../../core/api/permission.ts';
import { lastAdminKey } from '../problems.ts';
import { type ApiKey, isKeyLive, keyPermissions } from './api-key.ts';
import type { Member } from './member.ts';
import type { Grantor } from './role-assignment.ts';

/** An API key and the member it belongs to. */
export type MemberKey = { key: ApiKey; member: Member };

const ADMINISTRATION: Permission[] = ['keys:write', 'team:write'];

/** Return true if the caller lacks a permission of the key, or is no owner and the key belongs to one. */
export function holdsLessThan({ key, member }: MemberKey, caller: Grantor): boolean {
  if (member.role === 'owner' && caller.role !== 'owner') return true;
  return missingPermissions(caller.permissions, keyPermissions(key, member)).length > 0;
}

/**
 * Throw 403 if a caller who holds less would revoke the last key of an owner, or the last one that can administer the
 * workspace. The other keys of an owner only replace one that can administer if they can, too. `others` are the other
 * keys of the workspace.
 */
export function assertNotLastKey(revoked: MemberKey, others: readonly MemberKey[], nowMs: number): void {
  const isOwners = revoked.member.role === 'owner';
  if (!isKeyLive(revoked.key, nowMs) || !(isOwners || canAdminister(revoked))) return;
  const candidates = others.filter(({ key, member }) => {
    return isKeyLive(key, nowMs) && (!isOwners || member.id === revoked.member.id);
  });
  if (candidates.some((other) => !canAdminister(revoked) || canAdminister(other))) return;
  throw lastAdminKey(
    'You cannot revoke the last API key of an owner or the last API key that can administer the workspace.',
  );
}

function canAdminister({ key, member }: MemberKey): boolean {
  return missingPermissions(keyPermissions(key, member), ADMINISTRATION).length === 0;
}
