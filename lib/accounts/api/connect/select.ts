import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { ConnectResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const ConnectSelect = z.strictObject({
  selection_token: z.optional(z.string().check(z.maxLength(200))).check(z.meta({ description: 'Of a headless connection: the `selection_token` that `return_url` has received. It selects once.', examples: ['01K0000000000000000000000001K00000000000000000000002sample-selection000000000000000000000000000'] })),
  external_id: z.string().check(z.minLength(1), z.maxLength(200), z.meta({ description: 'The `external_id` of the account to connect.', examples: ['urn:li:organization:1000000002'] })),
});

export const operation = defineOperation({
  id: 'connect.select',
  route: 'POST /v1/connect/{id}/select',
  summary: 'Select the account to connect',
  description:
    'Connect one of the `accounts` of a connection with the status `selecting`. Requires that you gave access yourself: your dashboard session was in the browser that continued on the start page; or, of a headless connection, the `selection_token`. Otherwise the user selects the account on the selection page. The selection expires after ten minutes.',
  permissions: ['accounts:write'],
  portals: true,
  rateLimitBeforeHandler: true,
  body: ConnectSelect,
  errors: ['invalid_state_transition', 'select_on_page'],
  access: {
    get: [
      'ConnectFlow',
      'Account',
      'AccountReservation',
      'DefaultAccount',
      'WorkspaceSettings',
      'MetricsSpending',
      'Counter',
    ],
    list: ['AccountRemoval', 'Account'],
    add: ['Counter'],
    put: ['ConnectFlow', 'Account', 'AccountReservation', 'DefaultAccount', 'WorkspaceSettings'],
    kms: { encrypt: ['Account'], decrypt: ['ConnectFlow'] },
  },
  example: {
    params: { id: 'con_01K00000000000000000000001' },
    body: { external_id: 'urn:li:organization:1000000002' },
  },
});

export const response = ConnectResponse;
