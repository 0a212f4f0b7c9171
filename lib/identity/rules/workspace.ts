import { ROLES } from '../../core/api/permission.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { type ApiKey, newKey } from './api-key.ts';
import type { Member } from './member.ts';

/** The limits of each plan, lowest plan first. The stage decides which plans include webhooks. Contract, section 11. */
export const PLANS = { standard: { requestsPerMinute: 1_000 }, enterprise: { requestsPerMinute: 10_000 } } as const;
export type Plan = keyof typeof PLANS;

/** Returns whether `plan` is at least `minimum`. */
export function planAtLeast(plan: Plan, minimum: Plan): boolean {
  const order = Object.keys(PLANS);
  return order.indexOf(plan) >= order.indexOf(minimum);
}

/** The tenant. `cursor_secret` signs the cursors this workspace is given. */
export interface Workspace {
  id: string;
  name: string;
  plan: Plan;
  requests_per_minute?: number; // A limit of its own, set by an operator. Absent: that of the plan.
  cursor_secret: string;
  created_at: string;
}

/** The highest limit of its own that a workspace can have. All its requests count in one partition of the table. */
export const MAX_REQUESTS_PER_MINUTE = 100_000;

/** Returns the number of requests that a workspace can send in a minute. Contract, section 11. */
export function requestsPerMinute({ plan, requests_per_minute }: Workspace): number {
  return requests_per_minute ?? PLANS[plan].requestsPerMinute;
}

export const MAX_ENDPOINTS_PER_WORKSPACE = 20;

/** Creates a workspace with its owner and the owner's API key. Takes only the hash of the client secret. */
export function newWorkspace(
  input: { name: string; plan: Plan; email: string; ownerName: string },
  generated: { workspaceId: string; userId: string; clientId: string; cursorSecret: string; clientSecretHash: string },
  nowMs: number,
): { workspace: Workspace; owner: Member; key: ApiKey } {
  const now = formatInstant(nowMs);
  return {
    workspace: {
      id: generated.workspaceId,
      name: input.name,
      plan: input.plan,
      cursor_secret: generated.cursorSecret,
      created_at: now,
    },
    owner: {
      id: generated.userId,
      workspace_id: generated.workspaceId,
      name: input.ownerName,
      email: input.email.toLowerCase(),
      role: 'owner',
      permissions: [...ROLES.owner],
      created_at: now,
      version: 0,
    },
    key: newKey(
      { name: 'Owner', permissions: ROLES.owner },
      { workspaceId: generated.workspaceId, userId: generated.userId },
      { clientId: generated.clientId, secretHash: generated.clientSecretHash },
      nowMs,
    ),
  };
}
