import { onChange } from '../../core/stream/on-change.ts';
import { memberEntity } from '../../identity/entities/members.ts';
import { calendarFeedEntity } from '../entities/calendar-feeds.ts';
import { onCalendarFeedChanged, onFeedCreatorChanged } from './removed-creators.ts';

/** What follows from changes of the table. */
export const changes = [
  onChange(calendarFeedEntity, onCalendarFeedChanged),
  onChange(memberEntity, onFeedCreatorChanged),
];
