import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { publicationTime } from '../../../core/api/request-fields.ts';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { platforms } from '../../../platforms/api/request-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';
import { allowDuplicate } from '../content/allow-duplicate.ts';
import { oneTime, positionOfQueue, QUEUE_RULES, queueFields } from '../content/queue-fields.ts';
import { WarningResponse } from '../content/responses.ts';
import { accounts } from '../content/target-accounts.ts';
import { scheduledLocal } from '../content/time-responses.ts';
import { EntryResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const ScheduleCreate = z
  .strictObject({
    content_id: z.string().check(z.maxLength(64)),
    platforms: z.optional(platforms),
    accounts: z.optional(accounts.check(z.minLength(1, 'Must contain at least one account.'))),
    scheduled_at: z.optional(publicationTime),
    queue: z.optional(queueFields.queue),
    position: z.optional(queueFields.position),
    allow_duplicate: z.optional(allowDuplicate),
  })
  .check(
    z.refine((input) => input.platforms !== undefined || input.accounts !== undefined, {
      path: ['platforms'],
      message: 'Required field is missing.',
    }),
    z.refine(({ scheduled_at, queue }) => scheduled_at !== undefined || queue !== undefined, {
      path: ['scheduled_at'],
      message: 'Required field is missing.',
    }),
    oneTime,
    positionOfQueue,
    z.meta({
      ...QUEUE_RULES,
      anyOf: [
        { required: ['platforms', 'scheduled_at'] },
        { required: ['platforms', 'queue'] },
        { required: ['accounts', 'scheduled_at'] },
        { required: ['accounts', 'queue'] },
      ],
    }),
  );

// biome-ignore format: one field per line.
export const ScheduleCreateResponse = /* @__PURE__ */ lazyObject(() => ({
  schedule_id: z.string().check(z.meta({ description: 'The id of the first schedule entry.', examples: ['scd_01K00000000000000000000000'] })),
  status: z.literal('scheduled'),
  platforms: z.array(platformName()),
  content_id: z.string(),
  scheduled_at: timestamp(),
  scheduled_local: scheduledLocal(),
  group_id: z.string(),
  entries: z.array(EntryResponse()).check(z.describe('The schedule entries that were created, one for each platform.')),
  warnings: z.array(WarningResponse()),
}));

export const operation = defineOperation({
  id: 'schedule.create',
  route: 'POST /v1/schedule',
  summary: 'Schedule a content item',
  description:
    'Create a schedule entry for each target of the item. To schedule only some targets, send their `platforms` or `accounts`; these must belong to the item. At least one of the two fields is required. The entries share a `group_id`. Send `queue` in place of `scheduled_at` for the next free slot of a queue; the item must not be in a queue yet.',
  permissions: ['schedule:write', 'content:write'],
  body: ScheduleCreate,
  status: 201,
  errors: [
    'not_found',
    'invalid_state_transition',
    'already_pending',
    'already_published',
    'already_queued',
    'queue_paused',
    'queue_full',
    'duplicate_content',
  ],
  access: {
    get: [
      'Content',
      'ContentClaim',
      'Label',
      'LinkRules',
      'ScheduleEntry',
      'Account',
      'AccountRemoval',
      'AccountReservation',
      'DefaultAccount',
      'PublishLimit',
      'WorkspaceSettings',
      'Queue',
      'QueueName',
    ],
    put: ['Content', 'ContentClaim', 'ContentTarget', 'ScheduleEntry', 'Queue'],
  },
  example: {
    body: { content_id: 'cnt_01K00000000000000000000000', platforms: ['x'], scheduled_at: '{{tomorrow}}' },
  },
});

export const response = ScheduleCreateResponse;
