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

/** What follows an approval. */
export type NextStep = 'publish' | 'schedule';

const NEXT_STEPS: readonly { step: NextStep; permission: string }[] = [
  { step: 'publish', permission: 'content:publish' },
  { step: 'schedule', permission: 'content:write' },
];

/** List what a member may do next with an item that is approved and has no time. */
export function stepsAfterApproval(
  item: Item & { approval: { status: ApprovalStatus } | null; scheduled_at: string | null },
  permissions: readonly string[],
): NextStep[] {
  if (approvalStatus(item) !== 'approved' || item.scheduled_at !== null) return [];
  return NEXT_STEPS.filter(
    ({ step, permission }) => item.available_actions.includes(step) && permissions.includes(permission),
  ).map(({ step }) => step);
}

/** Return what a button for an action says. */
export function actionLabel(action: ApprovalAction): string {
  return t(`content.action_${action}`);
}
