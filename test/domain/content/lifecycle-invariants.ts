import { expect } from 'vitest';
import { type Content, type ContentState, deriveStatus } from '../../../lib/domain/content/content.ts';
import { type ScheduleEntry, statusOf } from '../../../lib/domain/content/schedule-entry.ts';
import { RECONCILE_DELAYS_SECONDS } from '../../../lib/domain/content/unconfirmed-transitions.ts';
import type { Platform } from '../../../lib/domain/platform.ts';

/** What holds whatever happens; a run is held against one of them. */
export const INVARIANTS = [
  'sends no second post to a platform that has one or may have one',
  'sends nothing before its time',
  'changes nothing that is published, failed or cancelled',
  'puts what was sending back to pending only when its attempt ended as a retry',
  'puts what is unconfirmed back to pending only when the platform says that it is not live',
  'neither claims, sends nor cancels what is sending or unconfirmed',
  'takes the word of a person only on what is unconfirmed',
  'gives a new entry only to a platform without one, or with a failed or cancelled one',
  'retries only where it failed for good',
  'keeps a unconfirmed_send, and carries it to the next entry of its platform',
  'leaves nothing unconfirmed with a look due for ever',
  'keeps the text once a platform has it or may have it',
  'gives the item always the status its targets say',
  'shows every target as its entry is',
  'has one open entry at most for a platform, the current one',
  'looks after every entry that is open or still looked up, and after no other',
] as const;

export type Invariant = (typeof INVARIANTS)[number];

/** How often the runs came by each interesting place. */
export interface Observed {
  sends: number;
  retries: number;
  publications: number;
  ownersDied: number;
  takeovers: number;
  givenUp: number;
  fenced: number;
  doubts: number;
  secondDoubts: number;
  foundLive: number;
  foundNotLive: number;
  notSeen: number;
  looksOver: number;
  lookImpossible: number;
  lookFenced: number;
  duplicates: number;
  saidPublished: number;
  saidFailed: number;
  retriedByPerson: number;
  doubtsCarried: number;
  sentAfterDoubt: number;
}

/**
 * An item, its entries by id as the table would keep them, the workers that hold an entry and those that look
 * one up, as they last read it, and what each platform may have received. Writes are conditional on the
 * version that was read, as those of the table are; the item is always read anew.
 */
export interface ModelState {
  nowMs: number;
  content: Content;
  entries: Map<string, ScheduleEntry>;
  workers: ScheduleEntry[];
  lookers: ScheduleEntry[];
  /**
   * Platforms that have the post, or may have it: sent, and not known to be missing. Known is what the answer
   * to the attempt says, what the platform says when it is asked, and what a person says.
   */
  maybeLive: Set<Platform>;
  /** When a platform was first sent a post whose outcome was not known. */
  doubts: Map<Platform, string>;
  /** Entries whose platform let nobody look. */
  unlookable: Set<string>;
  made: number;
  seen: Observed;
  law: Invariant;
}

/** Checks something, in the runs that are held against this law. */
export function checkInvariant({ law }: ModelState, held: Invariant, check: () => void): void {
  if (law === held) check();
}

/** Writes one change, and holds it against what no change may do. Answers the first entry of it. */
export function commitChange(model: ModelState, next: ContentState, why: string): ScheduleEntry | undefined {
  checkInvariant(model, 'keeps the text once a platform has it or may have it', () => {
    if (model.maybeLive.size > 0) expect(next.content.title).toBe(model.content.title);
  });
  for (const entry of next.entries) {
    const old = model.entries.get(entry.id);
    if (old) checkChange(model, old, entry, why);
    else checkNewEntry(model, entry, why);
    if (entry.state === 'unconfirmed' && !model.doubts.has(entry.platform)) {
      model.doubts.set(entry.platform, old!.attempt!.sent_at!);
    }
    model.entries.set(entry.id, { ...entry, version: (old?.version ?? -1) + 1 });
  }
  model.content = next.content;
  return next.entries[0] && model.entries.get(next.entries[0].id);
}

