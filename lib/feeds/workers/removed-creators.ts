import type { Member } from '../../identity/rules/member.ts';
import type { CalendarFeed } from '../rules/calendar-feed.ts';
import { deleteFeedsOfFormerMember } from './delete-feeds.ts';

/** Delete the calendar feeds of a removed member. Without a member they return 404, so nothing depends on the delay. */
export async function onFeedCreatorChanged(before: Member | null, after: Member | null): Promise<void> {
  if (before && !after) await deleteFeedsOfFormerMember(before.workspace_id, before.id);
}

/** Delete a new calendar feed of a removed member, whose token an instance accepts for up to a minute. */
export async function onCalendarFeedChanged(before: CalendarFeed | null, after: CalendarFeed | null): Promise<void> {
  if (!before && after) await deleteFeedsOfFormerMember(after.workspace_id, after.created_by);
}
