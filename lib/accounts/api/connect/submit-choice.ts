import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { TextResponse } from '../../../core/api/response-fields.ts';
import { SAMPLE_BROWSER_COOKIE } from './sample-browser.ts';

// In the query, because a form of this page is empty: its button is the choice.
export const ChoiceQuery = z.strictObject({
  token: z.string().check(z.maxLength(200)),
  external_id: z.string().check(z.maxLength(200)),
});

export const operation = defineOperation({
  id: 'connect.submit-choice',
  route: 'POST /v1/connect/select',
  summary: 'Submit the selection page',
  description:
    'Receive the form of the selection page. Requires the cookie of the browser that continued on the start page. Returns a page with the result. Cross-site requests are rejected.',
  permissions: 'none',
  audience: 'browser',
  rateLimitBeforeHandler: true,
  query: ChoiceQuery,
  contentTypes: ['text/html'],
  errors: ['cross_site_request'],
  access: {
    get: [
      'ConnectFlow',
      'Account',
      'AccountReservation',
      'DefaultAccount',
      'Workspace',
      'WorkspaceSettings',
      'Counter',
      'ApiKey',
      'Session',
      'Member',
    ],
    list: ['AccountRemoval', 'Account'],
    add: ['Counter'],
    put: ['ConnectFlow', 'Account', 'AccountReservation', 'DefaultAccount', 'WorkspaceSettings'],
    kms: { encrypt: ['Account'], decrypt: ['ConnectFlow'] },
  },
  example: {
    headers: { cookie: SAMPLE_BROWSER_COOKIE },
    query: {
      token: '01K0000000000000000000000001K00000000000000000000002sample-selection000000000000000000000000000',
      external_id: 'urn:li:organization:1000000002',
    },
  },
});

export const response = TextResponse;
