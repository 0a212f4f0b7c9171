import { log } from '../../core/observability/log.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { commit } from '../../core/table/commit.ts';
import type { ApiKey } from '../rules/api-key.ts';
import { revokeKey } from '../rules/api-key-policy.ts';
import { type Invitation, revokeInvitation, statusOf } from '../rules/invitation.ts';
import type { Member } from '../rules/member.ts';
import { loadWorkspaceKeys, revokeApiKeyWrites } from '../store/api-keys.ts';
import { loadAllInvitations, revocationWrites } from '../store/invitations.ts';
import { loadMember } from '../store/members.ts';
import { deletePasskeyWrites, loadPasskeys } from '../store/passkeys.ts';

/**
 * Revoke the API keys of a removed member and the open invitations they sent, and delete their passkeys. Without a member
 * none has an effect, so nothing depends on the delay.
 */
export async function onMemberChanged(before: Member | null, after: Member | null, nowMs: number): Promise<void> {
  if (before && !after) await endRights(before.workspace_id, before.id, nowMs);
}

/** Revoke a new API key of a removed member, whose token an instance accepts for up to a minute. */
export async function onApiKeyChanged(before: ApiKey | null, after: ApiKey | null, nowMs: number): Promise<void> {
  if (!before && after) await endRights(after.workspace_id, after.user_id, nowMs);
}

/** Revoke a sent invitation of a removed member. Returns true when its inviter is one. */
export async function endOrphanedInvitation({ workspace_id, invited_by }: Invitation, nowMs: number): Promise<boolean> {
  return endRights(workspace_id, invited_by, nowMs);
}

async function endRights(workspaceId: string, userId: string, nowMs: number): Promise<boolean> {
  if (await loadMember(workspaceId, userId)) return false;
  // Several records of one batch may be about the same member.
  await retryOnConflict(RETRY_POLICIES.request, () => revokeAll(workspaceId, userId, nowMs));
  return true;
}

async function revokeAll(workspaceId: string, userId: string, nowMs: number): Promise<void> {
  const [{ keys }, invitations, passkeys] = await Promise.all([
    loadWorkspaceKeys(workspaceId),
    loadAllInvitations(workspaceId),
    loadPasskeys({ workspace_id: workspaceId, user_id: userId }),
  ]);
  const revokedKeys = keys.filter(({ user_id }) => user_id === userId);
  const open = invitations.filter((each) => each.invited_by === userId && statusOf(each, nowMs) === 'sent');
  for (const key of revokedKeys) await commit(revokeApiKeyWrites(key, revokeKey(key, nowMs)));
  for (const each of open) await commit(revocationWrites(each, revokeInvitation(each), nowMs));
  for (const each of passkeys) await commit(deletePasskeyWrites(each));
  const counts = { keys: revokedKeys.length, invitations: open.length, passkeys: passkeys.length };
  if (counts.keys + counts.invitations + counts.passkeys > 0) {
    log.info('rights of removed member revoked', { workspace_id: workspaceId, user_id: userId, ...counts });
  }
}
