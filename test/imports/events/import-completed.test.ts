import { describe, expect, it } from 'vitest';
import { importCompleted } from '../../../lib/imports/events/import-completed.ts';
import { endPhase, type Import, newImport, startRun, startUndo } from '../../../lib/imports/rules/import.ts';

const NOW = Date.parse('2026-11-20T09:30:00Z');
const RUN_BY = { user_id: 'usr_1', client_id: 'key_1', permissions: [], request_id: null, source_ip: null };
const SETTINGS = { name: 'a.csv', format: 'csv', upload_bytes: null, is_dry_run: true, mapping: null } as const;
const OWNER = { id: 'imp_1', workspace_id: 'ws_1', created_by: 'usr_1' };

const checking = newImport({ ...SETTINGS, defaults: {}, run_by: RUN_BY }, OWNER, NOW);
const ready = endPhase(checking, 'ready', {}, NOW);
const running = startRun(ready, RUN_BY, NOW);
const completed = endPhase(running, 'completed', { created_count: 2 }, NOW);
const derived = (before: Import | null, after: Import) => importCompleted.derive(before, after);

describe('import.completed', () => {
  it('reports the end of a run, of an undo, and a failure', () => {
    expect(derived(running, completed)).toMatchObject([{ data: { status: 'completed', counts: { created: 2 } } }]);
    const undoing = startUndo(completed, RUN_BY, NOW);
    expect(derived(undoing, endPhase(undoing, 'undone', {}, NOW))).toMatchObject([{ data: { status: 'undone' } }]);
    const problem = { code: 'no_rows', detail: 'The file has no rows.' };
    const failed = endPhase(checking, 'failed', { problem }, NOW);
    expect(derived(checking, failed)).toMatchObject([{ data: { status: 'failed', problem } }]);
  });

  it('reports nothing else, and no end twice', () => {
    expect([derived(null, checking), derived(checking, ready), derived(ready, running)]).toEqual([[], [], []]);
    expect(derived(completed, completed)).toEqual([]);
  });
});
