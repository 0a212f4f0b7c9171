// Generated from the event modules of the features by `npm run generate`; do not edit.
import { accountConnected } from '../../accounts/events/account-connected.ts';
import { accountDisconnected } from '../../accounts/events/account-disconnected.ts';
import { accountMetricsBudgetUsedUp } from '../../accounts/events/account-metrics-budget-used-up.ts';
import { accountNeedsReconnect } from '../../accounts/events/account-needs-reconnect.ts';
import type { AccountParts } from '../../accounts/events/schema-parts.ts';
import { commentCreated } from '../../analytics/events/comment-created.ts';
import { engagementReceived } from '../../analytics/events/engagement-received.ts';
import { mentionDetected } from '../../analytics/events/mention-detected.ts';
import { approvalDueSoon } from '../../content/events/approval-due-soon.ts';
import { approvalGranted } from '../../content/events/approval-granted.ts';
import { approvalMissed } from '../../content/events/approval-missed.ts';
import { approvalRejected } from '../../content/events/approval-rejected.ts';
import { approvalRequested } from '../../content/events/approval-requested.ts';
import { contentCancelled } from '../../content/events/content-cancelled.ts';
import { contentCreated } from '../../content/events/content-created.ts';
import { contentFailed } from '../../content/events/content-failed.ts';
import { contentPublished } from '../../content/events/content-published.ts';
import { contentScheduled } from '../../content/events/content-scheduled.ts';
import { contentUnconfirmed } from '../../content/events/content-unconfirmed.ts';
import type { ContentParts } from '../../content/events/schema-parts.ts';
import type { EventModule } from '../../core/events/event-module.ts';
import { mediaFailed } from '../../media/events/media-failed.ts';
import { mediaReady } from '../../media/events/media-ready.ts';
import type { MediaParts } from '../../media/events/schema-parts.ts';

/** Every event kind a webhook endpoint can subscribe to. */
// biome-ignore format: one row per line is what makes it a table.
const TABLE = {
  'account.connected':              accountConnected,
  'account.disconnected':           accountDisconnected,
  'account.metrics_budget_used_up': accountMetricsBudgetUsedUp,
  'account.needs_reconnect':        accountNeedsReconnect,
  'approval.due_soon':              approvalDueSoon,
  'approval.granted':               approvalGranted,
  'approval.missed':                approvalMissed,
  'approval.rejected':              approvalRejected,
  'approval.requested':             approvalRequested,
  'comment.created':                commentCreated,
  'content.cancelled':              contentCancelled,
  'content.created':                contentCreated,
  'content.failed':                 contentFailed,
  'content.published':              contentPublished,
  'content.scheduled':              contentScheduled,
  'content.unconfirmed':            contentUnconfirmed,
  'engagement.received':            engagementReceived,
  'media.failed':                   mediaFailed,
  'media.ready':                    mediaReady,
  'mention.detected':               mentionDetected,
} satisfies Record<string, EventModule<never, EventParts>>;

/** The building blocks of the schemas of all event kinds. */
export type EventParts = AccountParts & ContentParts & MediaParts;
export type EventTable = typeof TABLE;
export type EventKind = keyof EventTable;

export const EVENTS: Record<EventKind, EventModule<never, EventParts>> = TABLE;

export const EVENT_KINDS = Object.keys(EVENTS) as EventKind[];
