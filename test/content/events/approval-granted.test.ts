import { describe, expect, it } from 'vitest';
import { APPROVAL_ACTIONS, APPROVAL_STATUSES } from '../../../lib/content/rules/approval.ts';
import { draft, withApproval } from '../rules/items.ts';
import { deriveContentEvents, eventTypesFor } from './content-changes.ts';

const { content } = draft('twitter');
const inStatus = (status: (typeof APPROVAL_STATUSES)[number]) =>
  status === 'not_submitted' ? content : withApproval(content, status);

describe('approval.granted', () => {
  it('is the event of the action approve', () => {
    expect(APPROVAL_ACTIONS.approve).toMatchObject({ to: 'approved', event: 'approval.granted' });
  });

  it.each(APPROVAL_ACTIONS.approve.from)('is derived from an approval that was %s, with the item', (status) => {
    const after = { ...inStatus('approved'), version: 7 };
    const [event, ...others] = deriveContentEvents(inStatus(status), after);
    expect(others).toEqual([]);
    expect([event?.type, event?.dedupKey]).toEqual(['approval.granted', 'cnt_1/approval/approved/7']);
    expect(event?.data).toMatchObject({ id: 'cnt_1', approval: after.approval });
  });

  it('is not derived from a later change of the item, or from a change to another status', () => {
    const reached = inStatus('approved');
    expect(eventTypesFor(reached, { ...reached, version: 8 })).toEqual([]);
    for (const status of APPROVAL_STATUSES.filter((each) => each !== 'approved')) {
      expect(deriveContentEvents(reached, inStatus(status)).map(({ type }) => type)).not.toContain('approval.granted');
    }
  });
});
