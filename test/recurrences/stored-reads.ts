import type { Recurrence } from '../../lib/recurrences/rules/recurrence.ts';
import { listMadeOccurrences } from '../../lib/recurrences/store/made-occurrences.ts';
import { loadRecurrence } from '../../lib/recurrences/store/recurrences.ts';
import { one, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  Recurrence: async () => [await loadRecurrence(workspaceId, String(one('Recurrence').id)), one('Recurrence')],
  RecurrenceOccurrence: async () => [
    await listMadeOccurrences(one<Recurrence>('Recurrence'), '2026-11-01'),
    [one('RecurrenceOccurrence')],
  ],
};
