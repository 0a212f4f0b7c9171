import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { labelSchema, printable } from '../../../core/api/request-fields.ts';
import { ConnectStartResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const ConnectCreate = z.strictObject({
  account_id: z.optional(z.string().check(z.maxLength(64))).check(z.meta({ description: 'The account to reconnect. The account keeps its id; a different account is rejected.', examples: ['acc_01K00000000000000000000000'] })),
  handle: z.optional(printable(300)).check(z.meta({ description: 'Your handle. Self-hosted servers are supported. Required on platforms with more than one server.', examples: ['acme.bsky.social'] })),
  end_user: z.optional(z.strictObject({
    display_name: labelSchema(100).check(z.meta({ description: 'The name of the person in your product. The pages show it, so that another person closes them.', examples: ['Grace Hopper'] })),
  })).check(z.describe('The end user who connects the account, without a login of this service. Only for stage keys.')),
  headless: z.optional(z.boolean()).check(z.meta({ description: 'Whether the person sees no page of this service: `url` leads to the platform at once, and a choice of several accounts ends at `return_url` with the status `selecting` and a `selection_token`. Only for stage keys, with a `return_url` of the list of the operator.', examples: [true] })),
  return_url: z.optional(z.url('Must be an https URL.').check(z.maxLength(2048))).check(z.meta({ description: 'The URL to redirect to at the end, with the parameters `connect_id`, `status` and, after a failure, `error`: https, and one that the operator allows where the stage has a list, which may include schemes of apps. By default, a page of this service shows the result.', examples: ['https://app.example.com/accounts'] })),
});

export const operation = defineOperation({
  id: 'connect.create',
  route: 'POST /v1/connect/{id_or_platform}',
  summary: 'Start a connection',
  description:
    'Return the `url` of a page that names your workspace, by a stage key also `end_user`, and continues to the platform. Open it in the browser of the user; it expires after ten minutes, and only the first browser that continues can complete the connection. When the user grants access, the account is connected and the browser is redirected to `return_url` with the parameters `connect_id` and `status`. Retrieve the result with `GET /connect/{id}`. To reconnect an account, set `account_id`; the account keeps its id.',
  permissions: ['accounts:write'],
  portals: true,
  rateLimitBeforeHandler: true,
  showsSecret: true,
  body: ConnectCreate,
  status: 201,
  errors: ['platform_app_missing', 'public_url_required', 'too_many_in_flight'],
  timeoutSeconds: 29,
  access: {
    get: ['Account', 'Member', 'PlatformApp', 'WorkspaceApp'],
    put: ['ConnectFlow', 'InFlightRequest'],
    remove: ['InFlightRequest'],
    kms: { encrypt: ['ConnectFlow'], decrypt: ['PlatformApp', 'WorkspaceApp'] },
  },
  example: { params: { id_or_platform: 'x' }, body: { return_url: 'https://app.example.com/accounts' } },
});

export const response = ConnectStartResponse;
