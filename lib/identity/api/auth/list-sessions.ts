import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { SAMPLE_SESSION_COOKIES } from './sample-session.ts';
import { OwnSessionResponse } from './session-responses.ts';

export const SessionsResponse = /* @__PURE__ */ lazyObject(() => ({
  sessions: z.array(OwnSessionResponse()).check(z.describe('The sessions, newest first.')),
}));

export const operation = defineOperation({
  id: 'auth.list-sessions',
  route: 'GET /v1/auth/sessions',
  summary: 'List your sessions',
  description:
    'Return the sessions of the signed-in member that have not ended, newest first: those of the last 100 sign-ins. Requires the session cookie.',
  permissions: 'none',
  audience: 'browser',
  ownRateLimit: true,
  readsSession: true,
  errors: ['session_expired', 'cross_site_request'],
  access: { get: ['Session', 'Member', 'Workspace'], indexes: ['by_parent'] },
  example: { headers: { cookie: SAMPLE_SESSION_COOKIES[0]! } },
});

export const response = SessionsResponse;
