import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Files of content items, metrics and the audit log.',
  group: ['Files', 2],
  path: {
    id: ['The id of the export.', 'exp_01K00000000000000000000000'],
  },
  schemaNames: {
    'Export.format': 'ExportFormat',
    'Export.kind': 'ExportKind',
    'Export.status': 'ExportStatus',
  },
});
