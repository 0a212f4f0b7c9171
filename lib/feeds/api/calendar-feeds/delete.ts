import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'calendar-feeds.delete',
  route: 'DELETE /v1/calendar-feeds/{id}',
  summary: 'Delete a calendar feed',
  description:
    'Delete a calendar feed. Its URL returns 404 immediately. Clients keep the events that they have loaded.',
  permissions: ['team:write'],
  access: { get: ['CalendarFeed'], put: ['Tombstone'], add: ['Counter'], remove: ['CalendarFeed'] },
  example: { params: { id: 'cal_01K00000000000000000000001' } },
});

export const response = DeletedResponse;
