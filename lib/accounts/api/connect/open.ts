import { defineOperation } from '../../../core/api/define-operation.ts';
import { TextResponse } from '../../../core/api/response-fields.ts';
import { StartQuery } from './requests.ts';

export const operation = defineOperation({
  id: 'connect.open',
  route: 'GET /v1/auth/connect',
  summary: 'Show the start page',
  description:
    'Return the page that names the workspace and the member who requested a connection, or redirect to the platform if the connection is headless. `POST /connect/{platform}` returns its URL. The token in the URL authenticates the request.',
  permissions: 'none',
  audience: 'browser',
  query: StartQuery,
  setsConnectCookie: true,
  alternateStatus: 303,
  contentTypes: ['text/html'],
  errors: ['cross_site_request'],
  access: { get: ['ConnectFlow', 'Workspace'], put: ['ConnectFlow'], kms: { decrypt: ['ConnectFlow'] } },
  example: {
    query: { token: '01K0000000000000000000000001K00000000000000000000000sample-start0000000000000000000000000000000' },
  },
});

export const response = TextResponse;
