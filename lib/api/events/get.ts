import { defineOperation } from '../define-operation.ts';
import { lazyObject } from '../response-fields.ts';
import { eventData, eventFields } from './responses.ts';

export const EventResponse = lazyObject(() => ({
  ...eventFields(),
  data: eventData().nullable().describe('The event payload. Null without the permission `content:read`.'),
}));

export const operation = defineOperation({
  id: 'events.get',
  route: 'GET /v1/events/{id}',
  summary: 'Retrieve an event',
  description:
    'Return the event with exactly the payload that webhook endpoints receive. `data` is null without the permission `content:read`, because it contains content and comments.',
  permissions: ['webhooks:read'],
  response: EventResponse,
  access: { get: ['Event'] },
  example: { params: { id: 'evt_01K00000000000000000000000' } },
});
