import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'content.delete',
  route: 'DELETE /v1/content/{id}',
  summary: 'Delete a content item',
  description:
    'Delete the item and cancel its pending schedule entries. Published posts remain on their platforms. An item that is being published, or whose outcome is unknown while a check is ahead, cannot be deleted.',
  permissions: ['content:write'],
  portals: true,
  ifMatch: true,
  errors: ['invalid_state_transition'],
  access: {
    get: ['Content', 'ScheduleEntry', 'Queue', 'ContentClaim'],
    put: ['ScheduleEntry', 'Tombstone', 'Queue', 'ContentClaim'],
    add: ['MediaAsset'],
    remove: ['Content', 'ContentTarget', 'ContentVersion'],
  },
  example: { params: { id: 'cnt_01K00000000000000000000001' } },
});

export const response = DeletedResponse;
