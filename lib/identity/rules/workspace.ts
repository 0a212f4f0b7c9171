import { ROLES } from '../../core/api/permission.ts';
import type { Plan } from '../../core/config/plans.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { type ApiKey, newKey } from './api-key.ts';
import type { Branding } from './branding.ts';
import type { Member } from './member.ts';
import type { OwnLimits } from './workspace-limits.ts';

/** The tenant. `cursor_secret` signs the cursors this workspace is given. */
export interface Workspace {
  id: string;
  name: string;
  plan: Plan;
  external_id?: string; // The id that the product gives to it. Absent for none; it never changes.
  label?: string; // By which lists and commands select it. Absent for none.
  metadata?: Record<string, string>; // Absent for none.
  branding?: Branding; // Absent for none: that of the stage applies.
  suspension?: Suspension; // Absent while it is active.
  deletion?: Deletion; // Absent unless a product has requested it.
  requests_per_minute?: number; // A limit of its own. Absent: that of the stage, or of the plan.
  limits?: OwnLimits; // Its other limits. Absent for none.
  cursor_secret: string;
  created_at: string;
  version: number;
}

/** Why a product has suspended a workspace. `publishing`: nothing is published. `all`: besides, nothing can be changed. */
export interface Suspension {
  scope: 'publishing' | 'all';
  reason: string;
  suspended_at: string;
}

/** The deletion of a workspace: until `delete_at` it can be restored. */
export interface Deletion {
  requested_at: string;
  requested_by: string; // The stage key.
  delete_at: string;
}

export const MAX_ENDPOINTS_PER_WORKSPACE = 20;

/** Return the status of a workspace. */
export function statusOf({ deletion, suspension }: Workspace): 'active' | 'suspended' | 'deleting' {
  if (deletion) return 'deleting';
  return suspension ? 'suspended' : 'active';
}

/** Change the plan of a workspace. */
export function withPlan(workspace: Workspace, plan: Plan): Workspace {
  return { ...workspace, plan };
}

/** Give a workspace a rate limit of its own; null for that of its plan. */
export function withRequestLimit({ requests_per_minute: _, ...workspace }: Workspace, limit: number | null): Workspace {
  return limit === null ? workspace : { ...workspace, requests_per_minute: limit };
}

/** Create a workspace with its owner and the owner's API key. Takes only the hash of the client secret. */
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
      version: 0,
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
