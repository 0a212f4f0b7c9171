// Generated from the schemas of the API by `npm run generate`; do not edit.
import type { Schemas } from './client.ts';

// biome-ignore format: one value per line.
export const CONTENT_STATUSES: readonly Schemas['Content']['status'][] = [
  'draft',
  'pending_approval',
  'changes_requested',
  'approved',
  'scheduled',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'unconfirmed',
  'cancelled',
];

// biome-ignore format: one value per line.
export const APPROVAL_STATUSES: readonly NonNullable<Schemas['ContentList']['data'][number]['approval_status']>[] = [
  'not_submitted',
  'pending_approval',
  'changes_requested',
  'approved',
];

// biome-ignore format: one value per line.
export const MEDIA_STATUSES: readonly Schemas['Media']['status'][] = [
  'uploading',
  'processing',
  'ready',
  'rejected',
];

// biome-ignore format: one value per line.
export const DELIVERY_STATUSES: readonly Schemas['Delivery']['status'][] = [
  'pending',
  'delivered',
  'exhausted',
  'dropped',
];

/** The permissions that can be granted: only sessions have the others. */
// biome-ignore format: one value per line.
export const PERMISSIONS: readonly Schemas['Permission'][] = [
  'content:read',
  'content:write',
  'content:publish',
  'content:approve',
  'schedule:read',
  'schedule:write',
  'analytics:read',
  'analytics:write',
  'team:read',
  'team:write',
  'webhooks:read',
  'webhooks:write',
  'accounts:read',
  'accounts:write',
  'keys:read',
  'keys:write',
  'audit:read',
];

/** The permissions of an agent key that names none. */
// biome-ignore format: one value per line.
export const AGENT_PERMISSIONS: readonly Schemas['Permission'][] = [
  'content:read',
  'content:write',
  'schedule:read',
  'analytics:read',
  'accounts:read',
  'webhooks:read',
];

/** What each kind of event of a workspace reports. */
// biome-ignore format: one kind per line.
export const EVENT_DESCRIPTIONS = {
  'account.connected': 'An account was connected, or an account that needed a reconnect works again.',
  'account.disconnected': 'An account was disconnected.',
  'account.metrics_budget_used_up': 'The monthly metrics budget of an account is used up.',
  'account.needs_reconnect': 'An account needs new credentials from its owner.',
  'approval.due_soon': 'An item is due in one day or one hour without the approval that the workspace requires.',
  'approval.granted': 'An item was approved.',
  'approval.missed': 'A target was not published because it was due without the approval that the workspace requires.',
  'approval.rejected': 'A reviewer requested changes to an item.',
  'approval.requested': 'An item was submitted for approval.',
  'calendar_feed.changed': 'A calendar feed was created or deleted, by a request or because its creator was removed.',
  'comment.created': 'A post received a comment.',
  'content.cancelled': 'Something that was scheduled will not be published, unless a later request schedules or approves it again.',
  'content.created': 'An item was created.',
  'content.failed': 'A target failed permanently, or its outcome remains unknown.',
  'content.published': 'All targets of an item are published.',
  'content.scheduled': 'An item was scheduled.',
  'content.unconfirmed': 'A platform did not confirm whether it published a target.',
  'engagement.received': 'Likes, shares, saves, clicks, views and reach of an item on a platform, summed over one minute.',
  'export.completed': 'An export has ended: its `status` is `completed` or `failed`.',
  'import.completed': 'The run of an import ended: every valid row has become an item or has failed.',
  'label.changed': 'A label or a campaign was created with the first item that has it, renamed, or deleted.',
  'link_rule.changed': 'A link rule was created, updated or deleted.',
  'media.failed': 'A media file was rejected.',
  'media.ready': 'A media file is ready.',
  'mention.detected': 'A connected account was mentioned.',
  'publishing.halted': 'Publishing was halted in the workspace, on a platform, or with an account.',
  'publishing.resumed': 'A halt ended.',
  'queue.paused': 'A queue was paused.',
  'queue.resumed': 'A queue was resumed.',
  'recurrence.failed': 'No item could be made for a date of a recurrence.',
  'template.changed': 'A template was created, updated or deleted.',
} satisfies Partial<Record<Schemas['Event']['type'], string>>;
