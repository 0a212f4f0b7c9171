import { defineOperation } from '../../../core/api/define-operation.ts';
import { APPROVAL_ACTION } from './approval-request.ts';
import { ChangedContentResponse } from './responses.ts';

export const operation = defineOperation({
  ...APPROVAL_ACTION,
  id: 'content.withdraw',
  route: 'POST /v1/content/{id}/withdraw',
  summary: 'Withdraw a content item from approval',
  description:
    'Withdraw the item from approval. The approval status becomes `not_submitted`, and an existing approval is revoked.',
  permissions: ['content:write'],
  portals: true,
  errors: ['content_changed', 'invalid_state_transition'],
  example: { params: { id: 'cnt_01K00000000000000000000007' }, body: { note: 'Not needed any more.' } },
});

export const response = ChangedContentResponse;
