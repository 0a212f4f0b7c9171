import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';
import { SAMPLE_SESSION_COOKIES } from './sample-session.ts';

export const operation = defineOperation({
  id: 'auth.sign-out',
  route: 'DELETE /v1/auth/sessions',
  summary: 'Sign out',
  description:
    'End the session and delete its cookie. Access tokens of the session become invalid within 60 seconds. Succeeds even if there is no session.',
  permissions: 'none',
  audience: 'browser',
  readsSession: true,
  setsSession: true,
  errors: ['cross_site_request'],
  access: { get: ['Session'], remove: ['Session'], put: ['Tombstone'] },
  example: { headers: { cookie: SAMPLE_SESSION_COOKIES[1]! } },
});

export const response = DeletedResponse;
