import { defineOperation } from '../../../core/api/define-operation.ts';
import { QueueResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'queues.get',
  route: 'GET /v1/queues/{id}',
  summary: 'Retrieve a queue',
  description: 'Return the queue with its slots, its next free slots, and the number of posts that wait in it.',
  permissions: ['schedule:read', 'content:read'],
  agents: true,
  access: { get: ['Queue'] },
  example: { params: { id: 'que_01K00000000000000000000000' } },
});

export const response = QueueResponse;
