import { defineOperation } from '../../../core/api/define-operation.ts';
import { APPROVAL_ACTION } from './requests.ts';
import { ContentResponse } from './responses.ts';

export const operation = defineOperation({
  ...APPROVAL_ACTION,
  id: 'content.request-changes',
  route: 'POST /v1/content/{id}/request-changes',
  summary: 'Request changes to a content item',
  description:
    'The approval of the item becomes `changes_requested`, and the event `approval.rejected` is sent. An approved item loses its approval. The author edits the item and submits it again.',
  permissions: ['content:approve'],
  errors: ['approval_not_permitted', 'content_changed', 'invalid_state_transition'],
  example: { params: { id: 'cnt_01K00000000000000000000007' }, body: { note: 'The second sentence needs a source.' } },
});

export const response = ContentResponse;
