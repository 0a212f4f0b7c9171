import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Halts of publishing, and what happens to missed posts afterwards.',
  group: ['Planning', 3],
  path: {
    id: ['The id of the halt.', 'hlt_01K00000000000000000000000'],
  },
  query: {
    'delete.missed': [
      'What happens to the posts that were due in the meantime: `publish` (the default) reschedules them, `mark_missed` lets them fail.',
      'publish',
    ],
    'delete.spread_seconds': [
      'The time over which they are rescheduled, in seconds: at most 86,400. The default is 900.',
      900,
      { minimum: 0, maximum: 86_400, default: 900 },
    ],
  },
  schemaNames: {
    'PublishingResumedEvent.data.missed': 'MissedPolicy',
  },
});
