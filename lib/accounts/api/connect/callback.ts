import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { TextResponse } from '../../../core/api/response-fields.ts';
import { SAMPLE_BROWSER_COOKIE } from './sample-browser.ts';

/** Platforms may add parameters, and rejecting them would end the flow. */
export const CallbackQuery = z.looseObject({
  state: z.optional(z.string()),
  code: z.optional(z.string()),
  error: z.optional(z.string()),
  forwarded: z.optional(z.string()),
});

export const operation = defineOperation({
  id: 'connect.callback',
  route: 'GET /v1/connect/callback',
  summary: 'Complete a connection',
  description:
    'OAuth redirect URI. Register this URL with the platform. Redirects to the URL of the dashboard, which has the cookie of the browser that continued on the start page, and requires the cookie. Connects the account, or redirects to the selection page if the user manages several accounts. Returns a page with the result, or a 429 page with `Retry-After` while the workspace has five connections that wait for a platform: the same URL completes the connection afterwards.',
  permissions: 'none',
  audience: 'browser',
  rateLimitBeforeHandler: true,
  query: CallbackQuery,
  alternateStatus: 303,
  contentTypes: ['text/html'],
  errorPages: [429],
  timeoutSeconds: 29,
  example: {
    headers: { cookie: SAMPLE_BROWSER_COOKIE },
    query: {
      state: '01K0000000000000000000000001K00000000000000000000003sample-state0000000000000000000000000000000',
      error: 'access_denied',
    },
  },
  access: {
    get: [
      'ConnectFlow',
      'Account',
      'AccountReservation',
      'DefaultAccount',
      'Workspace',
      'WorkspaceSettings',
      'Counter',
      'PlatformApp',
      'WorkspaceApp',
      'ApiKey',
      'Session',
      'Member',
    ],
    list: ['AccountRemoval', 'Account'],
    add: ['Counter'],
    put: ['ConnectFlow', 'Account', 'AccountReservation', 'DefaultAccount', 'WorkspaceSettings', 'InFlightRequest'],
    remove: ['InFlightRequest'],
    kms: { encrypt: ['ConnectFlow', 'Account'], decrypt: ['ConnectFlow', 'PlatformApp', 'WorkspaceApp'] },
  },
});

export const response = TextResponse;
