import { defineOperation } from '../../../core/api/define-operation.ts';
import { PageQuery } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { QueueResponse } from './responses.ts';

export const QueueListResponse = /* @__PURE__ */ listResponse('queues', QueueResponse, 'queues');

export const operation = defineOperation({
  id: 'queues.list',
  route: 'GET /v1/queues',
  summary: 'List queues',
  description: 'Return the queues of the workspace with their next free slots, oldest first.',
  permissions: ['schedule:read', 'content:read'],
  agents: true,
  portals: true,
  query: PageQuery,
  access: { list: ['Queue'] },
});

export const response = QueueListResponse;
