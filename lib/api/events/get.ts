import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { lazy } from '../lazy.ts';
import { eventData, eventFields } from './responses.ts';

export const EventResponse = lazy(() => z.object({ ...eventFields(), data: eventData() }));

export const operation = defineOperation({
  id: 'events.get',
  method: 'GET',
  path: '/v1/events/{id}',
  summary: 'Retrieve an event',
  description: 'Return the event with exactly the payload that webhook endpoints receive.',
  permissions: ['webhooks:read'],
  response: EventResponse,
  access: { get: ['Event'] },
  example: { params: { id: 'evt_01K00000000000000000000000' } },
});
