import { hourOf } from '../domain/buckets.ts';
import type { Platform } from '../domain/platform.ts';
import type { TermHistory } from '../domain/trends.ts';
import type { Write } from './commit.ts';
import { itemOf, keyOf, markOf, partition } from './keys.ts';
import { query } from './read.ts';

/** The terms of all platforms together: an item that goes to three of them counts once. */
const EVERY_PLATFORM = 'all';

type Series = Platform | typeof EVERY_PLATFORM;

/** The write that counts a post's terms in the hour it went out. */
export function termWrites(
  workspaceId: string,
  series: Series,
  terms: string[],
  publishedAt: string,
): Write[] {
  if (terms.length === 0) return [];
  const hour = hourOf(new Date(publishedAt));
  const numbers = Object.fromEntries(terms.map((term) => [`${series}|${term}`, 1]));
  return [
    {
      add: keyOf('TermHour', { workspace_id: workspaceId, hour }),
      numbers,
      set: markOf('TermHour'),
    },
  ];
}

/**
 * Marks terms of an item as counted, for one platform or for all. In one transaction with the counts, so
 * that reading a change twice counts once.
 */
export function countedOnce(workspaceId: string, contentId: string, series: Series): Write {
  const record = { workspace_id: workspaceId, content_id: `${contentId}.${series}` };
  return { put: itemOf('TermedContent', record), expect: 'absent' };
}

/** The hourly counts of every term since `from`, for one platform or for all. */
export async function loadTermHistories(
  workspaceId: string,
  series: Series,
  from: Date,
): Promise<TermHistory[]> {
  const pk = partition('TermHour', 'pk', { workspace_id: workspaceId });
  const histories = new Map<string, TermHistory>();
  for (const item of await query({ pk, from: hourOf(from) })) {
    for (const [name, posts] of Object.entries(item)) {
      if (!name.startsWith(`${series}|`)) continue;
      const term = name.slice(series.length + 1);
      const history = histories.get(term) ?? { term, counts: [] };
      history.counts.push({ hour: String(item.sk), posts: Number(posts) });
      histories.set(term, history);
    }
  }
  return [...histories.values()];
}
