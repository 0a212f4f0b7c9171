import { describe, expect, it } from 'vitest';
import { reminderPeriod } from '../../../../lib/content/rules/approval/approval-reminder.ts';
import { buildReminderEmail } from '../../../../lib/content/rules/approval/reminder-email.ts';

const ADDRESSES = { dashboardOrigin: 'https://app.example.com', baseUrl: 'https://api.example.com/v1' };

it('the email of a reminder states when the item is due and what happens then', () => {
  const reminder = {
    content_id: 'cnt_1',
    title: 'Launch',
    due_at: '2026-11-25T09:00:00.000Z',
    lead: 'hour',
    approval_status: 'not_submitted',
  } as const;
  const owned = { ...reminder, workspace_id: 'ws_1', owner_id: 'usr_1', created_at: '2026-11-25T08:00:00.000Z' };
  const { subject, text } = buildReminderEmail(owned, 'not_submitted', 'Acme', ADDRESSES, 'en');
  expect(subject).toBe('Not approved, due in one hour: Launch');
  expect(text).toContain('2026-11-25 09:00 UTC');
  expect(text).toContain('not_approved');
  expect(text).toContain('Request approval: https://app.example.com/app/#/posts/cnt_1\n');
  expect(text).toContain('POST https://api.example.com/v1/content/cnt_1/submit');
  const pending = buildReminderEmail(owned, 'pending_approval', 'Acme', ADDRESSES, 'en');
  expect(pending.text).toContain('POST https://api.example.com/v1/content/cnt_1/approve');
  expect(pending.text).not.toContain('/submit');
  expect(pending.text).toContain('Review the item: https://app.example.com/app/#/posts/cnt_1\n');
});

describe('the period of a check for reminders', () => {
  const NOW = Date.parse('2026-11-25T09:00:00.000Z');
  const MINUTE = 60_000;

  it('begins where the last check ended, and ends at the lead', () => {
    expect(reminderPeriod('hour', NOW - 5 * MINUTE, NOW)).toEqual({
      from: '2026-11-25T09:55:00.000Z',
      to: '2026-11-25T10:00:00.000Z',
    });
    expect(reminderPeriod('day', NOW - 20 * MINUTE, NOW)).toEqual({
      from: '2026-11-26T08:40:00.000Z',
      to: '2026-11-26T09:00:00.000Z',
    });
  });

  it('leaves out what is within the next shorter lead', () => {
    expect(reminderPeriod('day', NOW - 30 * 60 * MINUTE, NOW)?.from).toBe('2026-11-25T10:00:00.000Z');
  });

  it('is empty within four and a half minutes of the last check', () => {
    expect(reminderPeriod('hour', NOW - 4.5 * MINUTE + 1, NOW)).toBeNull();
  });

  it('leaves out what is already due after a long interruption', () => {
    expect(reminderPeriod('hour', NOW - 300 * MINUTE, NOW)).toEqual({
      from: '2026-11-25T09:00:00.000Z',
      to: '2026-11-25T10:00:00.000Z',
    });
  });

  it('covers the last four and a half minutes in the first check', () => {
    expect(reminderPeriod('hour', null, NOW)?.from).toBe('2026-11-25T09:55:30.000Z');
  });
});
