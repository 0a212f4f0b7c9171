// Generated from the event modules of this folder by `npm run generate`; do not edit.
import { approvalDueSoon } from './approval-due-soon.ts';
import { approvalGranted } from './approval-granted.ts';
import { approvalMissed } from './approval-missed.ts';
import { approvalRejected } from './approval-rejected.ts';
import { approvalRequested } from './approval-requested.ts';
import { commentCreated } from './comment-created.ts';
import { contentCreated } from './content-created.ts';
import { contentFailed } from './content-failed.ts';
import { contentPublished } from './content-published.ts';
import { contentScheduled } from './content-scheduled.ts';
import { engagementReceived } from './engagement-received.ts';
import type { EventModule } from './event-module.ts';
import { mediaFailed } from './media-failed.ts';
import { mediaReady } from './media-ready.ts';
import { mentionDetected } from './mention-detected.ts';

/** Every event kind a webhook endpoint can subscribe to. Reference, section 6. */
// biome-ignore format: one row per line is what makes it a table.
const TABLE = {
  'approval.due_soon':   approvalDueSoon,
  'approval.granted':    approvalGranted,
  'approval.missed':     approvalMissed,
  'approval.rejected':   approvalRejected,
  'approval.requested':  approvalRequested,
  'comment.created':     commentCreated,
  'content.created':     contentCreated,
  'content.failed':      contentFailed,
  'content.published':   contentPublished,
  'content.scheduled':   contentScheduled,
  'engagement.received': engagementReceived,
  'media.failed':        mediaFailed,
  'media.ready':         mediaReady,
  'mention.detected':    mentionDetected,
} satisfies Record<string, EventModule>;

export type EventKind = keyof typeof TABLE;

export const EVENTS: Record<EventKind, EventModule> = TABLE;

export const EVENT_KINDS = Object.keys(EVENTS) as EventKind[];
