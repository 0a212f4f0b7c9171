import { defineOperation } from '../../../core/api/define-operation.ts';
import { PageQuery } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { CalendarFeedResponse } from './responses.ts';

export const CalendarFeedListResponse = /* @__PURE__ */ listResponse(
  'calendar_feeds',
  CalendarFeedResponse,
  'calendar feeds',
);

export const operation = defineOperation({
  id: 'calendar-feeds.list',
  route: 'GET /v1/calendar-feeds',
  summary: 'List calendar feeds',
  description: 'Return the calendar feeds of the workspace, oldest first, without their URLs.',
  permissions: ['team:read'],
  query: PageQuery,
  access: { list: ['CalendarFeed'] },
});

export const response = CalendarFeedListResponse;
