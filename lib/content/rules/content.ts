import { pick } from '../../core/values/pick.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { Media, Platform, Post, Visibility } from '../../platforms/facts/platform.ts';
import type { WritingAgent } from './agent-draft.ts';
import type { Approval } from './approval.ts';
import { presentTargets, type TargetAccount } from './content-targets.ts';
import type { LinkCard } from './link-card.ts';
import type { Cancellation, ScheduleRequest } from './reported-changes.ts';
import {
  type ConfirmedPart,
  type EntryError,
  type EntryStatus,
  type ScheduleEntry,
  statusOf,
  targetKeyOf,
  type UnconfirmedSend,
} from './schedule-entry.ts';
import { extendTimeline, type StoredTimeline, type TimelineEvent } from './timeline.ts';

// biome-ignore format: two lines keep the list short.
export const CONTENT_STATUSES = [
  'draft', 'pending_approval', 'changes_requested', 'approved', 'scheduled', 'publishing',
  'published', 'partially_published', 'failed', 'unconfirmed', 'cancelled',
] as const;
export type ContentStatus = (typeof CONTENT_STATUSES)[number];

/** The publishing status of an item on one account, from its current schedule entry. */
export interface Target extends StoredTimeline {
  platform: Platform;
  account_id: string | null; // Null for the default account while none is connected.
  status: EntryStatus;
  schedule_id: string;
  scheduled_at: string;
  published_at: string | null;
  late_by_seconds: number | null;
  platform_post_id: string | null;
  url: string | null;
  error: EntryError | null;
  /** For unconfirmed targets: time of the next check. Null or absent if none is scheduled. */
  next_check_at?: string | null;
  unconfirmed_send?: UnconfirmedSend | null; // Internal; copied from the entry.
  parts?: ConfirmedPart[]; // Copied from the entry. Absent while it has none.
}

/** A post of a thread after the first one. */
export interface ThreadPost {
  text: string;
  media: Media[];
}

/** What is different on one platform. A missing field is that of the item; `media` replaces all files of the item. */
export interface PlatformOptions {
  text?: string | undefined;
  media?: Media[] | undefined;
  /** The public https URL whose card the post shows. */
  link?: string | undefined;
  visibility?: Visibility | undefined;
  /** Replaces the whole thread of the item; `[]` for none. */
  thread?: ThreadPost[] | undefined;
  /** Null for none on this platform. */
  first_comment?: string | null | undefined;
}

export interface Content {
  id: string;
  workspace_id: string;
  title: string;
  description: string | null;
  platforms: Platform[];
  accounts: TargetAccount[]; // The accounts that are named. A platform without one means its default account.
  media: Media[];
  thread: ThreadPost[]; // After the post itself.
  first_comment: string | null;
  platform_options: Partial<Record<Platform, PlatformOptions>>;
  status: ContentStatus;
  idle_status: 'draft' | 'cancelled'; // The status while nothing is scheduled or published.
  scheduled_at: string | null;
  last_schedule: ScheduleRequest | null;
  last_cancellation: Cancellation | null;
  /** The sorted entry ids of the last full publication, reported by `content.published`. */
  last_publication: string[] | null;
  targets: Record<string, Target>; // By the key of their destination.
  approval: Approval | null; // Null until the item is submitted for the first time.
  /** The cards of its links, as they were read when it was submitted. Absent before, and after an edit. */
  link_cards?: LinkCard[];
  editors: string[]; // The authors of the edits that changed what is sent, since the last approval.
  agents: WritingAgent[]; // The agent keys that wrote something of it. It needs a person's approval to be published.
  created_by: string;
  created_at: string;
  updated_at: string;
  version: number;
}

/** A content item with the entries that a rule read or changed. */
export type ContentState = { content: Content; entries: ScheduleEntry[] };

/**
 * Return the next state of an item with a time of change after that of the state it replaces. Requests and workers
 * read their clocks before they commit, and clocks differ; the events of an item carry this time.
 */
export function changedAfter(before: Content | null, after: Content): Content {
  if (before === null || after.updated_at > before.updated_at) return after;
  return { ...after, updated_at: formatInstant(Date.parse(before.updated_at) + 1) };
}

type Texts = Pick<Content, 'title' | 'description' | 'platform_options'>;

/** Return the text that is published on a platform. See docs/reference/content.md. */
export function textFor(content: Texts, platform: Platform) {
  return content.platform_options[platform]?.text ?? content.description ?? content.title;
}

/** Return what is published on a platform: the fields of the item, and what the platform's options replace. */
export function postFor(
  content: Texts & Pick<Content, 'media'>,
  platform: Platform,
): Required<Pick<Post, 'text' | 'media' | 'link' | 'visibility'>> {
  const { media = content.media, link = null, visibility = 'public' } = content.platform_options[platform] ?? {};
  return { text: textFor(content, platform), media, link, visibility };
}

/** List the media of an item, of its thread, and of the options of its platforms. */
export function allMedia({
  media,
  thread,
  platform_options,
}: Pick<Content, 'media' | 'thread' | 'platform_options'>): Media[] {
  const sources = [{ media, thread }, ...Object.values(platform_options)];
  return sources.flatMap((each) => [...(each.media ?? []), ...(each.thread ?? []).flatMap((post) => post.media)]);
}

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
  return {
    ...content,
    targets,
    status,
    scheduled_at: effectiveScheduledAt(Object.values(present)),
    last_publication: status === 'published' ? publishedEntryIds(targets) : content.last_publication,
    updated_at: now,
  };
}

function effectiveScheduledAt(targets: Target[]): string | null {
  const times = (statuses: EntryStatus[]) =>
    targets
      .filter((target) => statuses.includes(target.status))
      .map((target) => target.scheduled_at)
      .sort();
  return (
    times(['pending', 'publishing'])[0] ??
    times(['published', 'partially_published', 'failed', 'unconfirmed']).at(-1) ??
    null
  );
}

function publishedEntryIds(targets: Content['targets']): string[] {
  return Object.values(targets)
    .filter((target) => target.status === 'published')
    .map((target) => target.schedule_id)
    .sort();
}

/** Statuses in which nothing of an item is left to publish. */
const CLOSED: readonly ContentStatus[] = ['published', 'cancelled'];

/** Return whether nothing of an item is left to publish. */
export function isClosed({ status }: Pick<Content, 'status'>): boolean {
  return CLOSED.includes(status);
}
