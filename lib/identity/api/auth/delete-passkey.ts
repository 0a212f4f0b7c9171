import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';
import { SAMPLE_SESSION_COOKIES } from './sample-session.ts';

export const operation = defineOperation({
  id: 'auth.delete-passkey',
  route: 'DELETE /v1/auth/passkeys/{id}',
  summary: 'Delete a passkey',
  description:
    'Delete a passkey of the signed-in member. Sessions that were started with it continue. Requires the session cookie.',
  permissions: 'none',
  audience: 'browser',
  ownRateLimit: true,
  readsSession: true,
  errors: ['session_expired', 'cross_site_request'],
  access: {
    get: ['Session', 'Member', 'Workspace'],
    list: ['Passkey'],
    remove: ['Passkey', 'PasskeyCredential'],
    put: ['Tombstone'],
  },
  example: { headers: { cookie: SAMPLE_SESSION_COOKIES[0]! }, params: { id: 'psk_01K00000000000000000000001' } },
});

export const response = DeletedResponse;
