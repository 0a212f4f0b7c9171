import { defineOperation } from '../../../core/api/define-operation.ts';
import { APPROVAL_ACTION } from './requests.ts';
import { ChangedContentResponse } from './responses.ts';

export const operation = defineOperation({
  ...APPROVAL_ACTION,
  id: 'content.submit',
  route: 'POST /v1/content/{id}/submit',
  summary: 'Submit a content item for approval',
  description:
    'Submit the item for approval. The approval status becomes `pending_approval`, and the event `approval.requested` is sent. Editing the text, media, platforms or accounts revokes the approval; submit the item again. If you send `content_hash`, the request fails if the item has a different hash.',
  permissions: ['content:write'],
  errors: ['content_changed', 'invalid_state_transition'],
  example: { params: { id: 'cnt_01K00000000000000000000000' }, body: { note: 'Ready for review.' } },
});

export const response = ChangedContentResponse;
