import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_AT } from '../../core/events/samples.ts';
import { approvalReminderEntity } from '../entities/reviews.ts';
import { type ApprovalReminder, REMINDER_LEADS } from '../rules/approval/approval-reminder.ts';
import { APPROVAL_STATUSES } from '../rules/content-approval.ts';

/** `approval.due_soon`. */
export const approvalDueSoon = {
  description:
    'An item is due in one day or one hour without the approval that the workspace requires. Sent once per item, due time and lead, even if several targets are due at that time.',
  // biome-ignore format: one field per line.
  schema: ({ z, time }) =>
    z.object({
      content_id: z.string(),
      title: z.string(),
      due_at: time.check(z.meta({ description: 'Time at which the item is due.', examples: ['2026-11-20T09:30:00.000Z'] })),
      lead: z.enum(REMINDER_LEADS).check(z.describe('How long before the due time the reminder was sent.')),
      approval_status: z.enum(APPROVAL_STATUSES).check(z.meta({ description: 'The status of the approval.', examples: ['pending_approval'] })),
      owner_id: z.string().check(z.meta({ description: 'The member who created the item.', examples: ['usr_01K00000000000000000000000'] })),
    }).check(z.describe('The item that is due, and the status of its approval.')),
  sample: {
    content_id: 'cnt_01K00000000000000000000000',
    title: 'Summer campaign',
    due_at: SAMPLE_AT,
    lead: 'day',
    approval_status: 'pending_approval',
    owner_id: 'usr_01K00000000000000000000000',
  },
  permission: 'content:read',
  source: approvalReminderEntity,
  on: 'write',
  derive: (before, { content_id, title, due_at, lead, approval_status, owner_id, created_at }) => {
    if (before !== null) return [];
    const dedupKey = `${content_id}/approval/due_soon/${due_at}/${lead}`;
    return [{ dedupKey, timestamp: created_at, data: { content_id, title, due_at, lead, approval_status, owner_id } }];
  },
} satisfies EventModule<ApprovalReminder>;
