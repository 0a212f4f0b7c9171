import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'schedule.cancel',
  route: 'DELETE /v1/schedule/{id}',
  summary: 'Cancel a schedule entry',
  description:
    'Cancel a pending schedule entry. Entries cannot be cancelled once publishing has started. Cancelling a cancelled entry has no effect.',
  permissions: ['schedule:write', 'content:write'],
  portals: true,
  errors: ['invalid_state_transition'],
  access: {
    get: ['Content', 'ScheduleEntry', 'Queue'],
    put: ['Content', 'ContentTarget', 'ScheduleEntry', 'Queue'],
  },
  example: { params: { id: 'scd_01K00000000000000000000000' } },
});

export const response = DeletedResponse;
