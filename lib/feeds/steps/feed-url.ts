import type { RequestContext } from '../../identity/pipeline/request-context.ts';
import { stageOrigin } from '../../identity/pipeline/stage-origin.ts';

/** The path of calendar feeds. */
const CALENDAR_PATH = '/v1/calendar.ics';

/** Return the URL of the calendar feed of a token. */
export function calendarFeedUrl(context: RequestContext, token: string): string {
  return `${stageOrigin(context)}${CALENDAR_PATH}?${new URLSearchParams({ token })}`;
}
