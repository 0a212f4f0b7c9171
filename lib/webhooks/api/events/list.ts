import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { pageFields, timeParameter } from '../../../core/api/request-fields.ts';
import { lazyObject, Pagination } from '../../../core/api/response-fields.ts';
import { EVENT_KINDS } from '../../events/events.ts';
import { eventData, eventFields } from './responses.ts';

export const EventsQuery = z.strictObject({
  ...pageFields,
  type: z.optional(z.enum(EVENT_KINDS)),
  from: z.optional(timeParameter),
  to: z.optional(timeParameter),
});

// biome-ignore format: one field per line.
export const EventListResponse = /* @__PURE__ */ lazyObject(() => ({
  events: z.array(
    z.object({
      ...eventFields(),
      data: z
        .nullable(eventData())
        .check(
          z.describe(
            'The event payload. Null without the permission to read it, and if the page would be too large. Retrieve the event by id instead.',
          ),
        ),
    }),
  ).check(z.describe('The events on this page.')),
  pagination: Pagination(),
}));

export const operation = defineOperation({
  id: 'events.list',
  route: 'GET /v1/events',
  summary: 'List events',
  description:
    'Return the events of the last 30 days, newest first, including events that were not delivered. Filter by `type` and time. A payload requires the permission `analytics:read` for `account.*`, `engagement.received`, `comment.created` and `mention.detected`, and `content:read` for the other types.',
  permissions: ['webhooks:read'],
  query: EventsQuery,
  access: { get: ['Event'], list: ['Event'], indexes: ['by_category'] },
});

export const response = EventListResponse;
