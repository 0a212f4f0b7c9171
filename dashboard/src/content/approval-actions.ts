import { t } from '../language/texts.ts';

/** The statuses of an approval, and the actions that a member is offered. */
export type ApprovalStatus = 'not_submitted' | 'pending_approval' | 'changes_requested' | 'approved';
export type ApprovalAction = 'submit' | 'approve' | 'request_changes' | 'withdraw';

interface Item {
  available_actions: readonly string[];
}

interface Member {
  role: string;
  permissions: readonly string[];
}

// In the order of their buttons, each with the permission that it needs.
const ACTIONS: readonly { action: ApprovalAction; permission: string }[] = [
  { action: 'approve', permission: 'content:approve' },
  { action: 'request_changes', permission: 'content:approve' },
  { action: 'submit', permission: 'content:write' },
  { action: 'withdraw', permission: 'content:write' },
];

/** Return the status of the approval of an item. */
export function approvalStatus({ approval }: { approval: { status: ApprovalStatus } | null }): ApprovalStatus {
  return approval?.status ?? 'not_submitted';
}

/** List the actions that an item permits, and the role of a member. Whether an author may decide, only the API knows. */
export function approvalActions(item: Item, member: Member, approverRoles: readonly string[]): ApprovalAction[] {
  return ACTIONS.filter(({ action, permission }) => {
    if (!item.available_actions.includes(action) || !member.permissions.includes(permission)) return false;
    return permission !== 'content:approve' || approverRoles.includes(member.role);
  }).map(({ action }) => action);
}

/** Return what a button for an action says. */
export function actionLabel(action: ApprovalAction): string {
  return t(`content.action_${action}`);
}
