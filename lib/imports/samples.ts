import { defineSamples, sampleId } from '../core/api/define-samples.ts';
import { PAGING, VISIBLE_TEXT } from '../core/api/inexpressible-rules.ts';
import { endPhase, newImport } from './rules/import.ts';
import { importWrite } from './store/imports.ts';

export const samples = defineSamples({
  path: '/v1/imports/{id}',
  // Checked, so that it can run.
  make: async ({ create, unique, eventually, request }) => {
    const content = `text,platforms\nPost ${unique()},twitter`;
    const id = await create('/imports', { format: 'csv', content });
    return eventually(async () => {
      const { status } = (await request('GET', `/imports/${id}`)) as { status: string };
      return status === 'ready' ? { id } : undefined;
    });
  },
  needsWorkers: true,
  // One to change, one to run, and one to undo.
  ids: [sampleId('import', 0), sampleId('import', 1), sampleId('import', 2)],
  // Its file and its rows are not in the bucket.
  store: ({ workspace_id, created_by, nowMs }, ids) => {
    const run_by = { user_id: created_by, client_id: created_by, request_id: null, source_ip: null, permissions: [] };
    const settings = {
      name: 'october.csv',
      format: 'csv',
      upload_bytes: null,
      is_dry_run: true,
      defaults: {},
    } as const;
    const columns = { columns: ['text'], mapping: { text: 'text' } };
    return ids.map((id) => {
      const started = newImport({ ...settings, mapping: null, run_by }, { id, workspace_id, created_by }, nowMs);
      return importWrite(null, endPhase(started, 'ready', columns, nowMs));
    });
  },
});

/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /imports': PAGING,
  'GET /imports/{id}': PAGING,
  'POST /imports': [...VISIBLE_TEXT, /^\/mapping/, /^\/defaults/, /^\/content: Must contain either/],
  'PUT /imports/{id}': [/^\/mapping/, /^\/defaults/, /^\/corrections/],
};
