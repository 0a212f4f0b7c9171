import { commit, type Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import { approvalReminderEntity, reminderCheckEntity } from '../entities/reviews.ts';
import type { ApprovalReminder } from '../rules/approval/approval-reminder.ts';

const RETENTION_AFTER_DUE_MS = 7 * DAY_MS;

/** Build the write of a reminder. Its condition fails when the same one was written before. */
export function reminderWrite(reminder: ApprovalReminder): Write {
  const expiresAtMs = Date.parse(reminder.due_at) + RETENTION_AFTER_DUE_MS;
  return { put: toItem(approvalReminderEntity, reminder, {}, expiresAtMs), condition: 'absent' };
}

/** Load a reminder, or null. */
export function loadReminder(
  name: Pick<ApprovalReminder, 'workspace_id' | 'content_id' | 'due_at' | 'lead'>,
): Promise<ApprovalReminder | null> {
  return load<ApprovalReminder>(keyOf(approvalReminderEntity, { ...name }));
}

/** Load when unapproved items were last looked for, in epoch milliseconds; null before the first time. */
export async function loadReminderCheck(): Promise<number | null> {
  const check = await load<{ checked_at: string }>(keyOf(reminderCheckEntity, {}));
  return check && Date.parse(check.checked_at);
}

/** Save when unapproved items were looked for. */
export async function saveReminderCheck(checkedAtMs: number): Promise<void> {
  const check = { checked_at: formatInstant(checkedAtMs) };
  await commit([{ put: toItem(reminderCheckEntity, check), condition: 'any' }]);
}
