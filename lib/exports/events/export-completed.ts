import type { EventModule } from '../../core/events/event-module.ts';
import { exportEntity } from '../entities/exports.ts';
import { type Export, toExportView } from '../rules/export.ts';
import type { ExportParts } from './schema-parts.ts';

const AT = '2026-11-20T09:30:00.000Z';

/** `export.completed`. An export that has failed has one too. */
export const exportCompleted = {
  description:
    'An export has ended: its `status` is `completed` or `failed`. `data` is the export. `GET /v1/exports/{id}` returns the URL of its file.',
  schema: ({ z, ExportData }) => ExportData.check(z.describe('The export.')),
  sample: {
    id: 'exp_01K00000000000000000000000',
    kind: 'content',
    format: 'csv',
    from: null,
    to: null,
    status: 'completed',
    row_count: 120,
    size_bytes: 48000,
    created_by: 'usr_01K00000000000000000000000',
    created_at: AT,
    completed_at: AT,
    expires_at: '2026-11-27T09:30:00.000Z',
  },
  permission: 'content:read',
  source: exportEntity,
  on: 'write',
  derive: (before, after) =>
    after.completed_at !== null && (before === null || before.completed_at === null)
      ? [{ dedupKey: `${after.id}/completed`, timestamp: after.completed_at, data: toExportView(after) }]
      : [],
} satisfies EventModule<Export, ExportParts>;
