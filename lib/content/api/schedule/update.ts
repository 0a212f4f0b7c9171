import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { time } from '../../../core/api/request-fields.ts';
import { ChangedEntryResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const ScheduleUpdate = z.strictObject({
  scheduled_at: time.check(z.meta({ description: 'Time of publication, in RFC 3339 with any offset, at most 366 days in the future.', examples: ['2026-11-20T10:30:00+01:00'] })),
});

export const operation = defineOperation({
  id: 'schedule.update',
  route: 'PUT /v1/schedule/{id}',
  summary: 'Reschedule a schedule entry',
  description:
    'Move a pending schedule entry to another time. The other entries of the content item keep their times. Entries cannot be moved once publishing has started. `If-Match` and `ETag` have the version of the content item.',
  permissions: ['schedule:write', 'content:write'],
  ifMatch: true,
  etag: true,
  body: ScheduleUpdate,
  errors: ['invalid_state_transition'],
  access: {
    get: ['Content', 'ScheduleEntry', 'Account', 'DefaultAccount', 'PublishLimit', 'WorkspaceSettings'],
    put: ['Content', 'ScheduleEntry'],
  },
  example: { params: { id: 'scd_01K00000000000000000000000' }, body: { scheduled_at: '{{tomorrow}}' } },
});

export const response = ChangedEntryResponse;
