import { defineOperation } from '../../../core/api/define-operation.ts';
import { TextResponse } from '../../../core/api/response-fields.ts';
import { StartQuery } from './requests.ts';

export const operation = defineOperation({
  id: 'connect.confirm',
  route: 'POST /v1/auth/connect',
  summary: 'Submit the start page',
  description:
    'Receive the form of the start page. Binds the connection to the browser with a cookie, and returns a page that continues to the platform. Cross-site requests are rejected.',
  permissions: 'none',
  audience: 'browser',
  rateLimitBeforeHandler: true,
  readsSession: 'optional',
  setsConnectCookie: true,
  query: StartQuery,
  contentTypes: ['text/html'],
  errors: ['cross_site_request'],
  access: {
    get: ['ConnectFlow', 'Workspace', 'Session', 'Member'],
    put: ['ConnectFlow'],
    kms: { decrypt: ['ConnectFlow'] },
  },
  example: {
    query: { token: '01K0000000000000000000000001K00000000000000000000004sample-start0000000000000000000000000000000' },
  },
});

export const response = TextResponse;
