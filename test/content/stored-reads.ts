import type { ApprovalReminder } from '../../lib/content/rules/approval/approval-reminder.ts';
import { loadReminder, loadReminderCheck } from '../../lib/content/store/approval-reminders.ts';
import { loadContentVersions } from '../../lib/content/store/content-versions.ts';
import { listContent, loadContent } from '../../lib/content/store/contents.ts';
import { loadOpenSendsOfOthers, sendKey } from '../../lib/content/store/open-sends.ts';
import { loadClaimedPostIds } from '../../lib/content/store/post-claims.ts';
import { listReviewComments } from '../../lib/content/store/review-comments.ts';
import { listReviewLinks } from '../../lib/content/store/review-links.ts';
import { loadSandboxPost } from '../../lib/content/store/sandbox-posts.ts';
import { loadEntry } from '../../lib/content/store/schedule-entries.ts';
import { loadSchedulePlan } from '../../lib/content/store/schedule-plan.ts';
import { AT, contentId, NOW_MS, one, PAGE, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  ApprovalReminder: async () => {
    const reminder = one<ApprovalReminder>('ApprovalReminder');
    return [await loadReminder(reminder), reminder];
  },
  ReminderCheck: async () => [await loadReminderCheck(), Date.parse(AT)],
  SchedulePlan: async () => [await loadSchedulePlan(), (one('SchedulePlan') as unknown as { shards: object }).shards],
  Content: async () => [await loadContent(workspaceId, contentId), one('Content')],
  ContentTarget: async () => [
    (await listContent(workspaceId, { platform: 'linkedin' }, PAGE)).records,
    [one('Content')],
  ],
  ContentVersion: async () => [await loadContentVersions(workspaceId, contentId), [one('ContentVersion')]],
  ReviewComment: async () => [(await listReviewComments(workspaceId, contentId, PAGE)).records, [one('ReviewComment')]],
  ReviewLink: async () => [(await listReviewLinks(workspaceId, contentId, PAGE)).records, [one('ReviewLink')]],
  ScheduleEntry: async () => [await loadEntry(workspaceId, String(one('ScheduleEntry').id)), one('ScheduleEntry')],
  PostClaim: async () => [
    await loadClaimedPostIds({ platform: 'twitter', account_id: null }, [
      String(one('PostClaim').platform_post_id),
      '1',
    ]),
    new Set([one('PostClaim').platform_post_id]),
  ],
  OpenSends: async () => [
    await loadOpenSendsOfOthers(sendKey('twitter', '2244994945', 'A text'), 'cnt_of_another_item'),
    one('OpenSends').sends,
  ],
  SandboxPost: async () => [await loadSandboxPost(String(one('SandboxPost').id), NOW_MS), one('SandboxPost')],
};
