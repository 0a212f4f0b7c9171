import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { updateSchema } from '../../../core/api/request-fields.ts';
import { METRICS_SCHEDULES } from '../../rules/metrics-schedule.ts';
import { METRICS_SCHEDULE_DOCS } from './metrics-schedule-docs.ts';
import { accountName } from './requests.ts';
import { AccountResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const AccountUpdate = updateSchema({
  name: accountName.check(z.meta({ description: 'The display name.', examples: ['Ada'] })),
  is_default: z.literal(true).check(z.describe('Whether this is the default account of its platform. It publishes content that specifies no account.')),
  metrics_schedule: z.enum(METRICS_SCHEDULES).check(z.meta({ description: METRICS_SCHEDULE_DOCS, examples: ['daily'] })),
  metrics_budget: z.strictObject({
    limit_usd: z.nullable(z.number().check(z.minimum(0.01), z.maximum(100_000))).check(z.meta({ description: 'Maximum cost of reading metrics in a calendar month (UTC), in US dollars. Null removes the limit.', examples: [5] })),
  }).check(z.describe('Monthly budget for reading metrics. Only for accounts on platforms that charge for it (X).')),
});

export const operation = defineOperation({
  id: 'accounts.update',
  route: 'PUT /v1/accounts/{id}',
  summary: 'Update a platform account',
  description:
    'Rename the account, make it the default of its platform (replaces the current default account), or set the schedule and the monthly budget of its metric polls. Scheduled entries keep their account. A new schedule or budget applies to each post from its next poll.',
  permissions: ['accounts:write'],
  portals: true,
  ifMatch: true,
  etag: true,
  body: AccountUpdate,
  access: { get: ['Account', 'DefaultAccount', 'MetricsSpending'], put: ['Account', 'DefaultAccount'] },
  example: { params: { id: 'acc_01K00000000000000000000000' }, body: { name: 'Main account' } },
});

export const response = AccountResponse;
