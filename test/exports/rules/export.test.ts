import { describe, expect, it } from 'vitest';
import { isBeyondLimits, MAX_EXPORT_PARTS, newExport, recordExportStep } from '../../../lib/exports/rules/export.ts';

const NOW = Date.parse('2027-01-01T00:00:00.000Z');
const STARTED = newExport(
  { kind: 'content', format: 'csv', from: null, to: null },
  { id: 'exp_1', workspace_id: 'ws_1', created_by: 'usr_1' },
  NOW,
);
const UPLOAD = { id: 'u', parts: ['"1"'] };

describe('a step of an export', () => {
  it('that has stored the last part of several leaves the export running, until its file is complete', () => {
    const stored = recordExportStep(STARTED, { next: null, upload: UPLOAD, rest: null, rows: 2, bytes: 10 }, NOW);
    expect(stored).toMatchObject({ status: 'running', cursor: null, upload: UPLOAD, row_count: 2 });
    const completed = recordExportStep(stored, { next: null, upload: null, rest: null, rows: 0, bytes: 0 }, NOW);
    expect(completed).toMatchObject({ status: 'completed', due_at: null, upload: null, row_count: 2, size_bytes: 10 });
  });

  it('is the last one after a day, and for a file with the most parts', () => {
    expect(isBeyondLimits(STARTED, NOW + 86_400_000)).toBe(false);
    expect(isBeyondLimits(STARTED, NOW + 86_400_001)).toBe(true);
    const parts = Array.from({ length: MAX_EXPORT_PARTS }, () => '"1"');
    expect(isBeyondLimits({ ...STARTED, upload: { id: 'u', parts } }, NOW)).toBe(true);
  });
});
