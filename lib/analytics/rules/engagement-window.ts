import type { Platform } from '../../platforms/platform.ts';
import type { Engagement, EngagementKind } from './engagement-ingestion.ts';

export const MINUTE_MS = 60_000;
/** Kinds with one event per engagement. The other kinds are summed in windows. */
const INDIVIDUAL_KINDS: EngagementKind[] = ['comment', 'mention'];

/** Engagements of one item on one platform received within one minute, by kind. A closed window never changes. */
export interface EngagementWindow extends Partial<Record<EngagementKind, number>> {
  workspace_id: string;
  content_id: string;
  platform: Platform;
  account_id?: string; // Absent where it is not known.
  platform_post_id?: string; // Absent while the item is not published on the platform.
  since: string; // Start of the minute. The minute ends at `due_at`, when the window is to be closed.
  due_at: string | null;
  closed_at_ms?: number; // Absent while the window is open.
  version: number; // Number of additions.
}

/** Return the start of the minute that contains a time, in epoch milliseconds. */
export function windowStartMs(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
}

/** Return whether an engagement is reported in the event of its window instead of its own event. */
export function isReportedInWindow({ kind }: Engagement): boolean {
  return !INDIVIDUAL_KINDS.includes(kind);
}

/** Return the closed window. */
export function closeWindow(minute: EngagementWindow, nowMs: number): EngagementWindow {
  return { ...minute, due_at: null, closed_at_ms: nowMs };
}
