import { describe, expect, it } from 'vitest';
import { failAsNotApproved } from '../../../lib/publishing/rules/publish-transitions.ts';
import { afterOutcomes, applyToEntry, NOW_MS, scheduled } from '../rules/items.ts';
import { deriveContentEvents, eventTypesFor } from './content-changes.ts';

describe('approval.missed', () => {
  const before = scheduled('instagram', 'twitter');
  const after = applyToEntry(before, 'twitter', (content, entry) => failAsNotApproved(content, entry, NOW_MS));

  it('is derived from a target that was due without approval, besides content.failed', () => {
    const events = deriveContentEvents(before.content, after.content);
    expect(events.map(({ type, dedupKey }) => [type, dedupKey])).toEqual([
      ['approval.missed', 'cnt_1/approval/missed/scd_a1/failed'],
      ['content.failed', 'cnt_1/failed/scd_a1/failed'],
    ]);
    expect(events[0]?.data.failed_target).toMatchObject({ platform: 'twitter', error: { code: 'not_approved' } });
  });

  it('is derived once per target', () => {
    expect(eventTypesFor(after.content, { ...after.content, version: 9 })).toEqual([]);
  });

  it('is not derived from another failure', () => {
    const types = eventTypesFor(
      afterOutcomes('pending', 'sending').content,
      afterOutcomes('pending', 'failed').content,
    );
    expect(types).toEqual(['content.failed cnt_1/failed/scd_a1/failed']);
  });
});
