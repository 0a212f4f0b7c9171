import { describe, expect, it } from 'vitest';
import { APPROVAL_ACTIONS } from '../../../lib/content/rules/approval/approval-states.ts';
import { APPROVAL_STATUSES } from '../../../lib/content/rules/content-approval.ts';
import { draft, withApproval } from '../rules/items.ts';
import { deriveContentEvents, eventTypesFor } from './content-changes.ts';

const { content } = draft('twitter');
const inStatus = (status: (typeof APPROVAL_STATUSES)[number]) =>
  status === 'not_submitted' ? content : withApproval(content, status);

describe.each([
  ['approval.granted', 'approve', 'approved'],
  ['approval.rejected', 'request-changes', 'changes_requested'],
  ['approval.requested', 'submit', 'pending_approval'],
] as const)('%s', (type, action, to) => {
  it(`is the event of the action ${action}`, () => {
    expect(APPROVAL_ACTIONS[action]).toMatchObject({ to, event: type });
  });

  it.each(APPROVAL_ACTIONS[action].from)('is derived from an approval that was %s, with the item', (status) => {
    const after = { ...inStatus(to), version: 7 };
    const [event, ...others] = deriveContentEvents(inStatus(status), after);
    expect(others).toEqual([]);
    expect([event?.type, event?.dedupKey]).toEqual([type, `cnt_1/approval/${to}/7`]);
    // What was decided about the submission is read with its versions.
    const { decision: _, ...approval } = after.approval!;
    expect(event?.data).toMatchObject({ id: 'cnt_1', approval });
    expect(event?.data).not.toHaveProperty('approval.decision');
  });

  it('is not derived from a later change of the item, or from a change to another status', () => {
    const reached = inStatus(to);
    expect(eventTypesFor(reached, { ...reached, version: 8 })).toEqual([]);
    for (const status of APPROVAL_STATUSES.filter((each) => each !== to)) {
      expect(deriveContentEvents(reached, inStatus(status)).map((event) => event.type)).not.toContain(type);
    }
  });
});
