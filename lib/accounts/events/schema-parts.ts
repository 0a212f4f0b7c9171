import * as z from 'zod/mini';
import { SCHEMA_PARTS, type SchemaParts } from '../../core/events/schema-parts.ts';
import { platformName } from '../../platforms/api/response-fields.ts';
import { ACCOUNT_STATUSES, RECONNECT_REASONS } from '../rules/account.ts';

const { time } = SCHEMA_PARTS;

/** Building blocks of the schemas of events about accounts. Only the OpenAPI document and the tests import it as a value. */
// biome-ignore format: one field per line.
export const ACCOUNT_PARTS = {
  AccountData: z.object({
    account_id: z.string().check(z.meta({ description: 'The id of the account.', examples: ['acc_01K00000000000000000000000'] })),
    platform: platformName(),
    name: z.string().check(z.meta({ description: 'The name of the account in your workspace.', examples: ['Main account'] })),
    handle: z.nullable(z.string()).check(z.meta({ description: 'The public name of the account. Null if the platform does not provide it.', examples: [null] })),
    sandbox: z.boolean(),
    status: z.enum(ACCOUNT_STATUSES),
    reconnect_reason: z.nullable(z.enum(RECONNECT_REASONS)).check(z.meta({ description: 'Why the account must be reconnected. Null if it is healthy.', examples: [null] })),
    token_expires_at: z.nullable(time).check(z.meta({ description: 'Time the access token expires. Null if the platform did not specify one.', examples: ['2026-11-20T09:30:00.000Z'] })),
  }),
  MetricsBudgetData: z.object({
    account_id: z.string().check(z.meta({ description: 'The id of the account.', examples: ['acc_01K00000000000000000000000'] })),
    platform: platformName(),
    name: z.string().check(z.meta({ description: 'The name of the account in your workspace.', examples: ['Main account'] })),
    limit_usd: z.nullable(z.number()).check(z.meta({ description: 'Maximum cost of reading metrics in a calendar month (UTC), in US dollars. Null if unlimited.', examples: [5] })),
    used_up_at: time.check(z.meta({ description: 'Time of the first poll that was skipped.', examples: ['2026-11-20T09:30:00.000Z'] })),
    resets_at: time.check(z.meta({ description: 'Start of the next calendar month (UTC).', examples: ['2026-12-01T00:00:00.000Z'] })),
  }).check(z.describe('The account, its budget, and when polls continue.')),
};

export type AccountParts = SchemaParts & typeof ACCOUNT_PARTS;
