import { defineOperation } from '../../../core/api/define-operation.ts';
import { SessionTokenResponse } from './responses.ts';
import { SAMPLE_SESSION_COOKIES } from './sample-session.ts';

export const operation = defineOperation({
  id: 'auth.create-session-token',
  route: 'POST /v1/auth/sessions/token',
  summary: 'Create an access token of a session',
  description:
    'Exchange the session cookie for a bearer token with the permissions that the member has at the time of each request. A token is valid for five minutes: request the next one before it expires. Rejected for requests of pages of other sites.',
  permissions: 'none',
  ownRateLimit: true,
  readsSession: true,
  errors: ['session_expired', 'cross_site_request'],
  access: { get: ['Session', 'Member', 'Workspace'], put: ['AccessToken', 'Session'] },
  example: { headers: { cookie: SAMPLE_SESSION_COOKIES[0]! } },
});

export const response = SessionTokenResponse;
