import type { Entry } from './calendar-events.ts';

const OPEN_STATUSES = ['unfinished', 'unconfirmed', 'unfinished', 'unconfirmed'] as const;
const FINAL_STATUSES = ['published', 'partially_published', 'failed'] as const;

/** A list of the API: the entries with this status, or those that are not finished. */
export type ListedStatus = (typeof FINAL_STATUSES)[number] | 'unconfirmed' | 'unfinished';

/**
 * Read the entries of all statuses but `cancelled`, each in its own list. An entry whose status changes concurrently is in
 * at least one: it leaves the final statuses never, so those are read last, and it passes between the unfinished and the
 * unconfirmed ones, so both are read twice. The second reading also has an entry that was moved between two pages of the
 * first one.
 */
export async function readAllStatuses(read: (status: ListedStatus) => Promise<Entry[]>): Promise<Entry[]> {
  const lists: Entry[][] = [];
  for (const status of OPEN_STATUSES) lists.push(await read(status));
  lists.push(...(await Promise.all(FINAL_STATUSES.map(read))));
  // An entry in several lists has the status of the last one.
  return [...new Map(lists.flat().map((entry) => [entry.id, entry])).values()];
}
