import { type Permission, ROLE_NAMES, ROLES, type Role } from '../../core/api/permission.ts';
import { ApiError } from '../../core/problems/api-error.ts';

/** `none`: everything is published. `required`: only approved items are. */
export const APPROVAL_MODES = ['none', 'required'] as const;

/** The roles that may be allowed to approve: those with the permission. */
export const APPROVER_ROLES = ROLE_NAMES.filter((role) => hasApprovePermission(role));

function hasApprovePermission(role: Role): boolean {
  return (ROLES[role] as readonly string[]).includes('content:approve');
}

/** What the members of a workspace can set for all of its items. */
export interface WorkspaceSettings {
  id: string; // The id of the workspace, as the audit log names it.
  workspace_id: string;
  approval: (typeof APPROVAL_MODES)[number];
  approver_roles: Role[];
  authors_may_approve: boolean; // Whether an author may approve an item of their own.
  version: number; // 0 until the settings are stored.
}

/** Build the settings of a workspace that has stored none. */
export function defaultSettings(workspaceId: string): WorkspaceSettings {
  return {
    id: workspaceId,
    workspace_id: workspaceId,
    approval: 'none',
    approver_roles: [...APPROVER_ROLES],
    authors_may_approve: false,
    version: 0,
  };
}

/** Changes to the settings; omitted fields stay unchanged. */
type SettingsEdit = { [K in 'approval' | 'approver_roles' | 'authors_may_approve']?: WorkspaceSettings[K] | undefined };

/** Apply changes to the settings; the same object if nothing changes. Roles have one order, so that equal sets are equal. */
export function editSettings(settings: WorkspaceSettings, edit: SettingsEdit): WorkspaceSettings {
  const { approval = settings.approval, authors_may_approve = settings.authors_may_approve } = edit;
  const roles = edit.approver_roles ?? settings.approver_roles;
  const approver_roles = ROLE_NAMES.filter((role) => roles.includes(role));
  const isSame =
    approval === settings.approval &&
    authors_may_approve === settings.authors_may_approve &&
    approver_roles.join() === settings.approver_roles.join();
  return isSame ? settings : { ...settings, approval, approver_roles, authors_may_approve };
}

/**
 * Throw 403 for a change by a caller who may not approve, while approvals are required: who may not approve an item may
 * not decide either that it needs no approval.
 */
export function assertMayEditSettings({ approval }: WorkspaceSettings, permissions: readonly Permission[]): void {
  if (approval !== 'required' || permissions.includes('content:approve')) return;
  const detail = 'While approvals are required, changing these settings requires the permission content:approve.';
  throw new ApiError('approval_not_permitted', detail);
}

/** Build the API view of a workspace and its settings. */
export function toWorkspaceView(
  { id, name, plan }: { id: string; name: string; plan: string },
  { approval, approver_roles, authors_may_approve }: WorkspaceSettings,
): Record<string, unknown> {
  return { id, name, plan, approval, approver_roles, authors_may_approve };
}
