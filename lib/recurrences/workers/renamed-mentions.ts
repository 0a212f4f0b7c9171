import { log } from '../../core/observability/log.ts';
import { ApiError } from '../../core/problems/define-problem.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { commit } from '../../core/table/commit.ts';
import { nameKey } from '../../core/values/name-key.ts';
import type { Template } from '../../templates/rules/template.ts';
import { loadTemplatesNamed } from '../../templates/store/named-templates.ts';
import type { Recurrence } from '../rules/recurrence.ts';
import { withMentionRenamed } from '../steps/rename-mention.ts';
import { loadActiveRecurrence, loadActiveRecurrences, recurrenceWrite } from '../store/recurrences.ts';

/**
 * Give a saved mention that was renamed its present name in the texts of the recurrences of its workspace, which could
 * make no items otherwise. Items that are made keep their texts.
 */
export async function onMentionRenamed(before: Template | null, after: Template | null, nowMs: number): Promise<void> {
  if (!before || !after || after.kind !== 'mention' || nameKey(before.name) === nameKey(after.name)) return;
  const { workspace_id, id } = after;
  // A record may come again: the mention may have another name since, and another template the former name.
  const [mention, holder] = await loadTemplatesNamed(workspace_id, [id, before.name]);
  if (!mention || holder) return;
  for (const recurrence of await loadActiveRecurrences(workspace_id)) {
    await renameIn(recurrence, before.name, mention.name, nowMs);
  }
}

async function renameIn({ workspace_id, id }: Recurrence, from: string, to: string, nowMs: number): Promise<void> {
  try {
    await retryOnConflict(RETRY_POLICIES.scheduleEntry, async () => {
      const recurrence = await loadActiveRecurrence(workspace_id, id);
      const renamed = recurrence && withMentionRenamed(recurrence, from, to, nowMs);
      if (renamed && renamed !== recurrence) await commit([recurrenceWrite(recurrence, renamed)]);
    });
  } catch (error) {
    // Its texts would be too long with the new name. Its next date reports that it has no item.
    if (!(error instanceof ApiError)) throw error;
    log.warn('mention not renamed', { workspace_id, recurrence_id: id, code: error.code });
  }
}
