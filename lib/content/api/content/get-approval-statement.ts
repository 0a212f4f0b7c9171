import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { SAMPLE_SESSION_ACCESS_TOKEN, SAMPLE_SIGNED_ID, SAMPLE_STATEMENT } from './sample-statement.ts';

export const operation = defineOperation({
  id: 'content.get-approval-statement',
  route: 'GET /v1/content/{id}/approval-statement',
  summary: 'Retrieve the statement to sign for an approval',
  description:
    'Return the statement that you sign with a passkey to approve the item as it is now: its content hash, its files, its accounts and the time in which it may be sent, for your member only. Sign it with the `options`, and send both to `POST /v1/content/{id}/approve` within five minutes. Requires the access token of a session.',
  permissions: ['content:approve'],
  errors: ['approval_not_permitted', 'passkey_required', 'invalid_state_transition'],
  access: { get: ['Content', 'WorkspaceSettings', 'DefaultAccount'], list: ['Passkey'] },
  example: {
    params: { id: SAMPLE_SIGNED_ID },
    headers: { authorization: `Bearer ${SAMPLE_SESSION_ACCESS_TOKEN}` },
  },
});

// biome-ignore format: one field per line.
export const ApprovalStatementResponse = lazyObject(() => ({
  statement: z.string().check(z.meta({ description: 'The statement, as canonical JSON (RFC 8785). Send it back unchanged.', examples: [SAMPLE_STATEMENT] })),
  not_before: timestamp().check(z.meta({ description: 'Start of the time in which the approval lets the item be sent.', examples: ['2026-11-20T09:30:00.000Z'] })),
  not_after: timestamp().check(z.meta({ description: 'End of the time in which the approval lets the item be sent.', examples: ['2026-11-21T09:30:00.000Z'] })),
  options: z.record(z.string(), z.unknown()).check(z.meta({ description: 'The options for `navigator.credentials.get`, as `PublicKeyCredentialRequestOptionsJSON`. The challenge is the SHA-256 of the statement.', examples: [{ challenge: 'XpWAZsxJk2gkY0ZyFd0Vf5qjS2s7nC3n2mZC6c8m1hY', rpId: 'dashboard.example.com', timeout: 300000, userVerification: 'required', allowCredentials: [] }] })),
}));

export const response = ApprovalStatementResponse;
