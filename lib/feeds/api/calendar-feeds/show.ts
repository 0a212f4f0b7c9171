import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { TextResponse } from '../../../core/api/response-fields.ts';
import { SAMPLE_FEED_TOKEN } from './sample-token.ts';

export const CalendarQuery = z.strictObject({ token: z.string().check(z.maxLength(200)) });

export const operation = defineOperation({
  id: 'calendar-feeds.show',
  route: 'GET /v1/calendar.ics',
  summary: 'Load a calendar feed',
  description:
    'Return the posts of a calendar feed as an iCalendar file (RFC 5545), at most 1,000 of the last 30 and the next 366 days. The token in the URL authenticates the request. Responds with 304 to `If-None-Match` with the current `ETag`. Limited to 120 requests an hour per feed and source network, and to 1,200 per feed.',
  permissions: 'none',
  audience: 'browser',
  ownRateLimit: true,
  isFile: true,
  query: CalendarQuery,
  contentTypes: ['text/calendar'],
  errors: ['not_found'],
  access: {
    get: [
      'CalendarFeed',
      'Member',
      'AuditHead',
      'Content',
      'ScheduleEntry',
      'Account',
      'AccountRemoval',
      'AccountReservation',
    ],
    indexes: ['by_status', 'by_category'],
  },
  example: { query: { token: SAMPLE_FEED_TOKEN } },
});

export const response = TextResponse;
