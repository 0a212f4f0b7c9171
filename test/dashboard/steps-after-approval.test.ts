import { describe, expect, it } from 'vitest';
import { stepsAfterApproval } from '../../dashboard/src/content/approval-actions.ts';

const APPROVED = {
  approval: { status: 'approved' as const },
  scheduled_at: null,
  available_actions: ['publish', 'schedule'],
};
const MANAGER = ['content:write', 'content:publish'];

describe('what follows an approval', () => {
  it('is to publish or to schedule, as far as the member may', () => {
    expect(stepsAfterApproval(APPROVED, MANAGER)).toEqual(['publish', 'schedule']);
    expect(stepsAfterApproval(APPROVED, ['content:write'])).toEqual(['schedule']);
    expect(stepsAfterApproval(APPROVED, ['content:approve', 'content:read'])).toEqual([]);
  });

  it('is nothing for a post with a time, without an approval, or that the API does not let a member publish', () => {
    expect(stepsAfterApproval({ ...APPROVED, scheduled_at: '2026-11-20T09:30:00.000Z' }, MANAGER)).toEqual([]);
    expect(stepsAfterApproval({ ...APPROVED, approval: { status: 'pending_approval' } }, MANAGER)).toEqual([]);
    expect(stepsAfterApproval({ ...APPROVED, approval: null }, MANAGER)).toEqual([]);
    expect(stepsAfterApproval({ ...APPROVED, available_actions: ['withdraw'] }, MANAGER)).toEqual([]);
  });
});
