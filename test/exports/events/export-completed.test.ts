import { describe, expect, it } from 'vitest';
import {
  type Export,
  failExport,
  newExport,
  recordExportStep,
  toExportView,
} from '../../../lib/exports/rules/export.ts';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';

const AT = '2027-01-01T00:00:00.000Z';
const LATER = '2027-01-01T00:01:00.000Z';
const OWNER = { id: 'exp_1', workspace_id: 'ws_1', created_by: 'usr_1' };
const made = newExport({ kind: 'content', format: 'csv', from: null, to: null }, OWNER, Date.parse(AT));
const running = recordExportStep(
  made,
  { next: 'cnt_1', upload: null, rest: null, rows: 5, bytes: 100 },
  Date.parse(AT),
);
const completed = recordExportStep(
  running,
  { next: null, upload: null, rest: null, rows: 2, bytes: 40 },
  Date.parse(LATER),
);
const failed = failExport(running, Date.parse(LATER));

/** Return the events of a change of an export. */
function eventsOf(before: Export | null, after: Export | null) {
  return deriveEvents('Export', { before, after, changedAt: AT });
}

describe('export.completed', () => {
  it('is derived from the last step of an export, once', () => {
    const data = toExportView(completed);
    expect(eventsOf(running, completed)).toEqual([
      { type: 'export.completed', dedupKey: 'exp_1/completed', timestamp: LATER, data },
    ]);
    expect(data).toMatchObject({ status: 'completed', row_count: 7, size_bytes: 140 });
    expect(eventsOf(completed, { ...completed, version: 5 })).toEqual([]);
  });

  it('is derived from an export that fails', () => {
    expect(eventsOf(running, failed)).toMatchObject([{ type: 'export.completed', data: { status: 'failed' } }]);
  });

  it('is not derived from an export that starts, continues or expires', () => {
    expect([eventsOf(null, made), eventsOf(made, running), eventsOf(completed, null)]).toEqual([[], [], []]);
  });

  it('has nothing that is only for the service', () => {
    expect(JSON.stringify(eventsOf(running, completed))).not.toMatch(/cursor|upload|due_at|version/);
  });
});
