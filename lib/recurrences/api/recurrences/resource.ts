import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Posts that repeat by a calendar rule, in rotation of their texts.',
  group: ['Planning', 2],
  path: {
    id: ['The id of the recurrence.', 'rec_01K00000000000000000000000'],
  },
  query: {
    'delete.upcoming': [
      'What happens to the upcoming items: `delete` (the default) deletes those that are unchanged since they were made, `keep` keeps all of them.',
      'delete',
    ],
  },
  schemaNames: {
    'Recurrence.evergreen': 'RecurrenceEvergreen',
    'Recurrence.last_change': 'RecurrenceChange',
    'RecurrenceCreate.evergreen': 'Evergreen',
    'RecurrenceDetail.occurrences[]': 'RecurrenceOccurrence',
  },
});
