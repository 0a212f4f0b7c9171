import type { Permission, Role } from '../../core/api/permission.ts';

/** A person in a workspace. `permissions` may be narrower than those of the role. */
export interface Member {
  id: string;
  workspace_id: string;
  name: string;
  email: string;
  role: Role;
  permissions: Permission[];
  created_at: string;
  /** Sessions that began until then have ended. Absent until all sessions of the member are ended together. */
  sessions_ended_at?: string;
  version: number;
}
