import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';
import { SAMPLE_SESSION_COOKIES } from './sample-session.ts';

export const operation = defineOperation({
  id: 'auth.end-session',
  route: 'DELETE /v1/auth/sessions/{id}',
  summary: 'End a session',
  description:
    'End a session of the signed-in member. Access tokens of the session become invalid within 60 seconds. Requires the session cookie.',
  permissions: 'none',
  audience: 'browser',
  ownRateLimit: true,
  readsSession: true,
  errors: ['session_expired', 'cross_site_request'],
  access: { get: ['Session', 'Member', 'Workspace'], remove: ['Session'], put: ['Tombstone'] },
  example: { headers: { cookie: SAMPLE_SESSION_COOKIES[0]! }, params: { id: 'ses_01K00000000000000000000002' } },
});

export const response = DeletedResponse;
