import type { Entry } from './calendar-events.ts';

const FINAL_STATUSES = ['published', 'partially_published', 'failed'] as const;

/** A list of the API: the entries with this status, or those that are not finished. */
export type ListedStatus = (typeof FINAL_STATUSES)[number] | 'unconfirmed' | 'unfinished';

/**
 * Read the entries of all statuses but `cancelled`, each in its own list. The lists are read in the order in which an
 * entry passes through them, so that one whose status changes concurrently is in at least one. An unconfirmed entry that
 * is sent again returns to the unfinished ones, so those are read again at the end.
 */
export async function readAllStatuses(read: (status: ListedStatus) => Promise<Entry[]>): Promise<Entry[]> {
  const lists = [await read('unfinished'), await read('unconfirmed')];
  lists.push(...(await Promise.all(FINAL_STATUSES.map(read))), await read('unfinished'));
  // An entry in several lists has the status of the last one.
  return [...new Map(lists.flat().map((entry) => [entry.id, entry])).values()];
}
