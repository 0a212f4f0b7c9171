import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { publicationTime } from '../../../core/api/request-fields.ts';
import { allowDuplicate } from '../content/allow-duplicate.ts';
import { ChangedEntryResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const ScheduleUpdate = z.strictObject({
  scheduled_at: publicationTime,
  allow_duplicate: z.optional(allowDuplicate),
});

export const operation = defineOperation({
  id: 'schedule.update',
  route: 'PUT /v1/schedule/{id}',
  summary: 'Reschedule a schedule entry',
  description:
    'Move a pending schedule entry to another time. The other entries of the content item keep their times. Entries cannot be moved once publishing has started. `If-Match` and `ETag` have the version of the content item.',
  permissions: ['schedule:write', 'content:write'],
  portals: true,
  ifMatch: true,
  etag: true,
  body: ScheduleUpdate,
  errors: ['invalid_state_transition', 'duplicate_content'],
  access: {
    get: [
      'Content',
      'ContentClaim',
      'ScheduleEntry',
      'Account',
      'AccountRemoval',
      'AccountReservation',
      'DefaultAccount',
      'PublishLimit',
      'WorkspaceSettings',
      'Queue',
    ],
    put: ['Content', 'ContentClaim', 'ScheduleEntry', 'Queue'],
  },
  example: { params: { id: 'scd_01K00000000000000000000000' }, body: { scheduled_at: '{{tomorrow}}' } },
});

export const response = ChangedEntryResponse;
