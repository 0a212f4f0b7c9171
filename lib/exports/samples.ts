import { defineSamples, sampleId } from '../core/api/define-samples.ts';
import { PAGING, TIME_FORMAT } from '../core/api/inexpressible-rules.ts';
import { newExport } from './rules/export.ts';
import { exportWrite } from './store/exports.ts';

export const samples = defineSamples({
  path: '/v1/exports/{id}',
  make: async ({ create }) => ({ id: await create('/exports', { kind: 'content', format: 'csv' }) }),
  ids: [sampleId('export', 0)],
  // Completed. Its file is not in the bucket.
  store: ({ workspace_id, created_by, nowMs }, ids) =>
    ids.map((id) => {
      const settings = { kind: 'content', format: 'csv', from: null, to: null } as const;
      const started = newExport(settings, { id, workspace_id, created_by }, nowMs);
      const completed = { status: 'completed', due_at: null, completed_at: started.created_at } as const;
      return exportWrite(null, { ...started, ...completed, row_count: 1, size_bytes: 200 });
    }),
});

/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /exports': PAGING,
  'POST /exports': [TIME_FORMAT, /^\/to: Must be later than from/],
};
