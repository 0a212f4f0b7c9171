import { describe, expect, it } from 'vitest';
import { approvalActions } from '../../../../dashboard/src/content/approval-actions.ts';
import { availableActions } from '../../../../lib/content/rules/actions/content-actions.ts';
import type { ContentStatus } from '../../../../lib/content/rules/content.ts';
import type { ApprovalStatus } from '../../../../lib/content/rules/content-approval.ts';
import { ROLES, type Role } from '../../../../lib/core/api/permission.ts';
import { draft, withApproval } from '../items.ts';

const item = (approval: ApprovalStatus | null, status?: ContentStatus) => {
  const { content } = draft('twitter');
  const made = approval === null ? content : withApproval(content, approval);
  const settings = { approval: 'required', approval_method: 'session' } as const;
  return { available_actions: availableActions({ ...made, status: status ?? made.status }, settings) };
};
const member = (role: Role) => ({ role, permissions: ROLES[role] as readonly string[] });
const ALL = ['owner', 'admin', 'approver'];

describe('approvalActions', () => {
  it('offers an owner what the API permits', () => {
    expect(approvalActions(item('pending_approval'), member('owner'), ALL)).toEqual([
      'approve',
      'request_changes',
      'withdraw',
    ]);
    expect(approvalActions(item('changes_requested'), member('owner'), ALL)).toEqual(['submit', 'withdraw']);
    expect(approvalActions(item('approved'), member('owner'), ALL)).toEqual(['request_changes', 'withdraw']);
  });

  it('offers to submit an item that was never submitted', () => {
    expect(approvalActions(item(null), member('editor'), ALL)).toEqual(['submit']);
  });

  it('offers no decision to a role that the workspace excludes, and no submission to one that may not write', () => {
    expect(approvalActions(item('pending_approval'), member('approver'), ['owner'])).toEqual([]);
    expect(approvalActions(item('pending_approval'), member('approver'), ALL)).toEqual(['approve', 'request_changes']);
    expect(approvalActions(item(null), member('viewer'), ALL)).toEqual([]);
  });

  it('offers nothing when nothing is left to publish', () => {
    expect(approvalActions(item('approved', 'published'), member('owner'), ALL)).toEqual([]);
    expect(approvalActions(item('approved', 'cancelled'), member('owner'), ALL)).toEqual([]);
  });
});
