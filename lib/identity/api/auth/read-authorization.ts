import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { AuthorizationReadResponse, authorizationRequest, SAMPLE_AUTHORIZATION } from './authorization.ts';
import { SAMPLE_SESSION_COOKIES } from './sample-session.ts';

export const AuthorizationRead = z.strictObject({ request: authorizationRequest() });

export const operation = defineOperation({
  id: 'auth.read-authorization',
  route: 'POST /v1/auth/authorization',
  summary: 'Retrieve an authorization request',
  description:
    'Return which application asks for access, and what an approval grants. Show it to the person before the decision. The service reads the metadata document at the client id. A client id or a redirect URI that is not valid is a problem; any other fault of the request is a `redirect_to` with which the person returns to the client. Requires the session cookie.',
  permissions: 'none',
  audience: 'browser',
  ownRateLimit: true,
  readsSession: true,
  body: AuthorizationRead,
  errors: ['session_expired', 'cross_site_request', 'too_many_in_flight'],
  access: { get: ['Session', 'Member', 'Workspace'], put: ['InFlightRequest'], remove: ['InFlightRequest'] },
  example: { headers: { cookie: SAMPLE_SESSION_COOKIES[0]! }, body: { request: SAMPLE_AUTHORIZATION } },
});

export const response = AuthorizationReadResponse;
