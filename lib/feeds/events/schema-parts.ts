import type { SchemaParts } from '../../core/events/schema-parts.ts';
import { CalendarFeedResponse } from '../api/calendar-feeds/responses.ts';

/** Building blocks of the schemas of events about feeds. Only the OpenAPI document and the tests import it as a value. */
export const CALENDAR_FEED_PARTS = { calendarFeedFields: CalendarFeedResponse().shape };

export type CalendarFeedParts = SchemaParts & typeof CALENDAR_FEED_PARTS;
