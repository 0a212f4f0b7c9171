import { pick } from '../../core/values/pick.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { type Media, PLATFORMS, type Platform, type Post, type Visibility } from '../../platforms/platform.ts';
import type { WritingAgent } from './agent-draft.ts';
import type { Approval } from './approval.ts';
import { presentTargets, type TargetAccount } from './content-targets.ts';
import type { LinkCard } from './link-card.ts';
import { addLinkParameters, addToUrl, type LinkParameters } from './link-parameters.ts';
import type { Cancellation, ScheduleRequest } from './reported-changes.ts';
import {
  type ConfirmedPart,
  type EntryError,
  type EntryStatus,
  type QueueSlot,
  type ScheduleEntry,
  statusOf,
  targetKeyOf,
  type UnconfirmedSend,
} from './schedule-entry.ts';
import type { ScheduledLocal } from './scheduled-local.ts';
import { extendTimeline, type StoredTimeline, type TimelineEvent } from './timeline.ts';

// biome-ignore format: two lines.
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
  scheduled_local?: ScheduledLocal; // Copied from the entry. Absent where an instant was given.
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

/** Fields of options, by platform. A change of the general field makes them again. */
export type MentionOptions = Partial<Record<Platform, ('text' | 'thread' | 'first_comment')[]>>;

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
  /** The options that saved mentions of its general fields have made. Absent without any. */
  mention_options?: MentionOptions;
  status: ContentStatus;
  idle_status: 'draft' | 'cancelled'; // The status while nothing is scheduled or published.
  scheduled_at: string | null;
  /** The local time that `scheduled_at` stands for. Null or absent where an instant was given. */
  scheduled_local?: ScheduledLocal | null;
  queue: QueueSlot | null; // Null for an item without a slot of a queue.
  last_schedule: ScheduleRequest | null;
  last_cancellation: Cancellation | null;
  /** The sorted entry ids of the last full publication, reported by `content.published`. */
  last_publication: string[] | null;
  targets: Record<string, Target>; // By the key of their destination.
  approval: Approval | null; // Null until the item is submitted for the first time.
  /** The cards of its links, as they were read when it was submitted. Absent before, and after an edit. */
  link_cards?: LinkCard[];
  /** What link rules add to its URLs, since it was scheduled or submitted. Absent where they add nothing. */
  link_parameters?: LinkParameters;
  editors: string[]; // Who changed what is sent since the last approval: members, also by their agents.
  labels: string[]; // The ids of labels. Those of deleted labels stay until the labels of the item are set again.
  campaign: string | null; // The id of a campaign, which may be deleted.
  metadata: Record<string, string>;
  agents: WritingAgent[]; // The agent keys that wrote something of it. It needs a person's approval to be published.
  /** The recurrence that made it. Absent for an item that was written. Its pause holds the pending entries of `held_at`. */
  recurrence?: { id: string; date: string; held_at?: string };
  /** The item with the same content that a person allowed this one to repeat. Absent for none. */
  duplicate_of?: string;
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

type Texts = Pick<Content, 'title' | 'description' | 'platform_options' | 'link_parameters'>;

/** Return the text that is published on a platform. See docs/reference/content.md. */
export function textFor(content: Texts, platform: Platform) {
  const text = content.platform_options[platform]?.text ?? content.description ?? content.title;
  return addLinkParameters(text, content.link_parameters?.[platform] ?? []);
}

/** Return what is published on a platform: the fields of the item, and what the platform's options replace. */
export function postFor(
  content: Texts & Pick<Content, 'media'>,
  platform: Platform,
): Required<Pick<Post, 'text' | 'media' | 'link' | 'visibility'>> {
  const { media = content.media, link, visibility = 'public' } = content.platform_options[platform] ?? {};
  const added = content.link_parameters?.[platform] ?? [];
  return { text: textFor(content, platform), media, link: link ? addToUrl(link, added) : null, visibility };
}

/** List the options of an item in the order of all platforms. The table does not preserve the order of map keys. */
export function optionsInOrder(options: Content['platform_options']): [Platform, PlatformOptions][] {
  return PLATFORMS.flatMap((platform) => (options[platform] ? [[platform, options[platform]]] : []));
}

/** List the media of an item, of its thread, and of the options of its platforms, in a fixed order. */
export function allMedia({
  media,
  thread,
  platform_options,
}: Pick<Content, 'media' | 'thread' | 'platform_options'>): Media[] {
  const sources = [{ media, thread }, ...optionsInOrder(platform_options).map(([, own]) => own)];
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
