import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { platforms, time } from '../../../core/api/request-fields.ts';
import { lazyObject, platformName, timestamp } from '../../../core/api/response-fields.ts';
import { WarningResponse } from '../content/responses.ts';
import { accounts } from '../content/target-accounts.ts';
import { EntryResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const ScheduleCreate = z
  .strictObject({
    content_id: z.string().check(z.maxLength(64)),
    platforms: z.optional(platforms),
    accounts: z.optional(accounts.check(z.minLength(1, 'Must contain at least one account.'))),
    scheduled_at: time.check(z.meta({ description: 'Time of publication, in RFC 3339 with any offset, at most 366 days in the future.', examples: ['2026-11-20T10:30:00+01:00'] })),
  })
  .check(
    z.refine((input) => input.platforms !== undefined || input.accounts !== undefined, {
      path: ['platforms'],
      message: 'Required field is missing.',
    }),
    z.meta({ anyOf: [{ required: ['platforms'] }, { required: ['accounts'] }] }),
  );

// biome-ignore format: one field per line.
export const ScheduleCreateResponse = /* @__PURE__ */ lazyObject(() => ({
  schedule_id: z.string().check(z.meta({ description: 'The id of the first schedule entry.', examples: ['scd_01K00000000000000000000000'] })),
  status: z.literal('scheduled'),
  platforms: z.array(platformName()),
  content_id: z.string(),
  scheduled_at: timestamp(),
  group_id: z.string(),
  entries: z.array(EntryResponse()).check(z.describe('The schedule entries that were created, one for each platform.')),
  warnings: z.array(WarningResponse()),
}));

export const operation = defineOperation({
  id: 'schedule.create',
  route: 'POST /v1/schedule',
  summary: 'Schedule a content item',
  description:
    'Create a schedule entry for each target of the item. To schedule only some targets, send their `platforms` or `accounts`; these must belong to the item. At least one of the two fields is required. The entries share a `group_id`.',
  permissions: ['schedule:write', 'content:write'],
  body: ScheduleCreate,
  status: 201,
  errors: ['not_found', 'invalid_state_transition', 'already_pending', 'already_published'],
  access: {
    get: ['Content', 'ScheduleEntry', 'Account', 'DefaultAccount', 'PublishLimit', 'WorkspaceSettings'],
    put: ['Content', 'ContentTarget', 'ScheduleEntry'],
  },
  example: {
    body: { content_id: 'cnt_01K00000000000000000000000', platforms: ['twitter'], scheduled_at: '{{tomorrow}}' },
  },
});

export const response = ScheduleCreateResponse;
