import { defineResource } from '../../../core/api/define-resource.ts';
import { SAMPLE_FEED_TOKEN } from './sample-token.ts';

export const resource = defineResource({
  description: 'Calendars of planned posts, to which calendar clients subscribe.',
  group: ['Planning', 4],
  path: {
    id: ['The id of the calendar feed.', 'cal_01K00000000000000000000000'],
  },
  query: {
    'show.token': ['The token in the `url` of the calendar feed.', SAMPLE_FEED_TOKEN],
  },
  schemaNames: {
    'CalendarFeed.scope': 'CalendarFeedScope',
  },
});
