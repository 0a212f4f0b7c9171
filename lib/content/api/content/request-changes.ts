import { defineOperation } from '../../../core/api/define-operation.ts';
import { APPROVAL_ACTION } from './approval-request.ts';
import { ChangedContentResponse } from './responses.ts';

export const operation = defineOperation({
  ...APPROVAL_ACTION,
  id: 'content.request-changes',
  route: 'POST /v1/content/{id}/request-changes',
  summary: 'Request changes to a content item',
  description:
    'Request changes to the item. The approval status becomes `changes_requested`, and the event `approval.rejected` is sent. An existing approval is revoked. The author can edit the item and submit it again.',
  permissions: ['content:approve'],
  errors: ['approval_not_permitted', 'content_changed', 'invalid_state_transition'],
  example: { params: { id: 'cnt_01K00000000000000000000007' }, body: { note: 'The second sentence needs a source.' } },
});

export const response = ChangedContentResponse;
