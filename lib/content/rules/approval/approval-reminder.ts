import { DAY_MS, formatInstant, HOUR_MS } from '../../../core/values/timestamps.ts';
import type { Content } from '../content.ts';
import type { ApprovalStatus } from '../content-approval.ts';
import { approvalStatusOf } from './approval-states.ts';

/** How long before its due time the owner of an unapproved item is reminded, in milliseconds. */
const REMINDER_LEAD_MS = { day: DAY_MS, hour: HOUR_MS } as const;
/** The next shorter lead of each, in milliseconds. */
const SHORTER_LEAD_MS = { day: REMINDER_LEAD_MS.hour, hour: 0 } as const;
export type ReminderLead = keyof typeof REMINDER_LEAD_MS;
export const REMINDER_LEADS = Object.keys(REMINDER_LEAD_MS) as ReminderLead[];

/** Due times are checked every five minutes: a run of the sweep is half a minute late at times. */
const CHECK_INTERVAL_MS = 270_000;

/** A reminder that an item has no approval shortly before it is due. Written once per item, due time and lead. */
export interface ApprovalReminder {
  workspace_id: string;
  content_id: string;
  due_at: string;
  lead: ReminderLead;
  title: string;
  approval_status: ApprovalStatus;
  owner_id: string; // The member who created the item.
  created_at: string;
}

/** Return the lead of the reminder that is due when an item loses its approval this long before its due time, or null. */
export function leadOf(remainingMs: number): ReminderLead | null {
  if (remainingMs <= 0 || remainingMs > REMINDER_LEAD_MS.day) return null;
  return remainingMs > REMINDER_LEAD_MS.hour ? 'day' : 'hour';
}

/** List the times at which targets of an item are due to be published, each once. */
export function pendingDueTimes({ targets }: Content): string[] {
  const pending = Object.values(targets).filter(({ status }) => status === 'pending');
  return [...new Set(pending.map(({ scheduled_at }) => scheduled_at))];
}

/** Build the reminder about an item that is due at `due_at` (ISO 8601). */
export function newReminder(content: Content, due_at: string, lead: ReminderLead, nowMs: number): ApprovalReminder {
  const { id, workspace_id, title, created_by } = content;
  const about = { workspace_id, content_id: id, due_at, lead, title, approval_status: approvalStatusOf(content) };
  return { ...about, owner_id: created_by, created_at: formatInstant(nowMs) };
}

/**
 * Return the period of due times (ISO 8601) to remind of with a lead, or null when the last check was a moment ago.
 * Continues where the check at `checkedAtMs` ended, so that a missed run skips none. What is within the next shorter
 * lead, or already due, is left out.
 */
export function reminderPeriod(
  lead: ReminderLead,
  checkedAtMs: number | null,
  nowMs: number,
): { from: string; to: string } | null {
  const lastMs = checkedAtMs ?? nowMs - CHECK_INTERVAL_MS;
  if (nowMs - lastMs < CHECK_INTERVAL_MS) return null;
  const fromMs = Math.max(lastMs + REMINDER_LEAD_MS[lead], nowMs + SHORTER_LEAD_MS[lead]);
  return { from: formatInstant(fromMs), to: formatInstant(nowMs + REMINDER_LEAD_MS[lead]) };
}
