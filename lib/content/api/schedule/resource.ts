import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Schedule entries. Each entry publishes a content item on one account.',
  group: ['Content', 2],
  path: {
    id: ['The id of the schedule entry.', 'scd_01K00000000000000000000000'],
  },
  query: {
    'list.status': ['Only return entries with this status. Defaults to entries that are not finished.', 'pending'],
  },
  schemaNames: {
    EntryResponse: 'ScheduleEntry',
    ScheduleCreateResponse: 'Scheduled',
    ScheduleListResponse: 'ScheduleEntryList',
    'ScheduleEntry.status': 'EntryStatus',
  },
});
