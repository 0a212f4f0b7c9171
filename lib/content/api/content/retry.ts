import { defineOperation } from '../../../core/api/define-operation.ts';
import { ChangedContentResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'content.retry',
  route: 'POST /v1/content/{id}/retry',
  summary: 'Retry failed targets',
  description:
    'Publish all failed targets again, immediately. If an earlier request may have published a target, the service first looks for that post on the platform, and sends nothing if it finds it. If `retry_may_duplicate` of a target is true, a retry may publish it twice: check the account on the platform first.',
  permissions: ['content:publish', 'content:write'],
  ifMatch: true,
  etag: true,
  status: 202,
  errors: ['nothing_to_retry', 'approval_required', 'validation_failed'],
  signsMediaUrls: ['cards'],
  access: {
    get: [
      'Content',
      'Account',
      'AccountRemoval',
      'AccountReservation',
      'DefaultAccount',
      'PublishLimit',
      'WorkspaceSettings',
    ],
    put: ['Content', 'ContentTarget', 'ScheduleEntry'],
  },
  example: { params: { id: 'cnt_01K00000000000000000000005' } },
});

export const response = ChangedContentResponse;
