import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { queueSettings } from './requests.ts';
import { QueueResponse } from './responses.ts';

export const QueueCreate = z.strictObject({
  name: queueSettings.name,
  slots: queueSettings.slots,
  accounts: z.optional(queueSettings.accounts),
  time_zone: z.optional(queueSettings.time_zone),
});

export const operation = defineOperation({
  id: 'queues.create',
  route: 'POST /v1/queues',
  summary: 'Create a queue',
  description:
    'Create a queue with weekly posting slots. `POST /content`, `PUT /content/{id}` and `POST /schedule` with `queue` take its next free slot. A workspace can have up to 20 queues with up to 100 slots each. The time zone is that of the workspace if it is omitted.',
  permissions: ['schedule:write'],
  location: true,
  body: QueueCreate,
  status: 201,
  errors: ['queue_limit', 'duplicate_name'],
  access: { get: ['Account', 'WorkspaceSettings'], put: ['Queue', 'QueueName'], add: ['Counter'] },
  example: {
    body: {
      name: 'campaigns',
      time_zone: 'Europe/Berlin',
      slots: [
        { weekday: 'monday', time: '09:00' },
        { weekday: 'thursday', time: '17:30' },
      ],
    },
  },
});

export const response = QueueResponse;
