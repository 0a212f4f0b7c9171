import { formatInstant } from '../timestamps.ts';
import { type ApiKey, newKey } from './api-key.ts';
import type { Member } from './member.ts';
import { ROLES } from './permission.ts';

/** What a plan allows, the least plan first. Contract, section 11. Who may use webhooks is the stage's to say. */
export const PLANS = {
  standard: { requestsPerMinute: 1_000 },
  enterprise: { requestsPerMinute: 10_000 },
} as const;

export type Plan = keyof typeof PLANS;

/** True when a workspace on `held` may do what needs `least`. */
export function planAtLeast(held: Plan, least: Plan): boolean {
  const order = Object.keys(PLANS);
  return order.indexOf(held) >= order.indexOf(least);
}

/** The tenant. `cursor_secret` signs the cursors this workspace is given. */
export interface Workspace {
  id: string;
  name: string;
  plan: Plan;
  cursor_secret: string;
  created_at: string;
}

export const MAX_ENDPOINTS_PER_WORKSPACE = 20;

/**
 * A new workspace with its owner and the owner's key. `secrets` are random text the caller made: the one
 * that signs cursors, and the client secret, of which only the hash is given here.
 */
export function newWorkspace(
  asked: { name: string; plan: Plan; email: string; ownerName: string },
  made: {
    workspaceId: string;
    userId: string;
    clientId: string;
    cursorSecret: string;
    clientSecretHash: string;
  },
  nowMs: number,
): { workspace: Workspace; owner: Member; key: ApiKey } {
  const now = formatInstant(nowMs);
  return {
    workspace: {
      id: made.workspaceId,
      name: asked.name,
      plan: asked.plan,
      cursor_secret: made.cursorSecret,
      created_at: now,
    },
    owner: {
      id: made.userId,
      workspace_id: made.workspaceId,
      name: asked.ownerName,
      email: asked.email.toLowerCase(),
      role: 'owner',
      permissions: [...ROLES.owner],
      created_at: now,
      version: 0,
    },
    key: newKey(
      { name: 'Owner', permissions: ROLES.owner },
      { workspaceId: made.workspaceId, userId: made.userId },
      { clientId: made.clientId, secretHash: made.clientSecretHash },
      nowMs,
    ),
  };
}
