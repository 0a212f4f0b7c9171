import { formatInstant } from '../../core/values/timestamps.ts';
import { type Media, PLATFORMS, type Platform, type Post, type Visibility } from '../../platforms/platform.ts';
import type { Approval, WritingAgent } from './content-approval.ts';
import type { Cancellation, ScheduleRequest } from './reported-changes.ts';
import type {
  ConfirmedPart,
  EntryError,
  EntryStatus,
  QueueSlot,
  ScheduleEntry,
  UnconfirmedSend,
} from './schedule-entry.ts';
import type { ScheduledLocal } from './scheduled-local.ts';
import { addLinkParameters, addToUrl, type LinkParameters } from './text/link-parameters.ts';
import type { StoredTimeline } from './timeline.ts';

// biome-ignore format: two lines.
export const CONTENT_STATUSES = [
  'draft', 'pending_approval', 'changes_requested', 'approved', 'scheduled', 'publishing',
  'published', 'partially_published', 'failed', 'unconfirmed', 'cancelled',
] as const;
export type ContentStatus = (typeof CONTENT_STATUSES)[number];

/** An account that a content item names, with its platform. */
export type TargetAccount = { id: string; platform: Platform };

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

/**
 * The card of a link on a platform, as its page was read when the item was submitted for approval. Exactly this is shown
 * to reviewers and published.
 */
export interface LinkCard extends CardLink {
  title: string | null; // Null for no card, because the page could not be read.
  description: string;
  image: CardImage | null;
}

/** A link whose card the posts of an item show on a platform. `parts`: their indexes, 0 for the first post. */
export interface CardLink {
  platform: Platform;
  url: string;
  parts: number[];
}

/** The image of a card. `hash`: the SHA-256 of its bytes, which names its object. */
export type CardImage = { hash: string; content_type: string; size_bytes: number };

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
