import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Content items from CSV files and JSON lines: check, run and undo.',
  group: ['Files', 1],
  path: {
    id: ['The id of the import.', 'imp_01K00000000000000000000000'],
  },
  query: {
    'get.rows': ['Which rows to return: `all`, the default, or those with `problems`.', 'problems'],
  },
  schemaNames: {
    'Import.progress': 'ImportProgress',
    'Import.source': 'ImportSource',
    'Import.status': 'ImportStatus',
    'ImportUpdate.defaults': 'ImportDefaults',
    'ImportCreate.defaults.date_order': 'ImportDateOrder',
  },
});
