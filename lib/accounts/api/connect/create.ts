import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { printable } from '../../../core/api/request-fields.ts';
import { ConnectStartResponse } from './responses.ts';

export const ConnectCreate = z.strictObject({
  account_id: z.optional(z.string().check(z.maxLength(64))),
  handle: z.optional(printable(300)),
  return_url: z.optional(z.url({ protocol: /^https?$/, error: 'Must be an https URL.' }).check(z.maxLength(2048))),
});

export const operation = defineOperation({
  id: 'connect.create',
  route: 'POST /v1/connect/{id_or_platform}',
  summary: 'Start the connection of an account',
  description:
    'Return the `url` of the page on which a person gives access to an account of the platform. Open it in a browser: it is valid for ten minutes and for one use. The person returns to a page of this service, and from there to `return_url` with the parameters `connect_id` and `status`. The account is connected then; retrieve the result with `GET /connect/{id}`. With `account_id` an account is reconnected and keeps its id.',
  permissions: ['accounts:write'],
  rateLimitBeforeHandler: true,
  showsSecret: true,
  body: ConnectCreate,
  status: 201,
  errors: ['platform_app_missing', 'too_many_in_flight'],
  timeoutSeconds: 29,
  access: {
    get: ['Account', 'PlatformApp', 'WorkspaceApp'],
    put: ['ConnectFlow', 'InFlightRequest'],
    remove: ['InFlightRequest'],
    kms: { encrypt: ['ConnectFlow'], decrypt: ['PlatformApp', 'WorkspaceApp'] },
  },
  example: { params: { id_or_platform: 'twitter' }, body: { return_url: 'https://app.example.com/accounts' } },
});

export const response = ConnectStartResponse;
