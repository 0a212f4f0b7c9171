import * as z from 'zod/mini';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { PLAN_NAMES } from '../../../core/config/plans.ts';
import { SUSPENSION_SCOPES, WORKSPACE_STATUSES } from '../../rules/workspace-details.ts';
import { LIMIT_TEXTS } from './limit-texts.ts';

// biome-ignore format: one field per line.
export const WorkspaceDetailsResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the workspace.', examples: ['ws_01K00000000000000000000001'] })),
  external_id: z.nullable(z.string()).check(z.meta({ description: 'The id that your product gives to the workspace. It never changes once it is set. Null for none.', examples: ['customer-17'] })),
  name: z.string().check(z.meta({ description: 'The name of the customer.', examples: ['Example Bakery'] })),
  status: z.enum(WORKSPACE_STATUSES).check(z.meta({ description: 'Whether the workspace is suspended or being deleted.', examples: ['active'] })),
  suspension: z.nullable(z.object({
    scope: z.enum(SUSPENSION_SCOPES).check(z.meta({ description: '`publishing`: nothing is published. `all`: besides, nothing can be changed.', examples: ['publishing'] })),
    reason: z.string().check(z.meta({ description: 'Why the workspace is suspended. Its members see it.', examples: ['The invoice is overdue.'] })),
    suspended_at: timestamp().check(z.meta({ description: 'Time the workspace was suspended.', examples: ['2026-11-20T09:30:00.000Z'] })),
  })).check(z.describe('The suspension. Null while the workspace is active.')),
  delete_at: z.nullable(timestamp()).check(z.meta({ description: 'Time the workspace is deleted, until which it can be restored. Null unless its deletion was requested.', examples: [null] })),
  plan: z.enum(PLAN_NAMES).check(z.meta({ description: 'The plan of the workspace.', examples: ['standard'] })),
  limits: z.object({
    requests_per_minute: z.nullable(integer()).check(z.meta({ description: LIMIT_TEXTS.requests_per_minute, examples: [null] })),
    accounts: z.nullable(integer()).check(z.meta({ description: LIMIT_TEXTS.accounts, examples: [10] })),
    posts_per_day: z.nullable(integer()).check(z.meta({ description: LIMIT_TEXTS.posts_per_day, examples: [50] })),
    media_bytes: z.nullable(integer()).check(z.meta({ description: LIMIT_TEXTS.media_bytes, examples: [null] })),
    platform_micro_usd_per_month: z.nullable(integer()).check(z.meta({ description: LIMIT_TEXTS.platform_micro_usd_per_month, examples: [5_000_000] })),
  }).check(z.describe(LIMIT_TEXTS.all)),
  label: z.nullable(z.string()).check(z.meta({ description: 'A name that groups workspaces. Null for none.', examples: ['europe'] })),
  metadata: z.record(z.string(), z.string()).check(z.meta({ description: 'Values of the product.', examples: [{ tier: 'gold' }] })),
  created_at: timestamp(),
  version: integer().check(z.meta({ description: 'Increases with every change. `If-Match` compares it.', examples: [0] })),
}));
