import { settleAll } from '../../core/retry/settle-all.ts';
import { readableRecords, splitIntoParts } from '../../core/stream/batches.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { type DuePosition, dueItemPages, SHARDS } from '../../core/table/due-index.ts';
import { loadTogether } from '../../core/table/load-together.ts';
import { settingsKey, storedSettings } from '../../identity/store/workspace-settings.ts';
import { scheduleEntryEntity } from '../entities/schedule-entries.ts';
import { newReminder, REMINDER_LEADS, type ReminderLead, reminderPeriod } from '../rules/approval/approval-reminder.ts';
import { lacksApproval } from '../rules/approval/required-approval.ts';
import type { ScheduleEntry } from '../rules/schedule-entry.ts';
import { loadReminderCheck, reminderWrite, saveReminderCheck } from '../store/approval-reminders.ts';
import { loadReadableContents } from '../store/contents.ts';
import { loadDueEntries, workspaceOfEntry } from '../store/schedule-entries.ts';

// The next run continues.
const MAX_RUN_MS = 50_000;
const WRITE_CONCURRENCY = 25;

/**
 * Write the reminders about items that are due in a day or an hour without the approval that they need. Their event and
 * email follow from the write. Does nothing within five minutes of the last check. A run that fails or has no time left
 * is repeated by the next one, and writes no reminder twice.
 */
export async function remindUnapproved(nowMs: number): Promise<void> {
  const checkedAtMs = await loadReminderCheck();
  const periods = REMINDER_LEADS.flatMap((lead) => {
    const period = reminderPeriod(lead, checkedAtMs, nowMs);
    return period ? [{ lead, period }] : [];
  });
  if (periods.length === 0) return;
  const walks = periods.flatMap(({ lead, period }) =>
    SHARDS.map(async (shard) => {
      for await (const page of dueItemPages(scheduleEntryEntity, shard, period)) {
        if (Date.now() - nowMs >= MAX_RUN_MS) throw new Error('There was no time to look for all unapproved items.');
        await remindOfPage(page, lead, nowMs);
      }
    }),
  );
  await settleAll(walks);
  await saveReminderCheck(nowMs);
}

/** Remind of the unapproved items of a page. Only the workspaces that require an approval cost more than their settings. */
async function remindOfPage(page: DuePosition[], lead: ReminderLead, nowMs: number): Promise<void> {
  const byWorkspace = Map.groupBy(page, ({ pk }) => workspaceOfEntry(pk));
  await settleAll(
    [...byWorkspace].map(([workspaceId, positions]) => remindWorkspace(workspaceId, positions, lead, nowMs)),
  );
}

async function remindWorkspace(workspaceId: string, positions: DuePosition[], lead: ReminderLead, nowMs: number) {
  const settings = storedSettings(await loadTogether(settingsKey(workspaceId)), workspaceId);
  if (settings.approval !== 'required') return;
  const entries = readableRecords('ScheduleEntry', await loadDueEntries(positions)).filter(isWaiting);
  // Several targets of an item share a due time.
  const ofItems = Map.groupBy(entries, ({ content_id }) => content_id);
  const contents = readableRecords('Content', await loadReadableContents(workspaceId, [...ofItems.keys()]));
  const reminders = contents
    .filter((content) => lacksApproval(content, settings))
    .flatMap((content) => {
      const times = new Set(ofItems.get(content.id)!.map(({ scheduled_at }) => scheduled_at));
      return [...times].map((time) => newReminder(content, time, lead, nowMs));
    });
  for (const part of splitIntoParts(reminders, WRITE_CONCURRENCY)) {
    await Promise.all(part.map((reminder) => tryCommit([reminderWrite(reminder)])));
  }
}

function isWaiting({ state, due_at, scheduled_at }: ScheduleEntry): boolean {
  // The due time of a retry is not that of the post.
  return state === 'pending' && due_at === scheduled_at;
}
