import type { Permission, Role } from './permission.ts';

/** What a plan allows. Contract, sections 7 and 11; reference, section 8. */
export const PLANS = {
  standard: { requestsPerMinute: 1_000, webhooks: false },
  enterprise: { requestsPerMinute: 10_000, webhooks: true },
} as const;

export type Plan = keyof typeof PLANS;

/** The tenant. `cursor_secret` signs the cursors this workspace is given. */
export interface Workspace {
  id: string;
  name: string;
  plan: Plan;
  cursor_secret: string;
  created_at: string;
}

/** A person of a workspace. `permissions` may be narrower than the role. */
export interface Member {
  id: string;
  workspace_id: string;
  name: string;
  email: string;
  role: Role;
  permissions: Permission[];
  created_at: string;
}

export const MAX_ENDPOINTS_PER_WORKSPACE = 20;
