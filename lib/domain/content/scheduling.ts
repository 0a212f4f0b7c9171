import { ApiError, fieldError, stateTransitionError } from '../api-error.ts';
import type { Platform } from '../platform.ts';
import { DAY_MS, formatInstant, parseTimestampField } from '../timestamps.ts';
import { type Content, type ContentState, recomputeFromEntries } from './content.ts';
import { newEntry, type ScheduleEntry, statusOf, transitionEntry } from './schedule-entry.ts';

const PAST_GRACE_SECONDS = 60;
const MAX_DAYS_AHEAD = 366;

/** Ids for the objects a rule creates, in order of creation. */
export type SchedulingIds = { groupId: string; entryIds: string[] };

/**
 * Parses a requested time and formats it as the API does. Times up to 60 s in the past become now.
 * Throws a 422 naming `field` for earlier times and for times more than 366 days ahead. Contract, section 3.
 */
export function parseScheduledAt(text: string, field: string, nowMs: number): string {
  const timeMs = parseTimestampField(field, text);
  const invalid = (code: string, detail: string) => fieldError(field, code, detail);
  if (timeMs < nowMs - PAST_GRACE_SECONDS * 1000) {
    throw invalid('time_in_past', `Must not be more than ${PAST_GRACE_SECONDS} seconds in the past.`);
  }
  if (timeMs > nowMs + MAX_DAYS_AHEAD * DAY_MS) {
    throw invalid('time_too_far', `Must be at most ${MAX_DAYS_AHEAD} days in the future.`);
  }
  return formatInstant(Math.max(timeMs, nowMs));
}

/**
 * Schedules an item: creates one pending entry per platform.
 * Throws a 422 for platforms the item lacks, a 409 for those that are pending or may already be published.
 */
export function schedule(
  content: Content,
  platforms: Platform[],
  scheduledAt: string,
  ids: SchedulingIds,
  nowMs: number,
): ContentState {
  const foreign = platforms.filter((platform) => !content.platforms.includes(platform));
  if (foreign.length > 0) {
    const has = `Its platforms are ${content.platforms.join(', ')}.`;
    const detail = `The content item does not have the platform ${foreign.join(', ')}. ${has}`;
    throw fieldError('/platforms', 'not_of_content', detail);
  }
  for (const platform of platforms) assertSchedulable(content, platform);
  const now = formatInstant(nowMs);
  const entries = newEntries(content, platforms, ids, scheduledAt, now);
  const scheduled = { ...content, last_schedule: { group_id: ids.groupId, platforms, scheduled_at: scheduledAt } };
  return { content: recomputeFromEntries(scheduled, entries, now), entries };
}

function assertSchedulable(content: Content, platform: Platform): void {
  const target = content.targets[platform];
  if (!target || target.status === 'cancelled' || target.status === 'failed') return;
  const extensions = { schedule_id: target.schedule_id, platform };
  if (target.status === 'pending' || target.status === 'publishing') {
    throw new ApiError(
      'already_pending',
      `The content item already has the pending schedule entry ${target.schedule_id} for ${platform}.`,
      { extensions },
    );
  }
  throw new ApiError(
    'already_published',
    target.status === 'published'
      ? `The content item is already published on ${platform}.`
      : `The content item may already be published on ${platform}. Its status is unconfirmed.`,
    { extensions },
  );
}

/**
 * Moves all pending entries to another time. Claimed entries and those that have this time do not change. Returns
 * `state` itself when every pending target has this time. The targets decide, not the entries: an entry may have been
 * claimed after the item was loaded, and only a write of the item detects that.
 */
export function reschedule(state: ContentState, scheduledAt: string, groupId: string, nowMs: number): ContentState {
  const isOther = (each: { scheduled_at: string }) => each.scheduled_at !== scheduledAt;
  const pending = Object.values(state.content.targets).filter((target) => target.status === 'pending');
  if (!pending.some(isOther)) return state;
  const moved = pendingEntries(state)
    .filter(isOther)
    .map((entry) => ({ ...entry, group_id: groupId, scheduled_at: scheduledAt, due_at: scheduledAt, error: null }));
  const content = {
    ...state.content,
    last_schedule: { group_id: groupId, platforms: moved.map((entry) => entry.platform), scheduled_at: scheduledAt },
  };
  return { content: recomputeFromEntries(content, moved, formatInstant(nowMs)), entries: moved };
}

/** Cancels all pending entries. An item without live targets then has the status `idleStatus`. */
export function cancelPending(state: ContentState, idleStatus: Content['idle_status'], nowMs: number): ContentState {
  const cancelled = pendingEntries(state).map((entry) =>
    transitionEntry(entry, { state: 'cancelled', due_at: null, attempt: null }),
  );
  const content = { ...state.content, idle_status: idleStatus };
  return { content: recomputeFromEntries(content, cancelled, formatInstant(nowMs)), entries: cancelled };
}

/** Makes pending entries due now and adds entries for platforms without one. Requires one entry id per platform. */
export function publishNow(state: ContentState, ids: SchedulingIds, nowMs: number): ContentState {
  const now = formatInstant(nowMs);
  const moved = pendingEntries(state).map((entry) => ({ ...entry, scheduled_at: now, due_at: now, error: null }));
  const unscheduled = state.content.platforms.filter((platform) => {
    const status = state.content.targets[platform]?.status;
    return status === undefined || status === 'cancelled' || status === 'failed';
  });
  const entries = [...moved, ...newEntries(state.content, unscheduled, ids, now, now)];
  return { content: recomputeFromEntries(state.content, entries, now), entries };
}

/** Schedules the failed platforms again, due now. Throws a 409 if there is none. Requires one entry id per platform. */
export function retryFailed(content: Content, ids: SchedulingIds, nowMs: number): ContentState {
  const failed = content.platforms.filter((platform) => content.targets[platform]?.status === 'failed');
  if (failed.length === 0) {
    throw new ApiError('nothing_to_retry', 'No target of this content item has failed.', {
      extensions: { current: content.status },
    });
  }
  const now = formatInstant(nowMs);
  const entries = newEntries(content, failed, ids, now, now);
  return { content: recomputeFromEntries(content, entries, now), entries };
}

function newEntries(content: Content, platforms: Platform[], ids: SchedulingIds, scheduledAt: string, now: string) {
  return platforms.map((platform, index) =>
    newEntry({
      id: ids.entryIds[index]!,
      workspaceId: content.workspace_id,
      contentId: content.id,
      groupId: ids.groupId,
      platform,
      scheduledAt,
      unconfirmed_send: content.targets[platform]?.unconfirmed_send ?? null,
      createdAt: now,
    }),
  );
}

/**
 * Cancels one entry; its item becomes a draft when nothing else is scheduled. Null for a cancelled entry.
 * Throws a 409 for one that is publishing or finished. `state` is null when the item was deleted.
 */
export function cancelEntry(state: ContentState | null, entry: ScheduleEntry, nowMs: number): ContentState | null {
  if (entry.state === 'cancelled') return null;
  const status = statusOf(entry.state);
  if (status !== 'pending') {
    const extensions = { current: status, requested: 'cancelled', allowed: [] };
    throw stateTransitionError(`A schedule entry with the status ${status} cannot be cancelled.`, extensions);
  }
  return state && cancelPending({ ...state, entries: [entry] }, 'draft', nowMs);
}

function pendingEntries(state: ContentState): ScheduleEntry[] {
  return state.entries.filter((entry) => entry.state === 'pending');
}
