import { defineOperation } from '../../../core/api/define-operation.ts';
import { SessionTokenResponse } from './responses.ts';
import { SAMPLE_SESSION_COOKIES } from './sample-session.ts';

export const operation = defineOperation({
  id: 'auth.create-session-token',
  route: 'POST /v1/auth/sessions/token',
  summary: 'Create an access token for a session',
  description:
    'Exchange the session cookie for a bearer token. The token is valid for five minutes; request a new one before it expires. Each request uses the current permissions of the member. Cross-site requests are rejected.',
  permissions: 'none',
  audience: 'browser',
  ownRateLimit: true,
  readsSession: true,
  errors: ['session_expired', 'cross_site_request'],
  access: { get: ['Session', 'Member', 'Workspace', 'ApiKey'], put: ['AccessToken', 'Session'] },
  example: { headers: { cookie: SAMPLE_SESSION_COOKIES[0]! } },
});

export const response = SessionTokenResponse;
