import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { updateSchema } from '../../../core/api/request-fields.ts';
import { accountName } from './requests.ts';
import { AccountResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const AccountUpdate = updateSchema({
  name: accountName.check(z.meta({ description: 'The display name.', examples: ['Ada'] })),
  is_default: z.literal(true).check(z.describe('Whether this is the default account of its platform. It publishes content that specifies no account.')),
});

export const operation = defineOperation({
  id: 'accounts.update',
  route: 'PUT /v1/accounts/{id}',
  summary: 'Update a platform account',
  description:
    'Rename the account, or make it the default of its platform (replaces the current default account). Scheduled entries keep their account.',
  permissions: ['accounts:write'],
  ifMatch: true,
  etag: true,
  body: AccountUpdate,
  access: { get: ['Account', 'DefaultAccount'], put: ['Account', 'DefaultAccount'] },
  example: { params: { id: 'acc_01K00000000000000000000000' }, body: { name: 'Main account' } },
});

export const response = AccountResponse;
