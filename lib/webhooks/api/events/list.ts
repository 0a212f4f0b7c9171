import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { pageFields, timeParameter } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { EVENT_KINDS } from '../../events/events.ts';
import { MAX_FILTERED_WORKSPACES } from '../../rules/stage-endpoint.ts';
import { EventResponse } from './responses.ts';

export const EventsQuery = z.strictObject({
  ...pageFields,
  type: z.optional(z.enum(EVENT_KINDS)),
  workspaces: z.optional(z.string().check(z.maxLength(MAX_FILTERED_WORKSPACES * 30))),
  from: z.optional(timeParameter),
  to: z.optional(timeParameter),
});

export const EventListResponse = /* @__PURE__ */ listResponse('events', EventResponse, 'events');

export const operation = defineOperation({
  id: 'events.list',
  route: 'GET /v1/events',
  summary: 'List events',
  description:
    'Return the events of the last 30 days, newest first, including events that were not delivered. Filter by `type` and time. A payload requires the permission `analytics:read` for `account.*`, `engagement.received`, `comment.created` and `mention.detected`, and `content:read` for the other types. A stage key that names no workspace receives the events of all workspaces that it may name; those of the stage only for a key of all workspaces, and without the filter `workspaces`.',
  permissions: ['webhooks:read'],
  stage: 'optional',
  agents: true,
  query: EventsQuery,
  access: { get: ['Event', 'Workspace'], list: ['Event'], indexes: ['by_category', 'by_parent', 'by_status'] },
});

export const response = EventListResponse;
