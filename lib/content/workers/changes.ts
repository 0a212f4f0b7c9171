import { onChange } from '../../core/stream/on-change.ts';
import { onAccess } from '../../identity/workers/access-changes.ts';
import { contentEntity } from '../entities/contents.ts';
import { approvalReminderEntity, reviewLinkEntity } from '../entities/reviews.ts';
import type { ReviewLink } from '../rules/review/review-link.ts';
import { remindOfLostApproval } from './lost-approval.ts';
import { onReminderWritten } from './reminder-emails.ts';
import { onContentRemoved } from './remove-card-images.ts';

/** What follows from changes of the table. */
export const changes = [
  onChange(contentEntity, remindOfLostApproval, onContentRemoved),
  onChange(approvalReminderEntity, onReminderWritten),
  onChange(
    reviewLinkEntity,
    onAccess<ReviewLink>((before, { id, permission }) =>
      before === null && permission === 'approve' ? { change: 'review_link_created', subject_id: id } : null,
    ),
  ),
];
