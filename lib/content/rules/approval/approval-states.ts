import type { Permission } from '../../../core/api/permission.ts';
import type { Content } from '../content.ts';
import type { ApprovalStatus } from '../content-approval.ts';
import { isClosed, needsRenewal, type Requirement } from './required-approval.ts';

/** One transition of an approval. Without a permission, no request asks for it. */
export interface Action {
  from: readonly ApprovalStatus[];
  to: ApprovalStatus;
  permission: Permission | null;
  event: string | null;
}

/** The state machine of approvals. `edit` is a material edit, in the same write. docs/approval.md draws this table. */
// biome-ignore format: one row per line is what makes it a table.
export const APPROVAL_ACTIONS = {
  submit:            { from: ['not_submitted', 'changes_requested'], to: 'pending_approval', permission: 'content:write', event: 'approval.requested' },
  approve:           { from: ['pending_approval'], to: 'approved', permission: 'content:approve', event: 'approval.granted' },
  'request-changes': { from: ['pending_approval', 'approved'], to: 'changes_requested', permission: 'content:approve', event: 'approval.rejected' },
  withdraw:          { from: ['pending_approval', 'changes_requested', 'approved'], to: 'not_submitted', permission: 'content:write', event: null },
  edit:              { from: ['pending_approval', 'approved'], to: 'not_submitted', permission: null, event: null },
} as const satisfies Record<string, Action>;

/** The actions that a request can ask for. */
export type ApprovalAction = Exclude<keyof typeof APPROVAL_ACTIONS, 'edit'>;

/** Return the status of the approval of an item. */
export function approvalStatusOf({ approval }: Pick<Content, 'approval'>): ApprovalStatus {
  return approval?.status ?? 'not_submitted';
}

export const DECISIONS = ['approve', 'request-changes'] as const;
export type Decision = (typeof DECISIONS)[number];

/** List the decisions that the state of an item allows. */
export const possibleDecisions = (content: Content): Decision[] =>
  DECISIONS.filter((action) => permitsApprovalAction(content, action));

/** Return whether the state of an item permits an action on its approval. */
export function permitsApprovalAction(content: Content, action: ApprovalAction): boolean {
  const { from }: Action = APPROVAL_ACTIONS[action];
  return from.includes(approvalStatusOf(content)) && !isClosed(content);
}

/** Return whether an item can be approved: while it is submitted, and again while its approval does not suffice. */
export function permitsApproval(content: Content, settings: Requirement): boolean {
  return permitsApprovalAction(content, 'approve') || needsRenewal(content, settings);
}
