import { defineOperation } from '../../../core/api/define-operation.ts';
import { APPROVAL_ACTION, ApproveRequest } from './approval-request.ts';
import { ChangedContentResponse } from './responses.ts';

export const operation = defineOperation({
  ...APPROVAL_ACTION,
  id: 'content.approve',
  route: 'POST /v1/content/{id}/approve',
  summary: 'Approve a content item',
  description:
    'Approve the item. The approval status becomes `approved`, and the event `approval.granted` is sent. The workspace settings define which roles can approve, and whether authors can. Send the `content_hash` of the version you reviewed; if the item was edited since, the request fails with `content_changed`. The access token of a session requires `content_hash`. Where `approval_method` of the workspace is `passkey`, the approval must have the signature of a passkey over the statement of `GET /v1/content/{id}/approval-statement`. An approved item can be approved again if it needs a signature, or one for its present times.',
  body: ApproveRequest,
  permissions: ['content:approve'],
  errors: [
    'approval_not_permitted',
    'passkey_required',
    'passkey_rejected',
    'content_changed',
    'approval_statement_outdated',
    'media_not_in_library',
    'invalid_state_transition',
  ],
  access: { ...APPROVAL_ACTION.access, list: ['Passkey'] },
  example: { params: { id: 'cnt_01K00000000000000000000007' }, body: { note: 'Looks good.' } },
});

export const response = ChangedContentResponse;
