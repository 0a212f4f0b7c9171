import { defineOperation } from '../../../core/api/define-operation.ts';
import { ContentCreate } from './requests.ts';
import { ContentResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'content.create',
  route: 'POST /v1/content',
  summary: 'Create a content item',
  description:
    'Create a draft, or a scheduled item if `scheduled_at` is set. The item is validated against the rules of its platforms. Problems that can be fixed before the due time, such as a missing image or account, are returned as `warnings`.',
  permissions: ['content:write'],
  agents: true,
  etag: true,
  location: true,
  body: ContentCreate,
  status: 201,
  errors: ['duplicate_content'],
  access: {
    get: ['Account', 'DefaultAccount', 'PublishLimit', 'WorkspaceSettings', 'MediaAsset'],
    put: ['Content', 'ContentClaim', 'ContentTarget', 'ScheduleEntry'],
    add: ['AgentUsage', 'MediaAsset'],
  },
  example: {
    body: {
      title: 'Summer campaign',
      description: 'Our summer campaign starts tomorrow. #summer',
      platforms: ['twitter', 'linkedin'],
      scheduled_at: '{{tomorrow}}',
    },
  },
});

export const response = ContentResponse;
