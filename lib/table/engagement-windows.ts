import type { Engagement } from '../domain/analytics/engagement-ingestion.ts';
import { type EngagementWindow, MINUTE_MS } from '../domain/analytics/engagement-window.ts';
import { DAY_MS, formatInstant } from '../domain/timestamps.ts';
import type { Increment, Write } from './commit.ts';
import { listDueItems } from './due-index.ts';
import { loadSupported } from './read.ts';
import { DUE_SHARDS, type Item, type PrimaryKey, shardOf, toItem } from './schema.ts';

const RETENTION_DAYS = 30;

/**
 * The write that adds an engagement to the minute that begins at `sinceMs`. It makes the minute when there is
 * none, and is refused once the minute is closed.
 */
export function engagementWindowIncrement(
  engagement: Engagement & { content_id: string },
  sinceMs: number,
): Increment {
  const { workspace_id, content_id, platform, platform_post_id, kind, count } = engagement;
  const { pk, sk, ...set } = engagementWindowItem({
    workspace_id,
    content_id,
    platform,
    ...(platform_post_id === null ? {} : { platform_post_id }),
    since: formatInstant(sinceMs),
    due_at: formatInstant(sinceMs + MINUTE_MS),
  });
  return {
    increment: { pk: String(pk), sk: String(sk) },
    by: { [kind]: count, version: 1 },
    set,
    // No time is below 0: so it is added to as long as there is no such time.
    ifBelow: { attribute: 'closed_at_ms', limit: 0 },
  };
}

/** The write that closes a minute, unless something was added to it since it was read. */
export function closeEngagementWindowWrite(before: EngagementWindow, after: EngagementWindow): Write {
  const item = engagementWindowItem({ ...after, version: before.version + 1 });
  return { put: item, condition: { version: before.version } };
}

function engagementWindowItem(minute: Omit<EngagementWindow, 'version'> & { version?: number }): Item {
  const { content_id, since } = minute;
  const shard = shardOf(content_id, DUE_SHARDS);
  return toItem('EngagementWindow', minute, { shard }, Date.parse(since) + RETENTION_DAYS * DAY_MS);
}

/** Open minutes that ended before `before` (ISO 8601), and how many cannot be read. */
export async function listDueEngagementWindows(
  before: string,
  limit: number,
): Promise<{ records: EngagementWindow[]; unreadable: number }> {
  const items = await listDueItems('EngagementWindow', before, limit);
  const keys = items.map((item): PrimaryKey => ({ pk: String(item.pk), sk: String(item.sk) }));
  const { records, unreadable } = await loadSupported<EngagementWindow>(keys);
  // The index is a moment behind the table.
  return { records: records.filter((minute) => minute.closed_at_ms === undefined), unreadable };
}
