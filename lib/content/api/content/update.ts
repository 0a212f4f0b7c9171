import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { updateSchema } from '../../../core/api/request-fields.ts';
import { CONTENT_STATUSES } from '../../rules/content.ts';
import { allowDuplicate } from './allow-duplicate.ts';
import { POST_READS } from './post-reads.ts';
import { oneTime, positionOfQueue, QUEUE_RULES, queueFields } from './queue-fields.ts';
import { contentFields, oneText } from './requests.ts';
import { ChangedContentResponse } from './responses.ts';
import { templates } from './template-fields.ts';

// biome-ignore format: one field per line.
export const ContentUpdate = updateSchema({
  ...contentFields,
  templates,
  ...queueFields,
  queue: z.nullable(queueFields.queue).check(z.meta({ description: 'The id or the name of a queue. The item takes its next free slot. Cannot be combined with `scheduled_at`. With null, the item leaves its queue and keeps its time.', examples: ['default'] })),
  status: z.enum(CONTENT_STATUSES).check(z.meta({ description: '`published` publishes immediately. `draft` and `cancelled` cancel pending schedule entries. A token with `content:publish` but not `content:write` can only send `status: published`. The response omits texts that the token may not read.', examples: ['published'] })),
  allow_duplicate: allowDuplicate,
}).check(oneTime, positionOfQueue, ...oneText, z.meta({ minProperties: 1, ...QUEUE_RULES }));

export const operation = defineOperation({
  id: 'content.update',
  route: 'PUT /v1/content/{id}',
  summary: 'Update a content item',
  description:
    'Update a content item. Omitted fields do not change. `platforms` and `accounts` can be changed until the item is scheduled or published, and again when all its targets have failed. `scheduled_at` schedules the item or reschedules all pending targets; `queue` does so for the next free slot of a queue. `status: published` publishes the item immediately. Returns 200 if all platforms confirm within 20 seconds, and 202 otherwise. Returns 202 immediately if five publish requests are in progress. `draft` and `cancelled` cancel pending schedule entries. A token with `content:publish` but not `content:write` can only send `status: published`. The response omits texts that the token may not read.',
  permissions: ['content:write', 'content:publish'],
  agents: true,
  portals: true,
  ifMatch: true,
  etag: true,
  body: ContentUpdate,
  alternateStatus: 202,
  errors: [
    'invalid_state_transition',
    'not_editable',
    'already_pending',
    'already_published',
    'approval_required',
    'duplicate_content',
    'queue_paused',
    'queue_full',
    'label_limit',
  ],
  timeoutSeconds: 29,
  signsMediaUrls: ['cards'],
  access: {
    get: [...POST_READS, 'Label', 'LabelName', 'ScheduleEntry', 'Queue', 'QueueName'],
    put: [
      'Label',
      'LabelName',
      'Content',
      'ContentClaim',
      'ContentTarget',
      'ScheduleEntry',
      'InFlightRequest',
      'Queue',
    ],
    add: ['Counter', 'AgentUsage', 'MediaAsset'],
    remove: ['ContentTarget', 'InFlightRequest'],
  },
  example: { params: { id: 'cnt_01K00000000000000000000000' }, body: { title: 'A better title' } },
});

export const response = ChangedContentResponse;
