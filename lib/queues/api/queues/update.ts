import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { updateSchema } from '../../../core/api/request-fields.ts';
import { queueSettings } from './requests.ts';
import { QueueResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const QueueUpdate = updateSchema({
  ...queueSettings,
  paused: z.boolean().check(z.meta({ description: '`true` pauses the queue: its posts are held, and it accepts no others. `false` resumes it: its posts keep their order and take the next slots.', examples: [true] })),
});

export const operation = defineOperation({
  id: 'queues.update',
  route: 'PUT /v1/queues/{id}',
  summary: 'Update, pause or resume a queue',
  description:
    'Update a queue. Omitted fields do not change. Posts keep their times when the slots change. `paused: true` holds the posts of the queue within seconds: a post that is due in the same moment can still be sent. `paused: false` gives them the next slots, at least five minutes ahead, in their order.',
  permissions: ['schedule:write'],
  body: QueueUpdate,
  errors: ['duplicate_name', 'queue_full'],
  access: { get: ['Queue', 'Account'], put: ['Queue', 'QueueName'], remove: ['QueueName'] },
  example: { params: { id: 'que_01K00000000000000000000000' }, body: { paused: true } },
});

export const response = QueueResponse;
