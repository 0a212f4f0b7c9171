import { defineOperation } from '../../../core/api/define-operation.ts';
import { ImportResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'imports.undo',
  route: 'POST /v1/imports/{id}/undo',
  summary: 'Undo an import',
  description:
    'Remove the items that an import has created. Items stay of which a post is live, may be live or is being sent: `counts` says how many. An import that runs is stopped. The rows can be imported again.',
  permissions: ['content:write'],
  status: 202,
  errors: ['import_limit', 'invalid_state_transition'],
  access: { get: ['Import'], put: ['Import'], add: ['Counter'] },
  example: { params: { id: 'imp_01K00000000000000000000002' } },
});

export const response = ImportResponse;
