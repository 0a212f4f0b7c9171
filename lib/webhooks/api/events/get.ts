import { defineOperation } from '../../../core/api/define-operation.ts';
import { EventResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'events.get',
  route: 'GET /v1/events/{id}',
  summary: 'Retrieve an event',
  description:
    'Return the event with exactly the payload that webhook endpoints receive. `data` is null without the permission `content:read`, because it contains content and comments.',
  permissions: ['webhooks:read'],
  access: { get: ['Event'] },
  example: { params: { id: 'evt_01K00000000000000000000000' } },
});

export const response = EventResponse;
