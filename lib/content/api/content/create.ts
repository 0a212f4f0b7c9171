import { defineOperation } from '../../../core/api/define-operation.ts';
import { POST_READS } from './post-reads.ts';
import { ContentCreate } from './requests.ts';
import { ContentResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'content.create',
  route: 'POST /v1/content',
  summary: 'Create a content item',
  description:
    'Create a draft, or a scheduled item if `scheduled_at` or `queue` is set. With `queue`, the item takes the next free slot of a queue in the same transaction. The item is validated against the rules of its platforms. Problems that can be fixed before the due time, such as a missing image or account, are returned as `warnings`.',
  permissions: ['content:write'],
  agents: true,
  portals: true,
  etag: true,
  location: true,
  body: ContentCreate,
  status: 201,
  errors: ['duplicate_content', 'queue_paused', 'queue_full', 'label_limit'],
  access: {
    get: [...POST_READS, 'Label', 'LabelName', 'Queue', 'QueueName'],
    put: ['Label', 'LabelName', 'Content', 'ContentClaim', 'ContentTarget', 'ScheduleEntry', 'Queue'],
    add: ['Counter', 'AgentUsage', 'MediaAsset'],
  },
  example: {
    body: {
      title: 'Summer campaign',
      description: 'Our summer campaign starts tomorrow. #summer',
      platforms: ['x', 'linkedin'],
      scheduled_at: '{{tomorrow}}',
    },
  },
});

export const response = ContentResponse;
