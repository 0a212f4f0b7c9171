import type { Platform } from '../platform.ts';

/**
 * What a schedule entry can be in. `claimed` and `sending` are both shown as `publishing`: the difference
 * matters only to the worker. A claim whose lease ran out may be taken over; a `sending` never is, because
 * the post may already be live.
 */
export type EntryState =
  | 'pending'
  | 'claimed'
  | 'sending'
  | 'published'
  | 'failed'
  | 'unconfirmed'
  | 'cancelled';

/**
 * The state machine: what may become of an entry, by what it is. Each arrow is one conditional write on the
 * version that was read, which the attempt's id is part of, so of two workers one gets it.
 */
export const ENTRY_TRANSITIONS: Record<EntryState, readonly EntryState[]> = {
  // Claimed at its time, given up when that is missed, moved to another time, cancelled.
  pending: ['claimed', 'failed', 'pending', 'cancelled'],
  // Taken over when its owner died; refused or put back before anything was sent; found live from before.
  claimed: ['claimed', 'sending', 'failed', 'pending', 'published'],
  // From here on the platform may have it: it is never claimed again.
  sending: ['published', 'failed', 'pending', 'unconfirmed'],
  // Looked up again; found, proved not to be there, or settled by a person.
  unconfirmed: ['unconfirmed', 'published', 'pending', 'failed'],
  published: [],
  failed: [],
  cancelled: [],
};

/** The entry with these changes. Throws when no arrow leads there: a mistake of ours, and nothing is written. */
export function transitionEntry(entry: ScheduleEntry, changes: Partial<ScheduleEntry>): ScheduleEntry {
  const state = changes.state ?? entry.state;
  if (!ENTRY_TRANSITIONS[entry.state].includes(state)) {
    throw new Error(`Entry ${entry.id} is ${entry.state} and cannot become ${state}.`);
  }
  return { ...entry, ...changes };
}

export const ENTRY_STATUSES = [
  'pending',
  'publishing',
  'published',
  'failed',
  'unconfirmed',
  'cancelled',
] as const;

/** The status of an entry as the API shows it. Contract, section 4. */
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** Statuses of what is not yet finished: what `GET /schedule` answers when it is not asked for others. */
export const OPEN_ENTRY_STATUSES: EntryStatus[] = ['pending', 'publishing'];

export interface EntryError {
  code: string;
  message: string;
  category: 'auth' | 'content' | 'account' | 'rate_limit' | 'platform' | 'system';
  retryable: boolean;
}

/** One try at publishing. `id` is the fence: every later write of this try is conditional on it. */
export interface Attempt {
  id: string;
  number: number;
  lease_expires_at: string;
  sent_at: string | null;
}

/** A post that was handed to the platform, and nobody knew what became of it. */
export interface UnconfirmedSend {
  /** When it was sent first: a post of any attempt since then is this post. */
  sent_at: string;
  /** When it was sent last: until a while after that a request may still be at work. Absent: it was sent once. */
  last_sent_at?: string;
  /** How often the platform was asked since whether it is live. */
  checks: number;
}

/** One content item going to one platform at one time. */
export interface ScheduleEntry {
  id: string;
  workspace_id: string;
  content_id: string;
  group_id: string;
  platform: Platform;
  scheduled_at: string;
  state: EntryState;
  /** When something has to happen next: publish, retry, look after a lease, read back. Null when nothing will. */
  due_at: string | null;
  attempt: Attempt | null;
  attempts: number;
  /** Ids the platform gave while the post was prepared: uploads, containers. Stored before it is sent. */
  prepared_state: Record<string, string | string[]> | null;
  /**
   * An attempt at this post, of this entry or an earlier one, whose outcome was not known. It stays when the
   * doubt is settled: a platform that then calls the text a duplicate means that post. Absent: there was none.
   */
  unconfirmed_send?: UnconfirmedSend | null;
  published_at: string | null;
  late_by_seconds: number | null;
  /** Null also of a published one: when a person, or a duplicate without a name, is all that confirms it. */
  platform_post_id: string | null;
  url: string | null;
  error: EntryError | null;
  created_at: string;
  version: number;
}

/** The status the API shows for a state. */
export function statusOf(state: EntryState): EntryStatus {
  return state === 'claimed' || state === 'sending' ? 'publishing' : state;
}

/** A new entry, pending for `scheduledAt`. */
export function newEntry(input: {
  id: string;
  workspaceId: string;
  contentId: string;
  groupId: string;
  platform: Platform;
  scheduledAt: string;
  unconfirmed_send: UnconfirmedSend | null;
  createdAt: string;
}): ScheduleEntry {
  return {
    id: input.id,
    workspace_id: input.workspaceId,
    content_id: input.contentId,
    group_id: input.groupId,
    platform: input.platform,
    scheduled_at: input.scheduledAt,
    state: 'pending',
    due_at: input.scheduledAt,
    attempt: null,
    attempts: 0,
    prepared_state: null,
    unconfirmed_send: input.unconfirmed_send,
    published_at: null,
    late_by_seconds: null,
    platform_post_id: null,
    url: null,
    error: null,
    created_at: input.createdAt,
    version: 0,
  };
}

/** An entry as the API shows it. */
export function toEntryView(entry: ScheduleEntry): Record<string, unknown> {
  return {
    id: entry.id,
    content_id: entry.content_id,
    group_id: entry.group_id,
    platform: entry.platform,
    scheduled_at: entry.scheduled_at,
    status: statusOf(entry.state),
    published_at: entry.published_at,
    late_by_seconds: entry.late_by_seconds,
    platform_post_id: entry.platform_post_id,
    url: entry.url,
    error: entry.error,
  };
}
