import type { Content, ContentState } from '../../content/rules/content.ts';
import { endWithoutItem } from '../../content/rules/publish-transitions.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { contentWrites, loadContent, savedContent } from '../../content/store/contents.ts';
import { entryWrite, loadEntry } from '../../content/store/schedule-entries.ts';
import { emitMetric } from '../../core/observability/emit-metric.ts';
import { log } from '../../core/observability/log.ts';
import { ConflictError, RETRY_POLICIES, retryOnConflict } from '../../core/retry/conflict.ts';
import { retry } from '../../core/retry/retry.ts';
import { commit, RETRIES, RETRIES_OF_SENT_POST, type Retries, tryCommit, type Write } from '../../core/table/commit.ts';

/** The step that fails an entry beyond the lateness limit. Its error may be that of an earlier attempt. */
export const EXPIRED = 'too late';

/** An entry with its item, as they were read or saved last. */
export type StoredEntry = { entry: ScheduleEntry; content: Content };

/** Builds the next state of an entry and its item. */
export type EntryRule = (content: Content) => ContentState;

/**
 * Commit one transition of an entry with its item, and return both after it. Returns null when another worker has changed
 * the entry, or when its item was deleted. Reads the item again, and retries, only when it has changed.
 */
export async function advanceEntry(stored: StoredEntry, rule: EntryRule, step: string): Promise<StoredEntry | null> {
  return advance(stored, rule, step, RETRIES);
}

/**
 * Commit what a send, or the search for its post, has found, as `advanceEntry` does. Retries every transient error
 * until the invocation ends: nothing else knows the post.
 */
export async function recordFinding(stored: StoredEntry, rule: EntryRule, step: string): Promise<StoredEntry | null> {
  return untilInvocationEnds(() => advance(stored, rule, step, RETRIES_OF_SENT_POST));
}

/** Run an operation again after each transient error of the table and each conflict, until the invocation ends. */
export async function untilInvocationEnds<T>(operation: () => Promise<T>): Promise<T> {
  const { policy, isRetryable } = RETRIES_OF_SENT_POST;
  return retry(policy, operation, isRetryable);
}

async function advance(
  { entry, content: read }: StoredEntry,
  rule: EntryRule,
  step: string,
  retries: Retries,
): Promise<StoredEntry | null> {
  const { workspace_id, content_id, id } = entry;
  return retryOnConflict(RETRY_POLICIES.scheduleEntry, async (attempt) => {
    const content = attempt === 1 ? read : await loadContent(workspace_id, content_id);
    try {
      if (content) return await saveTransition({ entry, content }, rule, step, retries);
      await commit([stoppedEntryWrite(entry)], retries);
      return null;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      const now = await loadEntry(workspace_id, id);
      if (now?.version !== entry.version) return null;
      throw error;
    }
  });
}

/** Remove the due time of an entry whose item was deleted, unless another worker has changed it. */
export async function stopEntry(entry: ScheduleEntry): Promise<void> {
  await tryCommit([stoppedEntryWrite(entry)]);
}

function stoppedEntryWrite(entry: ScheduleEntry): Write {
  return entryWrite(entry, endWithoutItem(entry));
}

/** Commit one transition and return the entry and its item after it. Throws `ConflictError` when either has changed. */
export async function saveTransition(
  { entry, content }: StoredEntry,
  rule: EntryRule,
  step: string,
  retries = RETRIES,
): Promise<StoredEntry> {
  const before = { content, entries: [entry] };
  const next = rule(content);
  await commit(contentWrites(before, next), retries);
  const after = next.entries[0]!;
  const { workspace_id, content_id, id: schedule_id, platform, account_id, attempt, error } = after;
  const ids = { workspace_id, content_id, schedule_id, platform, account_id, attempt_id: attempt?.id };
  log.info('publishing', { step, ...ids, error_code: error?.code });
  emitOutcomeMetrics(after, step);
  return { entry: { ...after, version: entry.version + 1 }, content: savedContent(before, next) };
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
