import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { printable } from '../../../core/api/request-fields.ts';
import { ConnectStartResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const ConnectCreate = z.strictObject({
  account_id: z.optional(z.string().check(z.maxLength(64))).check(z.meta({ description: 'The account to reconnect. It keeps its id; another account is refused.', examples: ['acc_01K00000000000000000000000'] })),
  handle: z.optional(printable(300)).check(z.meta({ description: 'The handle or the server of the account, on platforms with more than one server.', examples: ['acme.bsky.social'] })),
  return_url: z.optional(z.url({ protocol: /^https?$/, error: 'Must be an https URL.' }).check(z.maxLength(2048))).check(z.meta({ description: 'The https URL to which the person returns at the end, with the parameters `connect_id` and `status`. By default, a page of this service ends the flow.', examples: ['https://app.example.com/accounts'] })),
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
