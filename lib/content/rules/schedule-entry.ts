import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import { pick } from '../../core/values/pick.ts';
import { type ActiveHalt, haltOf, toHaltMark } from '../../identity/rules/active-halts.ts';
import type { Platform } from '../../platforms/platform.ts';
import { type ScheduledLocal, toLocalView } from './scheduled-local.ts';

/**
 * The internal state of an entry. An expired claim may be taken over; `sending` may not, as the post may be live. Of a
 * thread: `continuing`, a part is live and the next one is due; `interrupted`, a part failed after another one was
 * live.
 */
// biome-ignore format: one line for a post, one for what only a thread has.
export type EntryState =
  | 'pending' | 'claimed' | 'sending' | 'published' | 'failed' | 'unconfirmed' | 'cancelled'
  | 'continuing' | 'interrupted';

const TRANSITIONS = {
  // Claimed when due, failed when too late, rescheduled, or cancelled.
  pending: ['claimed', 'failed', 'pending', 'cancelled'],
  // Taken over after a crash, rejected or requeued before sending, or already live: with a known post id, or without.
  claimed: ['claimed', 'sending', 'failed', 'pending', 'published', 'unconfirmed', 'continuing', 'interrupted'],
  // The platform may have received the post, so it is never claimed again.
  sending: ['published', 'failed', 'pending', 'unconfirmed', 'continuing', 'interrupted'],
  // Checked again, found live, sent again under the same key, confirmed missing, or resolved manually.
  unconfirmed: ['unconfirmed', 'published', 'sending', 'pending', 'failed', 'continuing', 'interrupted'],
  // Claimed when due, failed when too late, already complete, because the rest was removed before a resume, or due later,
  // because publishing was halted.
  continuing: ['continuing', 'claimed', 'interrupted', 'published'],
  published: [],
  failed: [],
  cancelled: [],
  interrupted: [],
} as const satisfies Record<EntryState, readonly EntryState[]>;

/** The state machine of entries. Each transition is one write conditional on the version, so one worker succeeds. */
export const ENTRY_TRANSITIONS: Record<EntryState, readonly EntryState[]> = TRANSITIONS;

/** The states that follow one. */
export type NextState<State extends EntryState> = (typeof TRANSITIONS)[State][number];

/** Apply changes to an entry. Throws for a transition that the state machine does not allow. */
export function transitionEntry(entry: ScheduleEntry, changes: Partial<ScheduleEntry>): ScheduleEntry {
  const state = changes.state ?? entry.state;
  if (!ENTRY_TRANSITIONS[entry.state].includes(state)) {
    throw new Error(`Entry ${entry.id} is ${entry.state} and cannot become ${state}.`);
  }
  return { ...entry, ...changes };
}

// biome-ignore format: one list.
export const ENTRY_STATUSES = [
  'pending', 'publishing', 'published', 'failed', 'unconfirmed', 'cancelled', 'partially_published',
] as const;

/** The status of an entry as the API shows it. See docs/reference/content.md. */
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** Statuses of unfinished entries: the default filter of `GET /schedule`. */
export const OPEN_ENTRY_STATUSES: EntryStatus[] = ['pending', 'publishing'];

/** The statuses of an entry or a target whose post is live or may be live, also in part. */
export const LIVE_STATUSES: readonly EntryStatus[] = ['publishing', 'published', 'partially_published', 'unconfirmed'];

/** The statuses of an entry or a target whose post is live, may be live, or will be. */
export const POSTED_STATUSES: readonly EntryStatus[] = ['pending', ...LIVE_STATUSES];

export interface EntryError {
  code: string;
  message: string;
  category: 'auth' | 'content' | 'account' | 'rate_limit' | 'platform' | 'system';
  retryable: boolean;
}

/**
 * One attempt at publishing, whose number is `attempts` and whose lease ends at `due_at` of the entry. `is_repeat`: it
 * sends again what an earlier one has sent with an unknown outcome.
 */
export type Attempt = { id: string; sent_at: string | null; key?: string; is_repeat?: true };

/** One request that may have created a post. `key` identifies the account and the text: see `sendKey`. */
export type Send = {
  key: string;
  sent_at: string;
  /** When the request ended without a known outcome; null while it is running. */
  ended_at: string | null;
  /** The index of the part that was sent. Absent in sends of earlier versions. */
  part?: number;
  /** The prepared state that was sent, until nothing looks for the send any more. Not in `OpenSends`. */
  prepared_state?: ScheduleEntry['prepared_state'];
  /** The text or the media of the item have changed since. */
  is_outdated?: true;
};

/** A post that was sent to the platform with an unknown outcome. */
export interface UnconfirmedSend {
  sent_at: string; // First time it was sent.
  /** Last time it was sent. Absent if it was sent once. */
  last_sent_at?: string;
  checks: number; // Number of checks whether the post is live.
  /** Each send that may have created the post; absent in items of earlier versions. */
  sends?: Send[];
}

/** What an entry has taken of the limits of its workspace: of the posts of a day, and its price of the present part. */
interface LimitUse {
  day?: string;
  price?: { part: number; month: string; micro_usd: number };
}

