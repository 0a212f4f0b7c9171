import type { Item } from '../../../lib/core/table/schema.ts';
import type { PublishStep } from '../publish-step.ts';
import { currentHarness, processChanges, storedRecords } from '../worker-harness.ts';

/** An outcome in which the platform accepted the post under this id. */
export const publishedAs = (platformPostId: string): PublishStep => ({
  outcome: 'published',
  platformPostId,
  url: null,
});

/** Process the changes so far. */
export const followed = () => processChanges(currentHarness());

/** What a change has caused, without the change itself. */
export function consequences(): Item[] {
  const kinds = [
    'Event',
    'Delivery',
    'PostMetrics',
    'Bucket',
    'ContentBucket',
    'TermBucket',
    'DailyTextCount',
    'PostTerms',
  ];
  return currentHarness()
    .table.items()
    .filter((item) => kinds.includes(String(item.entity)));
}

/** The types of all events, sorted. */
export function eventTypes(): string[] {
  return storedRecords(currentHarness(), 'Event')
    .map(({ type }) => String(type))
    .sort();
}
