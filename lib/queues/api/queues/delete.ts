import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'queues.delete',
  route: 'DELETE /v1/queues/{id}',
  summary: 'Delete a queue',
  description: 'Delete a queue in which no post waits.',
  permissions: ['schedule:write'],
  errors: ['queue_not_empty'],
  access: { get: ['Queue'], put: ['Tombstone'], add: ['Counter'], remove: ['Queue', 'QueueName'] },
  example: { params: { id: 'que_01K00000000000000000000001' } },
});

export const response = DeletedResponse;
