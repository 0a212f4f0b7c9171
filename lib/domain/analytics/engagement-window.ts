import type { DomainEventDraft, EventKind } from '../content/domain-events.ts';
import type { Platform } from '../platform.ts';
import { formatInstant } from '../timestamps.ts';
import { ENGAGEMENT_KINDS, type Engagement, type EngagementKind } from './engagement-ingestion.ts';

export const MINUTE_MS = 60_000;

/** Kinds of which each engagement is news by itself; the others are told together, once a minute. */
const INDIVIDUAL_EVENT_KINDS: Partial<Record<EngagementKind, EventKind>> = {
  comment: 'comment.created',
  mention: 'mention.detected',
};

/**
 * What came of one item on one platform within one minute of this service's work, by kind. It is added to
 * while the minute lasts; once it is closed, it is told and changes no more.
 */
export interface EngagementWindow extends Partial<Record<EngagementKind, number>> {
  workspace_id: string;
  content_id: string;
  platform: Platform;
  /** Absent while the item has not been published there. */
  platform_post_id?: string;
  /** When the minute begins; it ends at `due_at`, when it wants closing. */
  since: string;
  due_at: string | null;
  /** Absent while it is open. */
  closed_at_ms?: number;
  /** How often it was added to. */
  version: number;
}

/** The start of the minute of a time, in epoch milliseconds. */
export function windowStartMs(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
}

/** Whether an engagement is told together with others of its item and minute. */
export function isReportedInWindow({ kind }: Engagement): boolean {
  return INDIVIDUAL_EVENT_KINDS[kind] === undefined;
}

/** The news an engagement is by itself: a comment or a mention. Null for the other kinds. */
export function toEngagementEvent(engagement: Engagement): DomainEventDraft | null {
  const { content_id, platform, platform_post_id, external_id, actor, text, occurred_at } = engagement;
  const type = INDIVIDUAL_EVENT_KINDS[engagement.kind];
  if (!type) return null;
  return {
    type,
    dedupKey: `${platform}/${type}/${external_id}`,
    data: { content_id, platform, platform_post_id, external_id, actor, text, occurred_at },
  };
}

/** The minute once nothing is added to it any more. */
export function closeWindow(minute: EngagementWindow, nowMs: number): EngagementWindow {
  return { ...minute, due_at: null, closed_at_ms: nowMs };
}

/** What a minute that has been closed tells: the sums of what came within it, whenever it occurred. */
export function toWindowEvent(minute: EngagementWindow): DomainEventDraft {
  const { content_id, platform, since } = minute;
  const until = formatInstant(Date.parse(since) + MINUTE_MS);
  const deltas = Object.fromEntries(
    ENGAGEMENT_KINDS.flatMap((kind) => (minute[kind] === undefined ? [] : [[kind, minute[kind]]])),
  );
  return {
    type: 'engagement.received',
    dedupKey: `${content_id}/engagement/${platform}/${since}`,
    data: { content_id, platform, platform_post_id: minute.platform_post_id ?? null, since, until, deltas },
  };
}
