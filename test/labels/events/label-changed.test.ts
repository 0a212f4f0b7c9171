import { describe, expect, it } from 'vitest';
import { type Label, renameLabel } from '../../../lib/labels/rules/label.ts';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';

const AT = '2027-01-01T00:00:00.000Z';
const made: Label = {
  ...{ id: 'lbl_1', workspace_id: 'ws_1', kind: 'label', name: 'News' },
  ...{ created_by: 'usr_1', created_at: AT, version: 0 },
};
const renamed = { ...renameLabel(made, 'Product news'), version: 1 };

describe('label.changed', () => {
  it.each([
    ['created', null, made, 'lbl_1/created', 'News'],
    ['updated', made, renamed, 'lbl_1/updated/1', 'Product news'],
    ['deleted', renamed, null, 'lbl_1/deleted', 'Product news'],
  ])('is derived from the change by which a label is %s', (change, before, after, dedupKey, name) => {
    const data = { id: 'lbl_1', kind: 'label', name, created_at: AT, change };
    expect(deriveEvents('Label', { before, after, changedAt: AT })).toEqual([
      ...[{ type: 'label.changed', dedupKey, timestamp: AT, data }],
    ]);
  });

  it('is not derived again from the same change of the service, which leaves the version', () => {
    expect(deriveEvents('Label', { before: renamed, after: renamed, changedAt: AT })).toEqual([]);
  });
});
