import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { linkToken } from './requests.ts';
import { PortalSessionResponse } from './responses.ts';
import { SAMPLE_PORTAL_TOKEN } from './sample-session.ts';

// biome-ignore format: one field per line.
export const PortalSignIn = z.strictObject({
  token: linkToken('portal'),
});

export const operation = defineOperation({
  id: 'auth.create-portal-session',
  route: 'POST /v1/auth/portal-sessions',
  summary: 'Start a portal session',
  description:
    'Exchange the token of a link of `POST /v1/workspaces/{id}/portal-sessions` for a session. The token can be used once. The session is an HttpOnly cookie, in place of the one that the browser has.',
  permissions: 'none',
  audience: 'browser',
  logsSourceAddress: true,
  ownRateLimit: true,
  setsSession: true,
  body: PortalSignIn,
  status: 201,
  errors: ['portal_link_expired', 'cross_site_request'],
  access: { get: ['PortalLink', 'ApiKey', 'Workspace'], remove: ['PortalLink'], put: ['Session'] },
  example: { body: { token: SAMPLE_PORTAL_TOKEN } },
});

export const response = PortalSessionResponse;
