import type { Target } from '../../content/rules/content.ts';
import { formatInstant, parseInstant } from '../../core/values/timestamps.ts';

/** How long an outcome is unknown before members are notified. */
const UNCONFIRMED_AFTER_MS = 15 * 60_000;
/** How long a digest collects after its first notification. */
const DIGEST_DELAY_MS = 120_000;
/** The least time between the starts of two digests of a workspace. */
const DIGEST_INTERVAL_MS = 15 * 60_000;

/** The id of the task that sends the digests of a workspace. */
export const DIGEST_TASK = 'digest';

/** Sends the digests of a workspace. It exists while the workspace has notifications that no email has reported. */
export interface DigestTask {
  workspace_id: string;
  id: typeof DIGEST_TASK;
  due_at: string;
  notifications: number; // Counts those since the first. A run that finds none deletes the task unless it has changed.
}

/** Looks at a target whose outcome was unknown at `since`, when it is due. `part`: of a thread, the part in doubt. */
export interface UnconfirmedTask {
  workspace_id: string;
  id: string;
  due_at: string;
  content_id: string;
  schedule_id: string;
  since: string;
  part?: number; // Absent in tasks of earlier versions.
}

export type NotificationTask = DigestTask | UnconfirmedTask;

/** Build the task of a first notification. */
export function newDigestTask(workspace_id: string, nowMs: number): DigestTask {
  return { workspace_id, id: DIGEST_TASK, due_at: formatInstant(nowMs + DIGEST_DELAY_MS), notifications: 1 };
}

/** Return when the digest after one that started at `startMs` starts at the earliest. ISO 8601. */
export function nextDigestAt(startMs: number): string {
  return formatInstant(startMs + DIGEST_INTERVAL_MS);
}

/** Build the task that looks at a target which became unconfirmed at `since` (ISO 8601). */
export function newUnconfirmedTask(
  content: { workspace_id: string; id: string },
  target: Pick<Target, 'schedule_id' | 'parts'>,
  since: string,
): UnconfirmedTask {
  const sinceMs = parseInstant(since)!;
  const { workspace_id, id: content_id } = content;
  const { schedule_id } = target;
  const due_at = formatInstant(sinceMs + UNCONFIRMED_AFTER_MS);
  return {
    workspace_id,
    id: `${schedule_id}-${sinceMs}`,
    due_at,
    content_id,
    schedule_id,
    since,
    part: nextPart(target),
  };
}

/** Return whether the outcome that a task looks at is still unknown, also while the post is sent again. */
export function isStillUnknown({ part }: UnconfirmedTask, target: Target): boolean {
  const { status, unconfirmed_send } = target;
  const isUnknown = status === 'unconfirmed' || (status === 'publishing' && Boolean(unconfirmed_send));
  // Another part has a task of its own.
  return isUnknown && (part === undefined || part === nextPart(target));
}

function nextPart({ parts = [] }: Pick<Target, 'parts'>): number {
  return parts.length;
}
