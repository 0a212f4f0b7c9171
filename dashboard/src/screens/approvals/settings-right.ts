import type { Session } from '../../api/session.ts';
import type { Workspace } from '../../content/content.ts';

/** What a member can change of the approval settings: everything, only what does not widen them, or nothing. */
export type SettingsRight = 'all' | 'narrow' | 'none';

/** Return what the API lets a member change of the approval settings. See docs/approval.md, "Settings". */
export function settingsRight(
  { approval, approval_method, approver_roles }: Pick<Workspace, 'approval' | 'approval_method' | 'approver_roles'>,
  { user: { role }, permissions }: { user: Pick<Session['user'], 'role'>; permissions: Session['permissions'] },
): SettingsRight {
  if (!permissions.includes('team:write')) return 'none';
  if (approval === 'none' && approval_method === 'session') return 'all';
  if (!permissions.includes('content:approve')) return 'none';
  if (role === 'owner') return 'all';
  return (approver_roles as string[]).includes(role) ? 'narrow' : 'none';
}
