import { defineOperation } from '../../../core/api/define-operation.ts';
import { ApprovalStatementResponse } from './approval-responses.ts';
import { SAMPLE_SESSION_ACCESS_TOKEN, SAMPLE_SIGNED_ID } from './sample-statement.ts';

export const operation = defineOperation({
  id: 'content.get-approval-statement',
  route: 'GET /v1/content/{id}/approval-statement',
  summary: 'Retrieve the statement to sign for an approval',
  description:
    'Return the statement that you sign with a passkey to approve the item as it is now: its content hash, its files, its accounts and the time in which it may be sent, for your member only. Sign it with the `options`, and send both to `POST /v1/content/{id}/approve` within five minutes. Requires the access token of a session.',
  permissions: ['content:approve'],
  errors: ['approval_not_permitted', 'passkey_required', 'invalid_state_transition', 'media_not_in_library'],
  access: { get: ['Content', 'WorkspaceSettings', 'DefaultAccount'], list: ['Passkey'] },
  example: {
    params: { id: SAMPLE_SIGNED_ID },
    headers: { authorization: `Bearer ${SAMPLE_SESSION_ACCESS_TOKEN}` },
  },
});

export const response = ApprovalStatementResponse;
