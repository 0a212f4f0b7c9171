import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { ImportResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const ImportRun = z.strictObject({
  checked_at: z.optional(z.string().check(z.maxLength(64))).check(z.meta({ description: 'The `completed_at` of the check whose rows you have seen. The import does not run if it was checked again since.', examples: ['2026-11-20T09:30:00.000Z'] })),
});

export const operation = defineOperation({
  id: 'imports.run',
  route: 'POST /v1/imports/{id}/run',
  summary: 'Run an import',
  description:
    'Create the items of all valid rows, in the order of the file, with the permissions of the caller. Rows with a problem are left out. The run continues after a failure of the service, and each row becomes an item once. `import.completed` reports its end.',
  permissions: ['content:write'],
  body: ImportRun,
  status: 202,
  errors: ['import_limit', 'import_changed', 'invalid_state_transition'],
  access: { get: ['Import'], put: ['Import'], add: ['Counter'] },
  example: { params: { id: 'imp_01K00000000000000000000001' } },
});

export const response = ImportResponse;
