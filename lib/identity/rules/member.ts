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
  /** When all sessions were ended together. A session with another time has ended. Absent before the first end. */
  sessions_ended_at?: string;
  version: number;
}
