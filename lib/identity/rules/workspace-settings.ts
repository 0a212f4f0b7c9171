import { ROLE_NAMES, ROLES, type Role } from '../../core/api/permission.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { approvalNotPermitted, ownerRequired } from '../problems.ts';
import { passkeyRequired } from '../sign-in-problems.ts';
import type { ActiveHalt } from './active-halts.ts';
import type { Grantor } from './role-assignment.ts';
import type { OwnLimits } from './workspace-limits.ts';

/** `none`: everything is published. `required`: only approved items are. */
export const APPROVAL_MODES = ['none', 'required'] as const;

/** `session`: a member who has signed in, or an API key of theirs. `passkey`: a person signs each approval. */
export const APPROVAL_METHODS = ['session', 'passkey'] as const;

/** The roles that may be allowed to approve: those with the permission. */
export const APPROVER_ROLES = ROLE_NAMES.filter((role) => hasApprovePermission(role));

function hasApprovePermission(role: Role): boolean {
  return (ROLES[role] as readonly string[]).includes('content:approve');
}

/** The longest period in which the service compares contents, in hours. */
export const MAX_GUARD_HOURS = 168;

/** What the members of a workspace can set for all of its items. */
export interface WorkspaceSettings {
  id: string; // The id of the workspace, as the audit log names it.
  workspace_id: string;
  approval: (typeof APPROVAL_MODES)[number];
  approval_method: (typeof APPROVAL_METHODS)[number];
  approver_roles: Role[];
  authors_may_approve: boolean; // Whether an author may approve an item of their own.
  time_zone: string; // Of local times that name none.
  /** The limits of the workspace, where publishing reads them: a copy of those in Workspace. Absent for none. */
  limits?: OwnLimits;
  halts?: ActiveHalt[]; // What stops publishing, oldest first. Absent before the first one.
  /** The period in which an account publishes no content twice, in hours; 0 for none. */
  duplicate_guard_hours: number;
  version: number; // 0 until the settings are stored.
}

/** Build the settings of a workspace that has stored none. */
export function defaultSettings(workspaceId: string): WorkspaceSettings {
  return {
    id: workspaceId,
    workspace_id: workspaceId,
    approval: 'none',
    approval_method: 'session',
    approver_roles: [...APPROVER_ROLES],
    authors_may_approve: false,
    time_zone: 'UTC',
    duplicate_guard_hours: 24,
    version: 0,
  };
}

/** Changes to the settings; omitted fields stay unchanged. */
type SettingsEdit = {
  [K in Exclude<keyof WorkspaceSettings, 'id' | 'workspace_id' | 'version' | 'halts' | 'limits'>]?:
    | WorkspaceSettings[K]
    | undefined;
};

/** Apply changes to the settings; the same object if nothing changes. Roles have one order, so that equal sets are equal. */
export function editSettings(settings: WorkspaceSettings, edit: SettingsEdit): WorkspaceSettings {
  const { approval = settings.approval, approval_method = settings.approval_method } = edit;
  const { authors_may_approve = settings.authors_may_approve, time_zone = settings.time_zone } = edit;
  const { duplicate_guard_hours = settings.duplicate_guard_hours } = edit;
  const roles = edit.approver_roles ?? settings.approver_roles;
  const approver_roles = ROLE_NAMES.filter((role) => roles.includes(role));
  const isSame =
    time_zone === settings.time_zone &&
    approval === settings.approval &&
    approval_method === settings.approval_method &&
    authors_may_approve === settings.authors_may_approve &&
    duplicate_guard_hours === settings.duplicate_guard_hours &&
    approver_roles.join() === settings.approver_roles.join();
  if (isSame) return settings;
  const approvals = { approval, approval_method, approver_roles, authors_may_approve };
  return { ...settings, ...approvals, time_zone, duplicate_guard_hours };
}

/** Return settings with approval by passkey for every item: those of a workspace whose stage requires it. */
export function withRequiredPasskey(settings: WorkspaceSettings): WorkspaceSettings {
  return { ...settings, approval: 'required', approval_method: 'passkey' };
}

/** Throw 422 for an edit that ends what the stage requires. */
export function assertKeepsPasskey({ approval, approval_method }: SettingsEdit): void {
  const rule = 'The operator of the service requires approval by passkey in this workspace.';
  if (approval === 'none') throw fieldError('/approval', 'required_by_operator', `Must be required. ${rule}`);
  if (approval_method !== 'session') return;
  throw fieldError('/approval_method', 'required_by_operator', `Must be passkey. ${rule}`);
}

/** Who may approve by role and permission. A caller has the role of their member and the permissions of their token. */
type Right = Pick<WorkspaceSettings, 'approver_roles'>;

function mayApprove({ role, permissions }: Grantor, { approver_roles }: Right): boolean {
  return approver_roles.includes(role) && permissions.includes('content:approve');
}

