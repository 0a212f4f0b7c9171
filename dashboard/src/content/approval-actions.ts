/** The statuses of an approval, and the requests that change it. Without imports: a test compares it with the service. */
export type ApprovalStatus = 'not_submitted' | 'pending_approval' | 'changes_requested' | 'approved';
export type ApprovalAction = 'submit' | 'approve' | 'request-changes' | 'withdraw';

interface Item {
  status: string;
  approval: { status: ApprovalStatus } | null;
}

interface Member {
  role: string;
  permissions: readonly string[];
}

/** Each action with the statuses in which the API permits it, and the permission that it needs. docs/approval.md */
const ACTIONS: readonly { action: ApprovalAction; from: readonly ApprovalStatus[]; permission: string }[] = [
  { action: 'approve', from: ['pending_approval'], permission: 'content:approve' },
  { action: 'request-changes', from: ['pending_approval', 'approved'], permission: 'content:approve' },
  { action: 'submit', from: ['not_submitted', 'changes_requested'], permission: 'content:write' },
  { action: 'withdraw', from: ['pending_approval', 'changes_requested', 'approved'], permission: 'content:write' },
];

/** Return the status of the approval of an item. */
export function approvalStatus({ approval }: Pick<Item, 'approval'>): ApprovalStatus {
  return approval?.status ?? 'not_submitted';
}

/** List the actions that an item permits, and the role of a member. Whether an author may decide, only the API knows. */
export function approvalActions(item: Item, member: Member, approverRoles: readonly string[]): ApprovalAction[] {
  if (item.status === 'published' || item.status === 'cancelled') return [];
  const status = approvalStatus(item);
  return ACTIONS.filter(({ from, permission }) => {
    if (!from.includes(status) || !member.permissions.includes(permission)) return false;
    return permission !== 'content:approve' || approverRoles.includes(member.role);
  }).map(({ action }) => action);
}

/** Return what a button for an action says. */
export function actionLabel(action: ApprovalAction): string {
  return {
    submit: 'Submit for approval',
    approve: 'Approve',
    'request-changes': 'Request changes',
    withdraw: 'Withdraw',
  }[action];
}
