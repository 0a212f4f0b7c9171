import type { Platform } from '../platform.ts';
import type { Engagement, EngagementKind } from './engagement-ingestion.ts';

export const MINUTE_MS = 60_000;

/** Kinds of which each engagement has its own event. The other kinds are summed in windows. */
const INDIVIDUAL_KINDS: EngagementKind[] = ['comment', 'mention'];

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

/** Tells whether an engagement is reported in the event of its window, and not in one of its own. */
export function isReportedInWindow({ kind }: Engagement): boolean {
  return !INDIVIDUAL_KINDS.includes(kind);
}

/** The minute once nothing is added to it any more. */
export function closeWindow(minute: EngagementWindow, nowMs: number): EngagementWindow {
  return { ...minute, due_at: null, closed_at_ms: nowMs };
}
