import type { EngagementWindow } from '../../../lib/analytics/rules/engagement-window.ts';

/** A minute of engagements that is still open. */
export const OPEN: EngagementWindow = {
  workspace_id: 'ws_1',
  content_id: 'cnt_1',
  platform: 'twitter',
  platform_post_id: '77',
  since: '2027-03-01T09:00:00.000Z',
  due_at: '2027-03-01T09:01:00.000Z',
  share: 3,
  like: 12,
  version: 4,
};