function checkChange(model: ModelState, old: ScheduleEntry, entry: ScheduleEntry, why: string): void {
  checkInvariant(model, 'changes nothing that is published, failed or cancelled', () =>
    expect(['pending', 'claimed', 'sending', 'unconfirmed']).toContain(old.state),
  );
  checkInvariant(model, 'keeps a unconfirmed_send, and carries it to the next entry of its platform', () => {
    if (old.unconfirmed_send) expect(entry.unconfirmed_send?.sent_at).toBe(old.unconfirmed_send.sent_at);
    else if (entry.state === 'unconfirmed')
      expect(entry.unconfirmed_send?.sent_at).toBe(old.attempt?.sent_at);
  });
  checkInvariant(
    model,
    'puts what was sending back to pending only when its attempt ended as a retry',
    () => {
      if (old.state === 'sending' && entry.state === 'pending') expect(why).toMatch(/^retry/);
    },
  );
  checkInvariant(
    model,
    'puts what is unconfirmed back to pending only when the platform says that it is not live',
    () => {
      if (old.state === 'unconfirmed' && entry.state === 'pending') expect(why).toBe('not_live');
    },
  );
  checkInvariant(model, 'neither claims, sends nor cancels what is sending or unconfirmed', () => {
    if (old.state !== 'sending' && old.state !== 'unconfirmed') return;
    expect(['claimed', 'sending', 'cancelled']).not.toContain(entry.state);
  });
  checkInvariant(model, 'takes the word of a person only on what is unconfirmed', () => {
    if (why.startsWith('said')) expect(old.state).toBe('unconfirmed');
  });
}

function checkNewEntry(model: ModelState, entry: ScheduleEntry, why: string): void {
  const status = model.content.targets[entry.platform]?.status ?? 'none';
  checkInvariant(
    model,
    'gives a new entry only to a platform without one, or with a failed or cancelled one',
    () => expect(['none', 'failed', 'cancelled']).toContain(status),
  );
  checkInvariant(model, 'retries only where it failed for good', () => {
    if (why === 'retried by a person') expect(status).toBe('failed');
  });
  checkInvariant(model, 'keeps a unconfirmed_send, and carries it to the next entry of its platform', () =>
    expect(entry.unconfirmed_send?.sent_at).toBe(model.doubts.get(entry.platform)),
  );
  if (entry.unconfirmed_send) model.seen.doubtsCarried++;
}

/** What is true of an item at every moment. */
export function checkItemInvariants(model: ModelState): void {
  const { content, entries } = model;
  checkInvariant(model, 'gives the item always the status its targets say', () =>
    expect(content.status).toBe(deriveStatus(content.targets, content.idle_status)),
  );
  checkInvariant(model, 'shows every target as its entry is', () => {
    for (const target of Object.values(content.targets)) {
      const { state, due_at, scheduled_at, published_at, platform_post_id, error } = entries.get(
        target.schedule_id,
      )!;
      const next_check_at = state === 'unconfirmed' ? due_at : null;
      const shown = { scheduled_at, published_at, platform_post_id, error, next_check_at };
      expect(target).toMatchObject({ ...shown, status: statusOf(state) });
    }
  });
  for (const entry of entries.values()) {
    const isOpen = ['pending', 'publishing'].includes(statusOf(entry.state));
    checkInvariant(model, 'has one open entry at most for a platform, the current one', () => {
      if (isOpen) expect(content.targets[entry.platform]?.schedule_id).toBe(entry.id);
    });
    checkInvariant(model, 'looks after every entry that is open or still looked up, and after no other', () =>
      expect(entry.due_at !== null).toBe(isOpen || isLookedUp(model, entry)),
    );
  }
}

function isLookedUp({ unlookable }: ModelState, { id, state, unconfirmed_send }: ScheduleEntry): boolean {
  return (
    state === 'unconfirmed' &&
    unconfirmed_send!.checks < RECONCILE_DELAYS_SECONDS.length &&
    !unlookable.has(id)
  );
}
