import { pick } from '../../core/values/pick.ts';
import type { Content, ContentStatus, Target } from './content.ts';
import { presentTargets } from './content-targets.ts';
import { type EntryStatus, type ScheduleEntry, statusOf, targetKeyOf } from './schedule-entry.ts';
import { extendTimeline, type StoredTimeline, type TimelineEvent } from './timeline.ts';

/**
 * Derive the status of an item from its targets. See docs/reference/content.md and outcomes.md.
 * Unfinished targets take precedence, then `unconfirmed`, which needs manual review; cancelled ones never count.
 */
export function deriveStatus(targets: Content['targets'], idleStatus: ContentStatus): ContentStatus {
  const statuses = Object.values(targets).map((target) => target.status);
  if (statuses.includes('publishing')) return 'publishing';
  if (statuses.includes('pending')) return 'scheduled';
  const finished = statuses.filter((status) => status !== 'cancelled');
  if (finished.length === 0) return idleStatus;
  if (finished.includes('unconfirmed')) return 'unconfirmed';
  if (finished.every((status) => status === 'published')) return 'published';
  if (finished.every((status) => status === 'failed')) return 'failed';
  return 'partially_published';
}

/**
 * Return the status of an item while nothing is scheduled or published: that of its approval, unless it is cancelled.
 */
function idleStatusOf({ idle_status, approval }: Pick<Content, 'idle_status' | 'approval'>): ContentStatus {
  if (idle_status === 'cancelled' || !approval || approval.status === 'not_submitted') return idle_status;
  return approval.status;
}

/** Return an item with the status that follows from its targets and its approval. */
export function withDerivedStatus(content: Content): Content {
  return { ...content, status: deriveStatus(presentTargets(content), idleStatusOf(content)) };
}

function toTarget(entry: ScheduleEntry, timeline: StoredTimeline): Target {
  return {
    platform: entry.platform,
    account_id: entry.account_id,
    status: statusOf(entry.state),
    schedule_id: entry.id,
    ...pick(entry, 'scheduled_at', 'published_at', 'late_by_seconds', 'platform_post_id', 'url', 'error'),
    // Left out where they are null, which makes room for a third of the timeline.
    ...(entry.scheduled_local ? { scheduled_local: entry.scheduled_local } : {}),
    ...(entry.state === 'unconfirmed' ? { next_check_at: entry.due_at } : {}),
    ...(entry.unconfirmed_send ? { unconfirmed_send: entry.unconfirmed_send } : {}),
    ...(entry.parts.length > 0 ? { parts: entry.parts } : {}),
    ...timeline,
  };
}

/**
 * Recompute an item from its changed entries. Each becomes the current one of its target, to which the events
 * happened. `scheduled_at` is the earliest pending time, or else the latest finished one; cancelled times do not count.
 */
export function recomputeFromEntries(
  content: Content,
  entries: ScheduleEntry[],
  events: readonly TimelineEvent[],
  now: string,
): Content {
  const targets = { ...content.targets };
  for (const entry of entries) {
    const key = targetKeyOf(entry);
    targets[key] = toTarget(entry, extendTimeline(targets[key], events));
  }
  const present = presentTargets({ ...content, targets });
  const status = deriveStatus(present, idleStatusOf(content));
  const next = effectiveTarget(Object.values(present));
  return {
    ...content,
    targets,
    status,
    scheduled_at: next?.scheduled_at ?? null,
    scheduled_local: next?.scheduled_local ?? null,
    last_publication: status === 'published' ? publishedEntryIds(targets) : content.last_publication,
    updated_at: now,
  };
}

function effectiveTarget(targets: Target[]): Target | undefined {
  const inOrder = (statuses: EntryStatus[]) =>
    targets
      .filter((target) => statuses.includes(target.status))
      .sort((one, other) => (one.scheduled_at < other.scheduled_at ? -1 : 1));
  return (
    inOrder(['pending', 'publishing'])[0] ??
    inOrder(['published', 'partially_published', 'failed', 'unconfirmed']).at(-1)
  );
}

function publishedEntryIds(targets: Content['targets']): string[] {
  return Object.values(targets)
    .filter((target) => target.status === 'published')
    .map((target) => target.schedule_id)
    .sort();
}
