import { tryCommit } from '../../core/table/commit.ts';
import { loadWorkspaceSettings } from '../../identity/store/workspace-settings.ts';
import { leadOf, newReminder, pendingDueTimes } from '../rules/approval/approval-reminder.ts';
import { lacksApproval } from '../rules/approval/required-approval.ts';
import type { Content } from '../rules/content.ts';
import { reminderWrite } from '../store/approval-reminders.ts';
import { loadContent } from '../store/contents.ts';

/**
 * Write the reminder about an item that has lost its approval within a day of its due time, which the sweep has passed
 * already. The item as it is now decides: it may have been approved again.
 */
export async function remindOfLostApproval(
  before: Content | null,
  after: Content | null,
  nowMs: number,
): Promise<void> {
  if (before?.approval?.status !== 'approved' || after === null || after.approval?.status === 'approved') return;
  if (!pendingDueTimes(after).some((time) => leadOf(Date.parse(time) - nowMs) !== null)) return;
  const [content, settings] = await Promise.all([
    loadContent(after.workspace_id, after.id),
    loadWorkspaceSettings(after.workspace_id),
  ]);
  if (!content || !lacksApproval(content, settings)) return;
  for (const time of pendingDueTimes(content)) {
    const lead = leadOf(Date.parse(time) - nowMs);
    if (lead !== null) await tryCommit([reminderWrite(newReminder(content, time, lead, nowMs))]);
  }
}
