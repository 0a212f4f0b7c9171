import { newInvitation } from '../../domain/invitation.ts';
import { ROLES } from '../../domain/permission.ts';
import type { Write } from '../../table/commit.ts';
import { invitationTokenWrite, invitationWrites } from '../../table/invitation.ts';
import { memberWrites } from '../../table/workspace.ts';
import type { Tenant } from './tenant.ts';

const DAY_MS = 86_400_000;
const MANY = 25;

const idOf = (prefix: string, index: number) => `${prefix}_01K000000000000000000000${index + 10}`;

/** The id of the `index`-th member or invitation of a tenant's team. */
export function teamId(kind: 'member' | 'invitation', index: number): string {
  return idOf(kind === 'member' ? 'usr' : 'inv', index);
}

/** The token of the `index`-th invitation. */
export function invitationToken(index: number): string {
  return `example-invitation-token-${index + 10}`;
}

/** Members beside the owner, to be read, changed and removed. */
export function manyMembers({ workspaceId }: Tenant, nowMs: number): Write[] {
  return Array.from({ length: MANY }, (_, index) =>
    memberWrites({
      id: teamId('member', index),
      workspace_id: workspaceId,
      name: `Example Member ${index + 10}`,
      email: `member-${index + 10}@example.com`,
      role: 'editor',
      permissions: [...ROLES.editor],
      created_at: new Date(nowMs).toISOString(),
      version: 0,
    }),
  ).flat();
}

/** Invitations of yesterday that are open, each with its token. */
export function openInvitations({ workspaceId }: Tenant, nowMs: number): Write[] {
  return Array.from({ length: MANY }, (_, index) => {
    const invitation = newInvitation(
      { email: `guest-${index + 10}@example.com`, role: 'analyst', permissions: [...ROLES.analyst] },
      { id: teamId('invitation', index), workspaceId, userId: idOf('usr', 0) },
      'none',
      nowMs - DAY_MS,
    );
    return [...invitationWrites(invitation, nowMs), invitationTokenWrite(invitation, invitationToken(index))];
  }).flat();
}
