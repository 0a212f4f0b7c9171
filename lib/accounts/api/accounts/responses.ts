import * as z from 'zod/mini';
import { DeletedResponse, integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { PLATFORMS } from '../../../platforms/platform.ts';
import { ACCOUNT_STATUSES, RECONNECT_REASONS } from '../../rules/account.ts';
import { METRICS_SCHEDULES } from '../../rules/metrics-schedule.ts';
import { METRICS_SCHEDULE_DOCS } from './metrics-schedule-docs.ts';

// biome-ignore format: one field per line.
export const AccountResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the account.', examples: ['acc_01K00000000000000000000000'] })),
  platform: z.enum(PLATFORMS),
  external_id: z.string().check(z.meta({ description: 'The id of the account on the platform.', examples: ['2244994945'] })),
  name: z.string().check(z.meta({ description: 'The name of the account in your workspace. Not necessarily unique.', examples: ['Main account'] })),
  is_default: z.boolean().check(z.meta({ description: 'Whether this is the default account of its platform. It publishes content that specifies no account.', examples: [true] })),
  sandbox: z.boolean(),
  handle: z.nullable(z.string()).check(z.meta({ description: 'The public name of the account, such as a Bluesky handle. Null if the platform does not provide it.', examples: [null] })),
  server: z.nullable(z.string()).check(z.meta({ description: "The URL of the server of the account. Null on platforms with a single server.", examples: [null] })),
  status: z.enum(ACCOUNT_STATUSES),
  reconnect_reason: z.nullable(z.enum(RECONNECT_REASONS)).check(z.meta({ description: 'Why the account must be reconnected. Null if it is healthy.', examples: [null] })),
  token_expires_at: z.nullable(timestamp()).check(z.meta({ description: 'Time the access token expires. Null if the platform did not specify one.', examples: ['2026-11-20T09:30:00.000Z'] })),
  is_refreshable: z.boolean().check(z.meta({ description: 'Whether the access token can be refreshed automatically.', examples: [true] })),
  refreshed_at: z.nullable(timestamp()).check(z.meta({ description: 'Time of the last token refresh. Null if the token was never refreshed.', examples: ['2026-11-20T09:30:00.000Z'] })),
  inbound_url: z.nullable(z.string()).check(z.meta({ description: 'The URL that receives webhooks from the platform. Null until `inbound` is configured.', examples: ['https://api.example.com/v1/inbound/twitter/acc_01K00000000000000000000000'] })),
  metrics_schedule: z.enum(METRICS_SCHEDULES).check(z.meta({ description: METRICS_SCHEDULE_DOCS, examples: ['days'] })),
  metrics_budget: z.nullable(
    z.object({
      limit_usd: z.nullable(z.number()).check(z.meta({ description: 'Maximum cost of reading metrics in a calendar month (UTC), in US dollars. Null if unlimited.', examples: [5] })),
      used_usd: z.number().check(z.meta({ description: 'Cost of reading metrics in the current calendar month, in US dollars.', examples: [1.25] })),
      resets_at: timestamp().check(z.meta({ description: 'Start of the next calendar month (UTC), when `used_usd` returns to 0.', examples: ['2026-12-01T00:00:00.000Z'] })),
      used_up_at: z.nullable(timestamp()).check(z.meta({ description: 'Time since which polls are skipped because the budget is used up. Null if it is not.', examples: [null] })),
    }),
  ).check(z.describe('Budget and cost of reading metrics. Null if the platform does not charge for it.')),
  created_at: timestamp(),
  updated_at: timestamp(),
}));

// biome-ignore format: one field per line.
export const AccountDeletedResponse = lazyObject(() => ({
  ...DeletedResponse().shape,
  cancelled_entries: integer().check(z.meta({ description: 'Number of pending schedule entries that are cancelled. At most 1,000.', examples: [2] })),
  cancelled_entries_is_capped: z.boolean().check(z.meta({ description: 'Whether the account has more pending entries than `cancelled_entries`. All entries are cancelled.', examples: [false] })),
}));
