import { defineOperation } from '../../../core/api/define-operation.ts';
import { ContentApprovalResponse } from './approval-responses.ts';

export const operation = defineOperation({
  id: 'content.get-approval',
  route: 'GET /v1/content/{id}/approval',
  summary: 'Retrieve the evidence of an approval',
  description:
    'Return what proves that a person approved the item with a passkey: the statement, the signature and the public key. `tools/approval-verifier/verify-approval.mjs` verifies this response without code of the service. See [docs/approval.md](approval.md#approval-by-passkey).',
  permissions: ['content:read'],
  access: { get: ['Content'] },
  example: { params: { id: 'cnt_01K00000000000000000000007' } },
});

export const response = ContentApprovalResponse;
