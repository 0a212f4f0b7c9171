import { log } from '../../core/observability/log.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { commit } from '../../core/table/commit.ts';
import { loadMember } from '../../identity/store/members.ts';
import { deleteCalendarFeedWrites, loadWorkspaceFeeds } from '../store/calendar-feeds.ts';

/** Delete the calendar feeds of a user who is no member of a workspace any more. */
export async function deleteFeedsOfFormerMember(workspace_id: string, user_id: string): Promise<void> {
  if (await loadMember(workspace_id, user_id)) return;
  // Several records of one batch may be about the same member.
  await retryOnConflict(RETRY_POLICIES.request, async () => {
    const feeds = (await loadWorkspaceFeeds(workspace_id)).filter(({ created_by }) => created_by === user_id);
    for (const feed of feeds) await commit(deleteCalendarFeedWrites(feed));
    const deleted = { workspace_id, user_id, feeds: feeds.length };
    if (feeds.length > 0) log.info('calendar feeds of removed member deleted', deleted);
  });
}
