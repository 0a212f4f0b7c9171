import * as z from 'zod/mini';
import { HaltMark } from '../../../content/api/content/halt-responses.ts';
import { CONTENT_STATUSES } from '../../../content/rules/content.ts';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { wholeNumber } from '../../../core/api/request-fields.ts';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { MAX_LISTED_DAYS } from '../../rules/slot-list.ts';

// biome-ignore format: one field per line.
export const SlotQuery = z.strictObject({
  days: z.optional(wholeNumber.check(z.refine((days) => days >= 1 && days <= MAX_LISTED_DAYS, `Must be 1 to ${MAX_LISTED_DAYS}.`), z.meta({ description: 'How many days from now the list covers, 1 to 90. Default: 28.', examples: ['28'] }))),
});

// biome-ignore format: one field per line.
export const SlotListResponse = /* @__PURE__ */ lazyObject(() => ({
  queue_id: z.string().check(z.meta({ description: 'The id of the queue.', examples: ['que_01K00000000000000000000000'] })),
  slots: z.array(z.object({
    slot_at: timestamp().check(z.meta({ description: 'Time of the slot.', examples: ['2026-11-20T08:00:00.000Z'] })),
    local: z.string().check(z.meta({ description: 'The same time on the clock of the queue.', examples: ['2026-11-20T09:00'] })),
    status: z.enum(['free', 'taken']).check(z.meta({ description: 'Whether a post has the slot.', examples: ['taken'] })),
    content: z.nullable(z.object({
      id: z.string().check(z.meta({ description: 'The id of the item.', examples: ['cnt_01K00000000000000000000000'] })),
      title: z.nullable(z.string()).check(z.meta({ description: 'The title of the item. Null if the token has neither `content:read` nor `content:write`.', examples: ['Summer campaign'] })),
      status: z.nullable(z.enum(CONTENT_STATUSES)).check(z.meta({ description: 'The status of the item. Null if it was deleted in this moment.', examples: ['scheduled'] })),
      halt: z.nullable(HaltMark()).check(z.meta({ description: 'The halt that stops a post of the item. Null if none does.', examples: [null] })),
    })).check(z.describe('The item that has the slot. Null for a free slot.')),
  })).check(z.describe('The slots in order. A queue that is paused begins with the posts that were due during the pause.')),
}));

export const operation = defineOperation({
  id: 'queues.list-slots',
  route: 'GET /v1/queues/{id}/slots',
  summary: 'List the slots of a queue',
  description:
    'Return the free and the taken slots of a queue in the next days, at most 90, with the item of each taken slot.',
  permissions: ['schedule:read', 'content:read'],
  agents: true,
  query: SlotQuery,
  access: { get: ['Queue', 'Content', 'WorkspaceSettings'] },
  example: { params: { id: 'que_01K00000000000000000000000' }, query: { days: '28' } },
});

export const response = SlotListResponse;
