import { secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { SAMPLE_FEED_TOKEN } from '../../lib/feeds/api/calendar-feeds/sample-token.ts';
import { newCalendarFeed } from '../../lib/feeds/rules/calendar-feed.ts';
import { newCalendarFeedWrites } from '../../lib/feeds/store/calendar-feeds.ts';

const FEED = 'cal_01K00000000000000000000000';
const FEED_TO_DELETE = 'cal_01K00000000000000000000001';

/** Build two calendar feeds of the sample workspace: one to be loaded, and one to be deleted. */
export function feedSamples(workspace_id: string, created_by: string, nowMs: number): Write[] {
  return [FEED, FEED_TO_DELETE].flatMap((id) => {
    const token_hash = secretHash(id === FEED ? SAMPLE_FEED_TOKEN : id);
    const owner = { id, workspace_id, created_by, token_hash };
    return newCalendarFeedWrites(
      newCalendarFeed({ name: 'Sample', scope: { account: null, label: null } }, owner, nowMs),
    );
  });
}
