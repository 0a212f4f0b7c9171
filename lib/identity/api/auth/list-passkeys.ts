import { defineOperation } from '../../../core/api/define-operation.ts';
import { PasskeysResponse } from './passkey-responses.ts';
import { SAMPLE_SESSION_COOKIES } from './sample-session.ts';

export const operation = defineOperation({
  id: 'auth.list-passkeys',
  route: 'GET /v1/auth/passkeys',
  summary: 'List your passkeys',
  description: 'Return all passkeys of the signed-in member, oldest first. Requires the session cookie.',
  permissions: 'none',
  audience: 'browser',
  ownRateLimit: true,
  readsSession: true,
  errors: ['session_expired', 'cross_site_request'],
  access: { get: ['Session', 'Member', 'Workspace'], list: ['Passkey'] },
  example: { headers: { cookie: SAMPLE_SESSION_COOKIES[0]! } },
});

export const response = PasskeysResponse;