/** A part of a thread that is live. */
export interface ConfirmedPart {
  platform_post_id: string | null; // Null if a user resolved it without the id.
  url: string | null;
  published_at: string;
}

/** The slot of a queue in which an item is published. */
export interface QueueSlot {
  /** The id of the queue. */
  id: string;
  slot_at: string;
  /** The queue is paused: the pending entries of the slot have no due time. */
  held: boolean;
}

/** One content item going to one account at one time. */
export interface ScheduleEntry {
  id: string;
  workspace_id: string;
  content_id: string;
  group_id: string;
  platform: Platform;
  /** The account. Null for the default account until there is one, at the latest until the first attempt. */
  account_id: string | null;
  names_account: boolean; // Whether the item names the account. False for the default account.
  scheduled_at: string;
  /** The local time that `scheduled_at` stands for. Null or absent where an instant was given. */
  scheduled_local?: ScheduledLocal | null;
  state: EntryState;
  due_at: string | null; // Time of the next action: publish, retry, lease expiry or check. Null if there is none.
  attempt: Attempt | null;
  attempts: number; // At the present part, without those that only continued a preparation.
  /**
   * What is sent: ids of prepared uploads or containers on the platform, and the texts or the complete record. Stored while
   * it is made and before the post is sent. `texts`: those of the post and of the parts that the same request publishes.
   * `accountId` is the platform's id of the account. Null in an entry that is over.
   */
  prepared_state: Record<string, string | string[]> | null;
  /** An attempt with an unknown outcome. Retained: a duplicate reported later refers to that post. */
  unconfirmed_send?: UnconfirmedSend | null;
  limit_use?: LimitUse; // Absent for nothing.
  published_at: string | null;
  late_by_seconds: number | null;
  /** The parts that are live, in order, the post first. Always empty for an item that is one post. */
  parts: ConfirmedPart[];
  platform_post_id: string | null; // Null for a published entry only if a user resolved it without the id.
  url: string | null;
  error: EntryError | null;
  created_at: string;
  version: number;
}

/** Return the key of the target of an entry: the account that the item names, or the platform. */
export function targetKeyOf({ platform, account_id, names_account }: ScheduleEntry): string {
  return names_account && account_id !== null ? account_id : platform;
}

/** Map a state to the status shown in the API. */
export function statusOf(state: EntryState): EntryStatus {
  if (state === 'claimed' || state === 'sending' || state === 'continuing') return 'publishing';
  return state === 'interrupted' ? 'partially_published' : state;
}

const NO_RESULT = { published_at: null, late_by_seconds: null, platform_post_id: null, url: null, error: null };

/** Create a pending entry for `scheduledAt`. */
export function newEntry(input: {
  id: string;
  workspaceId: string;
  contentId: string;
  groupId: string;
  platform: Platform;
  accountId?: string | null;
  namesAccount?: boolean;
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
    account_id: input.accountId ?? null,
    names_account: input.namesAccount ?? false,
    scheduled_at: input.scheduledAt,
    state: 'pending',
    due_at: input.scheduledAt,
    attempt: null,
    attempts: 0,
    prepared_state: null,
    unconfirmed_send: input.unconfirmed_send,
    parts: [],
    ...NO_RESULT,
    created_at: input.createdAt,
    version: 0,
  };
}

/** Return the halt that stops an unfinished entry or target, as responses show it, or null. */
export function haltMark(
  halts: readonly ActiveHalt[] | undefined,
  { status, ...destination }: Pick<ScheduleEntry, 'platform' | 'account_id'> & { status: EntryStatus },
) {
  return OPEN_ENTRY_STATUSES.includes(status) ? toHaltMark(haltOf(halts, destination)) : null;
}

/** Return the halt that stops an unfinished target of an item, or null: the first one, if there are several. */
export function haltMarkOfItem(
  halts: readonly ActiveHalt[] | undefined,
  targets: readonly Parameters<typeof haltMark>[1][],
): ReturnType<typeof haltMark> {
  return targets.map((target) => haltMark(halts, target)).find((mark) => mark !== null) ?? null;
}

/**
 * Build the API representation of a schedule entry, with the title of its item, or null once the item is deleted, and the
 * halt that stops it, and with the slot of a queue that it has.
 */
export function toEntryView(
  entry: ScheduleEntry,
  title: string | null,
  halts?: readonly ActiveHalt[],
  queue: QueueSlot | null = null,
): Record<string, unknown> {
  return {
    ...pick(entry, 'id', 'content_id'),
    title,
    ...pick(entry, 'group_id', 'platform', 'account_id', 'scheduled_at'),
    scheduled_local: toLocalView(entry.scheduled_local),
    queue,
    sandbox: isSandboxAccountId(entry.account_id),
    status: statusOf(entry.state),
    ...pick(entry, 'published_at', 'late_by_seconds', 'platform_post_id', 'url', 'error'),
    halt: haltMark(halts, { ...pick(entry, 'platform', 'account_id'), status: statusOf(entry.state) }),
  };
}
