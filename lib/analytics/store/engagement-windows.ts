import type { Increment, Write } from '../../core/table/commit.ts';
import { loadDue } from '../../core/table/due-index.ts';
import type { Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, type Item, shardOf, toItem } from '../../core/table/schema.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import { engagementWindowEntity } from '../entities/engagements.ts';
import type { Engagement } from '../rules/engagement-ingestion.ts';
import { type EngagementWindow, MINUTE_MS } from '../rules/engagement-window.ts';

const RETENTION_DAYS = 30;

/** Build the write that adds an engagement to its one-minute window. It fails once the window is closed. */
export function engagementWindowIncrement(engagement: Engagement & { content_id: string }, sinceMs: number): Increment {
  const { workspace_id, content_id, platform, account_id, platform_post_id, kind, count } = engagement;
  const { pk, sk, ...set } = engagementWindowItem({
    workspace_id,
    content_id,
    platform,
    ...(account_id === null ? {} : { account_id }),
    ...(platform_post_id === null ? {} : { platform_post_id }),
    since: formatInstant(sinceMs),
    due_at: formatInstant(sinceMs + MINUTE_MS),
  });
  return {
    increment: { pk: String(pk), sk: String(sk) },
    by: { [kind]: count, version: 1 },
    set,
    // Every time is above 0, so the condition holds only while the window has no closing time.
    ifBelow: { attribute: 'closed_at_ms', limit: 0 },
  };
}

/** Build the write that closes a window, unless an engagement was added since it was read. */
export function closeEngagementWindowWrite(before: EngagementWindow, after: EngagementWindow): Write {
  const item = engagementWindowItem({ ...after, version: before.version + 1 });
  return { put: item, condition: { version: before.version } };
}

function engagementWindowItem(window: Omit<EngagementWindow, 'version'> & { version?: number }): Item {
  const { content_id, since, account_id: target = window.platform } = window;
  const shard = shardOf(content_id, DUE_SHARDS);
  return toItem(engagementWindowEntity, window, { shard, target }, Date.parse(since) + RETENTION_DAYS * DAY_MS);
}

/** List open windows that ended before `before` (ISO 8601), and count those skipped for a newer schema. */
export async function listDueEngagementWindows(before: string, limit: number): Promise<Supported<EngagementWindow>> {
  const { records, skipped } = await loadDue<EngagementWindow>(engagementWindowEntity, before, limit);
  // The index lags the table.
  return { records: records.filter((window) => window.closed_at_ms === undefined), skipped };
}
