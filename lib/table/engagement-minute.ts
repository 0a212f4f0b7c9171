import { DAY_MS } from '../domain/buckets.ts';
import { type EngagementMinute, MINUTE_MS } from '../domain/engagement-minute.ts';
import type { Engagement } from '../domain/ingestion.ts';
import { formatInstant } from '../domain/instant.ts';
import type { Addition, Write } from './commit.ts';
import { dueItems } from './due.ts';
import { DUE_SHARDS, type Item, itemOf, type Key, shardOf } from './keys.ts';
import { loadReadable } from './read.ts';

const KEPT_DAYS = 30;

/**
 * The write that adds an engagement to the minute that begins at `sinceMs`. It makes the minute when there is
 * none, and is refused once the minute is closed.
 */
export function minuteAddition(engagement: Engagement & { content_id: string }, sinceMs: number): Addition {
  const { workspace_id, content_id, platform, platform_post_id, kind, count } = engagement;
  const { pk, sk, ...set } = minuteItem({
    workspace_id,
    content_id,
    platform,
    ...(platform_post_id === null ? {} : { platform_post_id }),
    since: formatInstant(sinceMs),
    due_at: formatInstant(sinceMs + MINUTE_MS),
  });
  return {
    add: { pk: String(pk), sk: String(sk) },
    numbers: { [kind]: count, version: 1 },
    set,
    // No time is below 0: so it is added to as long as there is no such time.
    below: { attribute: 'closed_at_ms', limit: 0 },
  };
}

/** The write that closes a minute, unless something was added to it since it was read. */
export function minuteClosing(before: EngagementMinute, after: EngagementMinute): Write {
  const item = minuteItem({ ...after, version: before.version + 1 });
  return { put: item, expect: { version: before.version } };
}

function minuteItem(minute: Omit<EngagementMinute, 'version'> & { version?: number }): Item {
  const { content_id, since } = minute;
  const shard = shardOf(content_id, DUE_SHARDS);
  return itemOf('EngagementMinute', minute, { shard }, Date.parse(since) + KEPT_DAYS * DAY_MS);
}

/** Open minutes that ended before `before` (ISO 8601), and how many cannot be read. */
export async function dueMinutes(
  before: string,
  limit: number,
): Promise<{ records: EngagementMinute[]; unreadable: number }> {
  const items = await dueItems('EngagementMinute', before, limit);
  const keys = items.map((item): Key => ({ pk: String(item.pk), sk: String(item.sk) }));
  const { records, unreadable } = await loadReadable<EngagementMinute>(keys);
  // The index is a moment behind the table.
  return { records: records.filter((minute) => minute.closed_at_ms === undefined), unreadable };
}