/** Return whether the settings protect themselves: approvals are required, or those of what agents wrote need a passkey. */
function isProtected({ approval, approval_method }: WorkspaceSettings): boolean {
  return approval === 'required' || approval_method === 'passkey';
}

/**
 * Throw 403 for a change by a stage key that makes approvals required: it neither approves, nor invites who does, nor ends the
 * requirement.
 */
export function assertMayRequireApprovals(
  before: WorkspaceSettings,
  after: WorkspaceSettings,
  isByStage: boolean,
): void {
  if (!isByStage || isProtected(before) || !isProtected(after)) return;
  throw approvalNotPermitted(
    'A stage key cannot require approvals, which it cannot give. A member who may approve can.',
  );
}

/** Return whether a change widens settings that protect themselves. */
export function widensApproval(before: WorkspaceSettings, after: WorkspaceSettings): boolean {
  return isProtected(before) && loosensApproval(before, after);
}

/**
 * Return whether a change lets more be approved or published: it ends the approval or that by passkey, adds a role, or
 * lets authors approve. Where no approval is required, roles and authors still decide about what agents wrote.
 */
export function loosensApproval(before: WorkspaceSettings, after: WorkspaceSettings): boolean {
  return (
    (before.approval === 'required' && after.approval !== 'required') ||
    (before.approval_method === 'passkey' && after.approval_method !== 'passkey') ||
    (after.authors_may_approve && !before.authors_may_approve) ||
    after.approver_roles.some((role) => !before.approver_roles.includes(role))
  );
}

/** Throw 403 for a change by an API key that loosens approval by passkey. */
export function assertLoosenedByPerson(
  before: WorkspaceSettings,
  after: WorkspaceSettings,
  { signedInAt }: { signedInAt: string | null },
): void {
  if (before.approval_method !== 'passkey' || signedInAt !== null || !widensApproval(before, after)) return;
  const detail = 'An API key cannot loosen approval by passkey. Change it in the dashboard.';
  throw passkeyRequired(detail);
}

function changesOnlyTimeZone(before: WorkspaceSettings, after: WorkspaceSettings): boolean {
  if (after.time_zone === before.time_zone) return false;
  return editSettings(before, { ...after, time_zone: before.time_zone }) === before;
}

/**
 * Throw 403 while approvals are required: for any change by a caller who may not approve, and for a change that widens
 * the settings unless an owner makes it. Owners may change them even where their role may not approve; otherwise settings
 * that exclude every role with `team:write` could never change. The time zone decides about no approval.
 */
export function assertMayEditSettings(before: WorkspaceSettings, after: WorkspaceSettings, caller: Grantor): void {
  if (!isProtected(before) || changesOnlyTimeZone(before, after)) return;
  const isOwner = caller.role === 'owner' && caller.permissions.includes('content:approve');
  if (!isOwner && !mayApprove(caller, before)) {
    throw notPermitted(
      'changing these settings requires the permission content:approve and a role that may approve',
      before,
    );
  }
  if (isOwner || !widensApproval(before, after)) return;
  const detail =
    'While approvals are required, only an owner can end them, end approval by passkey, add a role to approver_roles or set authors_may_approve.';
  throw ownerRequired(detail);
}

/**
 * Return whether a caller may give a member these rights: while approvals are required, only a caller who may approve gives
 * the right to, because it would be that of the others by a second identity.
 */
export function mayAppoint(granted: Grantor, caller: Grantor, settings: WorkspaceSettings): boolean {
  if (!isProtected(settings) || !mayApprove(granted, settings)) return true;
  return caller.role === 'owner' || mayApprove(caller, settings);
}

/** Throw 403 unless a caller may give a member these rights. `before`: those that the member has; null for a new one. */
export function assertMayAppoint(
  granted: Grantor,
  before: Grantor | null,
  caller: Grantor,
  settings: WorkspaceSettings,
): void {
  if (mayAppoint(granted, caller, settings) || (before && mayApprove(before, settings))) return;
  throw notPermitted(`giving the role ${granted.role} requires a role that may approve`, settings);
}

function notPermitted(requirement: string, { approver_roles }: Right): ApiError {
  const detail = `While approvals are required, ${requirement}. Approver roles of the workspace: ${approver_roles.join(', ')}.`;
  return approvalNotPermitted(detail);
}

/** Build the API view of a workspace and its settings. */
export function toWorkspaceSettingsView(
  { id, name, plan }: { id: string; name: string; plan: string },
  settings: WorkspaceSettings,
): Record<string, unknown> {
  const { approval, approval_method, approver_roles, authors_may_approve, time_zone, duplicate_guard_hours } = settings;
  const approvals = { approval, approval_method, approver_roles, authors_may_approve };
  return { id, name, plan, ...approvals, time_zone, duplicate_guard_hours };
}
