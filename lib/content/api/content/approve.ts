import { defineOperation } from '../../../core/api/define-operation.ts';
import { APPROVAL_ACTION } from './requests.ts';
import { ContentResponse } from './responses.ts';

export const operation = defineOperation({
  ...APPROVAL_ACTION,
  id: 'content.approve',
  route: 'POST /v1/content/{id}/approve',
  summary: 'Approve a content item',
  description:
    'The approval of the item becomes `approved`, and the event `approval.granted` is sent. The settings of the workspace decide which roles may approve, and whether an author may. Send the `content_hash` of the item that you have seen: if it was edited since, the request fails with `content_changed`.',
  permissions: ['content:approve'],
  errors: ['approval_not_permitted', 'content_changed', 'invalid_state_transition'],
  example: { params: { id: 'cnt_01K00000000000000000000007' }, body: { note: 'Looks good.' } },
});

export const response = ContentResponse;
