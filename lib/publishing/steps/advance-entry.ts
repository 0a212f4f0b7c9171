import type { Content } from '../../content/rules/content.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { contentWrites, loadContent, savedContent } from '../../content/store/contents.ts';
import { entryWrite, loadEntry } from '../../content/store/schedule-entries.ts';
import { settings } from '../../core/config/settings.ts';
import { emitMetric } from '../../core/observability/emit-metric.ts';
import { log } from '../../core/observability/log.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { ConflictError, retryOnConflict } from '../../core/retry/conflict.ts';
import { commit, RETRIES, RETRIES_OF_SENT_POST, type Write } from '../../core/table/commit.ts';
import type { OwnLimits } from '../../identity/rules/workspace-limits.ts';
import { limitCountWrite, limitReachedWrite } from '../../identity/store/limit-counters.ts';
import { PUBLISHERS } from '../../platforms/adapters.ts';
import { type PublishingLimits, publishingLimits, type Taken, takeOfLimits } from '../rules/limit-use.ts';
import { endWithoutItem } from '../rules/publish-transitions.ts';
import { EXPIRED, type SavedStep } from '../rules/step.ts';

/** An entry with its item, as they were read or saved last. Null for an item that was deleted. */
export type StoredEntry = { entry: ScheduleEntry; content: Content | null };

/**
 * Save a step of an entry with its item, and return both after it. Returns null when what has to be unchanged for the
 * step has changed, or when the item was deleted. Where only the entry has to be, reads a changed item again.
 */
export async function advanceEntry(
  stored: StoredEntry,
  step: SavedStep,
  own: OwnLimits | undefined,
): Promise<StoredEntry | null> {
  const { entry } = stored;
  const limits = publishingLimits(own, settings().defaultLimits);
  const { workspace_id, content_id, id } = entry;
  return retryOnConflict(RETRY_POLICIES.scheduleEntry, async (attempt) => {
    const content = attempt === 1 ? stored.content : await loadContent(workspace_id, content_id);
    try {
      return await save({ entry, content }, step, limits);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      if (step.unchanged === 'item') return null;
      const now = await loadEntry(workspace_id, id);
      if (now?.version !== entry.version) return null;
      throw error;
    }
  });
}

/** Save a step once. Throws `ConflictError` when the entry or the item has changed, and `LimitReachedError` beyond a limit. */
async function save(
  { entry, content }: StoredEntry,
  step: SavedStep,
  limits: PublishingLimits,
): Promise<StoredEntry | null> {
  const retries = step.isOnlyRecord ? RETRIES_OF_SENT_POST : RETRIES;
  if (!content || !step.transition) {
    await commit([entryWrite(entry, endWithoutItem(entry, Date.now()))], retries);
    return null;
  }
  const before = { content, entries: [entry] };
  const nowMs = Date.now();
  const transition = step.transition(content, nowMs);
  const { priceUsd } = PUBLISHERS[entry.platform];
  const { entry: after, ...use } = takeOfLimits(entry, transition.entries[0]!, limits, priceUsd, nowMs);
  const next = { ...transition, entries: [after] };
  await commit([...contentWrites(before, next), ...limitWrites(entry, step, use, limits, nowMs)], retries);
  const { workspace_id, content_id, id: schedule_id, platform, account_id, attempt, error } = after;
  const ids = { workspace_id, content_id, schedule_id, platform, account_id, attempt_id: attempt?.id };
  log.info('publishing', { step: step.name, ...ids, error_code: error?.code });
  emitOutcomeMetrics(after, step.name);
  return { entry: { ...after, version: entry.version + 1 }, content: savedContent(before, next) };
}

/** Build the writes of what a step takes of limits, or of the limit that has ended the entry. */
function limitWrites(
  { workspace_id }: ScheduleEntry,
  { reached }: SavedStep,
  { taken, isFound }: { taken: Taken[]; isFound: boolean },
  limits: PublishingLimits,
  nowMs: number,
): Write[] {
  // Nothing is sent of a post that was found, so the limit cannot prevent it.
  const options = { isEnforced: !isFound };
  const counts = taken.map((each) => limitCountWrite(workspace_id, each, limits[each.limit], nowMs, options));
  return reached ? [...counts, limitReachedWrite(workspace_id, reached, nowMs)] : counts;
}

/** Count the outcome of an entry. An expired entry is late by the time until now. */
function emitOutcomeMetrics(entry: ScheduleEntry, step: string): void {
  const { state, due_at, platform, scheduled_at, late_by_seconds } = entry;
  if (state === 'published') {
    emitMetric('PostsPublished', 1, platform);
    // Its average is then the share of posts that failed, also while none does.
    emitMetric('PostsFailed', 0, platform);
    emitMetric('PostLateness', late_by_seconds ?? 0, platform);
  } else if (state === 'failed' || state === 'interrupted') {
    emitMetric('PostsFailed', 1, platform);
    if (step !== EXPIRED) return;
    emitMetric('PostLateness', Math.round((Date.now() - Date.parse(scheduled_at)) / 1000), platform);
  } else if (state === 'unconfirmed' && due_at === null) {
    emitMetric('PostsUnconfirmed', 1, platform);
  }
}
