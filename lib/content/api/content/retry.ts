import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { allowDuplicate } from './allow-duplicate.ts';
import { ChangedContentResponse } from './responses.ts';

/** What a request can say with a retry. */
export const RetryRequest = z.strictObject({ allow_duplicate: z.optional(allowDuplicate) });

export const operation = defineOperation({
  id: 'content.retry',
  route: 'POST /v1/content/{id}/retry',
  summary: 'Retry failed targets',
  description:
    'Publish all failed targets again, immediately. If an earlier request may have published a target, the service first looks for that post on the platform, and sends nothing if it finds it. If `retry_may_duplicate` of a target is true, a retry may publish it twice: check the account on the platform first.',
  permissions: ['content:publish', 'content:write'],
  portals: true,
  ifMatch: true,
  etag: true,
  body: RetryRequest,
  status: 202,
  errors: ['nothing_to_retry', 'duplicate_content', 'approval_required', 'validation_failed'],
  signsMediaUrls: ['cards'],
  access: {
    get: [
      'Label',
      'Content',
      'ContentClaim',
      'Account',
      'AccountRemoval',
      'AccountReservation',
      'DefaultAccount',
      'PublishLimit',
      'WorkspaceSettings',
    ],
    put: ['Content', 'ContentClaim', 'ContentTarget', 'ScheduleEntry'],
  },
  example: { params: { id: 'cnt_01K00000000000000000000005' } },
});

export const response = ChangedContentResponse;
