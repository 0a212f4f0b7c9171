import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { TextResponse } from '../../../core/api/response-fields.ts';
import { SAMPLE_BROWSER_COOKIE } from './sample-browser.ts';

export const SelectionQuery = z.strictObject({ token: z.string().check(z.maxLength(200)) });

export const operation = defineOperation({
  id: 'connect.choose',
  route: 'GET /v1/connect/select',
  summary: 'Show the selection page',
  description:
    'Return the page for selecting one of several accounts. The callback redirects to this page. The token in the URL and the cookie of the browser that continued on the start page authenticate the request.',
  permissions: 'none',
  audience: 'browser',
  query: SelectionQuery,
  contentTypes: ['text/html'],
  access: { get: ['ConnectFlow', 'Workspace'] },
  example: {
    headers: { cookie: SAMPLE_BROWSER_COOKIE },
    query: { token: '01K0000000000000000000000001K00000000000000000000002sample-selection000000000000000000000000000' },
  },
});

export const response = TextResponse;
