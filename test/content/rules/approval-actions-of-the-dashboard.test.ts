import { describe, expect, it } from 'vitest';
import { type ApprovalStatus, approvalActions } from '../../../dashboard/src/content/approval-actions.ts';
import { APPROVAL_ACTIONS, APPROVAL_STATUSES } from '../../../lib/content/rules/approval.ts';
import { ROLES, type Role } from '../../../lib/core/api/permission.ts';

const item = (status: ApprovalStatus | null, of = 'draft') => ({ status: of, approval: status && { status } });
const member = (role: Role) => ({ role, permissions: ROLES[role] as readonly string[] });
const ALL = ['owner', 'admin', 'approver'];

describe('approvalActions', () => {
  it.each(APPROVAL_STATUSES)('offers an owner what the API permits while the approval is %s', (status) => {
    const permitted = Object.entries(APPROVAL_ACTIONS).flatMap(([action, { from, permission }]) =>
      permission !== null && (from as readonly string[]).includes(status) ? [action] : [],
    );
    expect(approvalActions(item(status), member('owner'), ALL).toSorted()).toEqual(permitted.toSorted());
  });

  it('offers to submit an item that was never submitted', () => {
    expect(approvalActions(item(null), member('editor'), ALL)).toEqual(['submit']);
  });

  it('offers no decision to a role that the workspace excludes, and no submission to one that may not write', () => {
    expect(approvalActions(item('pending_approval'), member('approver'), ['owner'])).toEqual([]);
    expect(approvalActions(item('pending_approval'), member('approver'), ALL)).toEqual(['approve', 'request-changes']);
    expect(approvalActions(item(null), member('viewer'), ALL)).toEqual([]);
  });

  it('offers nothing when nothing is left to publish', () => {
    expect(approvalActions(item('approved', 'published'), member('owner'), ALL)).toEqual([]);
    expect(approvalActions(item('approved', 'cancelled'), member('owner'), ALL)).toEqual([]);
  });
});
