import type { Content, ContentState } from '../../domain/content/content.ts';
import type { ScheduleEntry } from '../../domain/content/schedule-entry.ts';
import { emitMetric } from '../../observability/emit-metric.ts';
import { log } from '../../observability/log.ts';
import { commit, RETRIES, RETRIES_OF_SENT_POST, type Retries } from '../../table/commit.ts';
import { ConflictError, RETRY_POLICIES, retryOnConflict } from '../../table/conflict.ts';
import { contentWrites, loadContent } from '../../table/contents.ts';
import { retry } from '../../table/retry.ts';
import { entryWrite, loadEntry } from '../../table/schedule-entries.ts';

/** The step that fails an entry beyond the lateness limit. Its error may be that of an earlier attempt. */
export const EXPIRED = 'too late';

/**
 * Commit one transition of an entry with its item, and return the entry after it. Returns null when another worker
 * has changed the entry, or when its item was deleted. Retries when only the item has changed.
 */
export async function advanceEntry(
  entry: ScheduleEntry,
  rule: (content: Content) => ContentState,
  step: string,
): Promise<ScheduleEntry | null> {
  return advance(entry, rule, step, RETRIES);
}

/**
 * Commit what a send, or the search for its post, has found, as `advanceEntry` does. Retries every transient error
 * until the invocation ends: nothing else knows the post.
 */
export async function recordFinding(
  entry: ScheduleEntry,
  rule: (content: Content) => ContentState,
  step: string,
): Promise<ScheduleEntry | null> {
  return untilInvocationEnds(() => advance(entry, rule, step, RETRIES_OF_SENT_POST));
}

/** Run an operation again after each transient error of the table and each conflict, until the invocation ends. */
export async function untilInvocationEnds<T>(operation: () => Promise<T>): Promise<T> {
  const { policy, isRetryable } = RETRIES_OF_SENT_POST;
  return retry(policy, operation, isRetryable);
}

async function advance(
  entry: ScheduleEntry,
  rule: (content: Content) => ContentState,
  step: string,
  retries: Retries,
): Promise<ScheduleEntry | null> {
  return retryOnConflict(RETRY_POLICIES.scheduleEntry, async () => {
    const content = await loadContent(entry.workspace_id, entry.content_id);
    const next = content && rule(content);
    try {
      if (!content || !next) {
        await commit([entryWrite(entry, { ...entry, due_at: null })], retries);
        return null;
      }
      await commit(contentWrites({ content, entries: [entry] }, next), retries);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      const now = await loadEntry(entry.workspace_id, entry.id);
      if (now?.version !== entry.version) return null;
      throw error;
    }
    const after = next.entries[0]!;
    const { workspace_id, content_id, id: schedule_id, platform, attempt, error } = after;
    const ids = { workspace_id, content_id, schedule_id, platform, attempt_id: attempt?.id };
    log.info('publishing', { step, ...ids, error_code: error?.code });
    emitOutcomeMetrics(after, step);
    return { ...after, version: entry.version + 1 };
  });
}

/** Count the outcome of an entry. An expired entry is late by the time until now. */
function emitOutcomeMetrics(entry: ScheduleEntry, step: string): void {
  const { state, due_at, platform, scheduled_at, late_by_seconds } = entry;
  if (state === 'published') {
    emitMetric('PostsPublished', 1, platform);
    // Its average is then the share of posts that failed, also while none does.
    emitMetric('PostsFailed', 0, platform);
    emitMetric('PostLateness', late_by_seconds ?? 0, platform);
  } else if (state === 'failed') {
    emitMetric('PostsFailed', 1, platform);
    if (step !== EXPIRED) return;
    emitMetric('PostLateness', Math.round((Date.now() - Date.parse(scheduled_at)) / 1000), platform);
  } else if (state === 'unconfirmed' && due_at === null) {
    emitMetric('PostsUnconfirmed', 1, platform);
  }
}
