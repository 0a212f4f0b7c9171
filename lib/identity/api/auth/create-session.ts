import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { linkToken } from './requests.ts';
import { SessionResponse } from './responses.ts';
import { SAMPLE_SIGN_IN_TOKEN } from './sample-session.ts';

// biome-ignore format: one field per line.
export const SessionCreate = z.strictObject({
  token: linkToken('sign-in'),
});

export const operation = defineOperation({
  id: 'auth.create-session',
  route: 'POST /v1/auth/sessions',
  summary: 'Sign in with a link',
  description:
    'Exchange the token of a sign-in link for a session. The token can be used once, and its use ends the other links of the member. Ask the person before you exchange it: `POST /v1/auth/sign-in/link` returns what the link leads to. The session is an HttpOnly cookie. It ends after 30 days, after seven days without use, on sign-out, or within a minute after the member is removed.',
  permissions: 'none',
  audience: 'browser',
  logsSourceAddress: true,
  ownRateLimit: true,
  setsSession: true,
  body: SessionCreate,
  status: 201,
  errors: ['sign_in_link_expired', 'cross_site_request'],
  access: {
    list: ['SignInLink'],
    get: ['Member', 'Session'],
    indexes: ['by_parent'],
    remove: ['SignInLink', 'Session'],
    put: ['Session', 'Tombstone'],
  },
  example: { body: { token: SAMPLE_SIGN_IN_TOKEN } },
});

export const response = SessionResponse;
