import { describe, expect, it } from 'vitest';
import { APPROVAL_ACTIONS, APPROVAL_STATUSES } from '../../../lib/content/rules/approval.ts';
import { draft, withApproval } from '../rules/items.ts';
import { deriveContentEvents, eventTypesFor } from './content-changes.ts';

const { content } = draft('twitter');
const inStatus = (status: (typeof APPROVAL_STATUSES)[number]) =>
  status === 'not_submitted' ? content : withApproval(content, status);

describe('approval.requested', () => {
  it('is the event of the action submit', () => {
    expect(APPROVAL_ACTIONS.submit).toMatchObject({ to: 'pending_approval', event: 'approval.requested' });
  });

  it.each(APPROVAL_ACTIONS.submit.from)('is derived from an approval that was %s, with the item', (status) => {
    const after = { ...inStatus('pending_approval'), version: 7 };
    const [event, ...others] = deriveContentEvents(inStatus(status), after);
    expect(others).toEqual([]);
    expect([event?.type, event?.dedupKey]).toEqual(['approval.requested', 'cnt_1/approval/pending_approval/7']);
    expect(event?.data).toMatchObject({ id: 'cnt_1', approval: after.approval });
  });

  it('is not derived from a later change of the item, or from a change to another status', () => {
    const reached = inStatus('pending_approval');
    expect(eventTypesFor(reached, { ...reached, version: 8 })).toEqual([]);
    for (const status of APPROVAL_STATUSES.filter((each) => each !== 'pending_approval')) {
      expect(deriveContentEvents(reached, inStatus(status)).map(({ type }) => type)).not.toContain(
        'approval.requested',
      );
    }
  });
});
