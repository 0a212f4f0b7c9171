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
  /** The ids of the person from before they were removed and invited again, by their email address. Absent without any. */
  former_ids?: string[];
  /** When all sessions were ended together. A session with another time has ended. Absent before the first end. */
  sessions_ended_at?: string;
  version: number;
}
