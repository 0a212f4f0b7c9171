import { heldEntries } from '../../lib/content/rules/schedule/recurrence-hold.ts';
import { loadContentState } from '../../lib/content/store/contents.ts';
import { listMadeOccurrences } from '../../lib/recurrences/store/made-occurrences.ts';
import { loadRecurrence } from '../../lib/recurrences/store/recurrences.ts';
import { type TimeChange, toChange } from './queued-time-changes.ts';

/** Read the entries that a recurrence holds while it is paused, and that have another time by the present rules. */
export async function heldTimeChanges(workspaceId: string, id: string): Promise<TimeChange[]> {
  const recurrence = await loadRecurrence(workspaceId, id);
  const dates = (recurrence?.held ?? []).map(({ date }) => date).sort();
  if (!recurrence || dates.length === 0) return [];
  const changes: TimeChange[] = [];
  for (const { date, content_id } of await listMadeOccurrences(recurrence, dates[0]!)) {
    if (content_id === null || !dates.includes(date)) continue;
    const state = await loadContentState(workspaceId, content_id);
    if (state) changes.push(...heldEntries(state).flatMap(toChange));
  }
  return changes;
}
