import type { PostMetrics } from './post-metrics.ts';
import { type HourCount, hoursSinceEpoch, type TermHistory } from './trends.ts';

/** The terms that were counted for an item in a series, and when it was published first. */
export type CountedItem = { content_id: string; at: string; terms: readonly string[] };

/** Return when each of these items was published first, by its id. */
export function firstPublications(
  posts: readonly Pick<PostMetrics, 'content_id' | 'published_at'>[],
): Map<string, string> {
  const first = new Map<string, string>();
  for (const { content_id, published_at } of posts) {
    const known = first.get(content_id);
    if (known === undefined || published_at < known) first.set(content_id, published_at);
  }
  return first;
}

/** Count the items with each term, by the hour in which they were published. */
export function termHistoriesOf(items: readonly CountedItem[]): TermHistory[] {
  const histories = new Map<string, HourCount[]>();
  for (const { at, terms } of items) {
    const hour = hoursSinceEpoch(new Date(at));
    for (const term of terms) {
      const counts = histories.get(term) ?? [];
      histories.set(term, counts);
      counts.push({ hour, posts: 1 });
    }
  }
  return [...histories].map(([term, counts]) => ({ term, counts }));
}
