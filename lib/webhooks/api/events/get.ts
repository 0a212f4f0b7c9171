import { defineOperation } from '../../../core/api/define-operation.ts';
import { EventResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'events.get',
  route: 'GET /v1/events/{id}',
  summary: 'Retrieve an event',
  description:
    'Return the event with the payload that webhook endpoints receive. `data` is null without the permission to read it: `analytics:read` for `account.*`, `engagement.received`, `comment.created` and `mention.detected`, `content:read` for the others. A stage key that names no workspace retrieves an event of any workspace that it may name.',
  permissions: ['webhooks:read'],
  stage: 'optional',
  agents: true,
  access: { get: ['Event', 'Workspace'], indexes: ['by_parent'] },
  example: { params: { id: 'evt_01K00000000000000000000000' } },
});

export const response = EventResponse;
