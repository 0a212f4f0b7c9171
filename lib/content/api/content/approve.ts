import { defineOperation } from '../../../core/api/define-operation.ts';
import { APPROVAL_ACTION } from './approval-request.ts';
import { ChangedContentResponse } from './responses.ts';

export const operation = defineOperation({
  ...APPROVAL_ACTION,
  id: 'content.approve',
  route: 'POST /v1/content/{id}/approve',
  summary: 'Approve a content item',
  description:
    'Approve the item. The approval status becomes `approved`, and the event `approval.granted` is sent. The workspace settings define which roles can approve, and whether authors can. Send the `content_hash` of the version you reviewed; if the item was edited since, the request fails with `content_changed`. The access token of a session requires `content_hash`.',
  permissions: ['content:approve'],
  errors: ['approval_not_permitted', 'content_changed', 'invalid_state_transition'],
  example: { params: { id: 'cnt_01K00000000000000000000007' }, body: { note: 'Looks good.' } },
});

export const response = ChangedContentResponse;
