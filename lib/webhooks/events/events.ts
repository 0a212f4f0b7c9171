// Generated from the event modules of the features by `npm run generate`; do not edit.
import { accountConnected } from '../../accounts/events/account-connected.ts';
import { accountDisconnected } from '../../accounts/events/account-disconnected.ts';
import { accountMetricsBudgetUsedUp } from '../../accounts/events/account-metrics-budget-used-up.ts';
import { accountNeedsReconnect } from '../../accounts/events/account-needs-reconnect.ts';
import type { AccountParts } from '../../accounts/events/schema-parts.ts';
import { commentCreated } from '../../analytics/events/comment-created.ts';
import { engagementReceived } from '../../analytics/events/engagement-received.ts';
import { mentionDetected } from '../../analytics/events/mention-detected.ts';
import type { AnalyticsParts } from '../../analytics/events/schema-parts.ts';
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
import { exportCompleted } from '../../exports/events/export-completed.ts';
import type { ExportParts } from '../../exports/events/schema-parts.ts';
import { calendarFeedChanged } from '../../feeds/events/calendar-feed-changed.ts';
import type { CalendarFeedParts } from '../../feeds/events/schema-parts.ts';
import { publishingHalted } from '../../halts/events/publishing-halted.ts';
import { publishingResumed } from '../../halts/events/publishing-resumed.ts';
import type { HaltParts } from '../../halts/events/schema-parts.ts';
import { importCompleted } from '../../imports/events/import-completed.ts';
import type { ImportParts } from '../../imports/events/schema-parts.ts';
import { labelChanged } from '../../labels/events/label-changed.ts';
import type { LabelParts } from '../../labels/events/schema-parts.ts';
import { linkRuleChanged } from '../../link-rules/events/link-rule-changed.ts';
import type { LinkRuleParts } from '../../link-rules/events/schema-parts.ts';
import { mediaFailed } from '../../media/events/media-failed.ts';
import { mediaReady } from '../../media/events/media-ready.ts';
import type { MediaParts } from '../../media/events/schema-parts.ts';
import { queuePaused } from '../../queues/events/queue-paused.ts';
import { queueResumed } from '../../queues/events/queue-resumed.ts';
import type { QueueParts } from '../../queues/events/schema-parts.ts';
import { recurrenceFailed } from '../../recurrences/events/recurrence-failed.ts';
import type { RecurrenceParts } from '../../recurrences/events/schema-parts.ts';
import type { TemplateParts } from '../../templates/events/schema-parts.ts';
import { templateChanged } from '../../templates/events/template-changed.ts';
import type { WorkspaceParts } from '../../workspaces/events/schema-parts.ts';
import { workspaceCreated } from '../../workspaces/events/workspace-created.ts';
import { workspaceDeleted } from '../../workspaces/events/workspace-deleted.ts';
import { workspaceDeletionScheduled } from '../../workspaces/events/workspace-deletion-scheduled.ts';
import { workspaceLimitReached } from '../../workspaces/events/workspace-limit-reached.ts';
import { workspaceRestored } from '../../workspaces/events/workspace-restored.ts';
import { workspaceResumed } from '../../workspaces/events/workspace-resumed.ts';
import { workspaceSuspended } from '../../workspaces/events/workspace-suspended.ts';
import { workspaceUpdated } from '../../workspaces/events/workspace-updated.ts';

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
  'calendar_feed.changed':          calendarFeedChanged,
  'comment.created':                commentCreated,
  'content.cancelled':              contentCancelled,
  'content.created':                contentCreated,
  'content.failed':                 contentFailed,
  'content.published':              contentPublished,
  'content.scheduled':              contentScheduled,
  'content.unconfirmed':            contentUnconfirmed,
  'engagement.received':            engagementReceived,
  'export.completed':               exportCompleted,
  'import.completed':               importCompleted,
  'label.changed':                  labelChanged,
  'link_rule.changed':              linkRuleChanged,
  'media.failed':                   mediaFailed,
  'media.ready':                    mediaReady,
  'mention.detected':               mentionDetected,
  'publishing.halted':              publishingHalted,
  'publishing.resumed':             publishingResumed,
  'queue.paused':                   queuePaused,
  'queue.resumed':                  queueResumed,
  'recurrence.failed':              recurrenceFailed,
  'template.changed':               templateChanged,
  'workspace.created':              workspaceCreated,
  'workspace.deleted':              workspaceDeleted,
  'workspace.deletion_scheduled':   workspaceDeletionScheduled,
  'workspace.limit_reached':        workspaceLimitReached,
  'workspace.restored':             workspaceRestored,
  'workspace.resumed':              workspaceResumed,
  'workspace.suspended':            workspaceSuspended,
  'workspace.updated':              workspaceUpdated,
} satisfies Record<string, EventModule<never, EventParts, object>>;

/** The building blocks of the schemas of all event kinds. */
export type EventParts = AccountParts &
  AnalyticsParts &
  ContentParts &
  ExportParts &
  CalendarFeedParts &
  HaltParts &
  ImportParts &
  LabelParts &
  LinkRuleParts &
  MediaParts &
  QueueParts &
  RecurrenceParts &
  TemplateParts &
  WorkspaceParts;
export type EventTable = typeof TABLE;
export type EventKind = keyof EventTable;

export const EVENTS: Record<EventKind, EventModule<never, EventParts, object>> = TABLE;

export const EVENT_KINDS = Object.keys(EVENTS) as EventKind[];
