import { expect } from 'vitest';
import { type Content, type ContentState, deriveStatus } from '../../../lib/domain/content/content.ts';
import { toTargetView } from '../../../lib/domain/content/content-view.ts';
import { type ScheduleEntry, statusOf } from '../../../lib/domain/content/schedule-entry.ts';
import { TARGET_ACTIONS } from '../../../lib/domain/content/target-actions.ts';
import { RECONCILE_DELAYS_SECONDS } from '../../../lib/domain/content/unconfirmed-transitions.ts';
import type { Platform } from '../../../lib/domain/platform.ts';
import { actionsByTrial, expectTimeline } from './timelines.ts';

/** Invariants of the lifecycle. Each run checks one of them. */
export const INVARIANTS = [
  'sends no second post to a platform that has one or may have one',
  'sends no post before its time',
  'changes no published, failed or cancelled entry',
  'returns a sending entry to pending only when its attempt ended as a retry',
  'returns an unconfirmed entry to pending only when the platform reports that it is not live',
  'neither claims, sends nor cancels a sending or unconfirmed entry',
  'resolves only unconfirmed entries',
  'creates an entry only for a platform without one, or with a failed or cancelled one',
  'retries only failed targets',
  'keeps an unconfirmed_send, and copies it to the next entry of its platform',
  'schedules a finite number of checks of an unconfirmed entry',
  'does not change the text once a platform has it or may have it',
  'derives the status of the item from its targets',
  'shows every target in the state of its entry',
  'has at most one open entry per platform, the current one',
  'has a due_at on every entry that is open or still checked, and on no other',
  'has a timeline in order of time, of allowed transitions, that ends in the state of its target',
  'permits exactly the actions that a target shows',
] as const;

export type Invariant = (typeof INVARIANTS)[number];

/** Number of occurrences of each notable state in all runs. */
export interface Observed {
  sends: number;
  retries: number;
  publications: number;
  crashes: number;
  takeovers: number;
  expired: number;
  fenced: number;
  unconfirmedSends: number;
  secondUnconfirmed: number;
  unresolved: number;
  foundLive: number;
  foundNotLive: number;
  notSeen: number;
  checksExhausted: number;
  checkImpossible: number;
  checkFenced: number;
  duplicates: number;
  resolvedPublished: number;
  resolvedFailed: number;
  retriedByCaller: number;
  unconfirmedCopied: number;
  sentAfterUnconfirmed: number;
  eventsOmitted: number;
}

/**
 * An item, its entries by id as stored in the table, the workers that hold an entry and those that check one,
 * as they last read it, and what each platform may have received. Writes are conditional on the version that
 * was read, like those of the table; the item is always read again.
 */
export interface ModelState {
  nowMs: number;
  content: Content;
  entries: Map<string, ScheduleEntry>;
  workers: ScheduleEntry[];
  checkers: ScheduleEntry[];
  /**
   * Platforms that have or may have the post: sent, and not known to be missing. Sources are the response to
   * the attempt, the result of a check, and the resolution of a caller.
   */
  maybeLive: Set<Platform>;
  /** First send of a post with an unknown outcome, by platform. */
  unconfirmedSends: Map<Platform, string>;
  /** Entries whose platform does not allow checks. */
  uncheckable: Set<string>;
  created: number;
  seen: Observed;
  invariant: Invariant;
}

/** Run a check in the runs of this invariant. */
export function checkInvariant({ invariant }: ModelState, checked: Invariant, check: () => void): void {
  if (invariant === checked) check();
}

/** Write one change and check the invariants of changes. Returns its first entry. */
export function commitChange(model: ModelState, next: ContentState, why: string): ScheduleEntry | undefined {
  checkInvariant(model, 'does not change the text once a platform has it or may have it', () => {
    if (model.maybeLive.size > 0) expect(next.content.title).toBe(model.content.title);
  });
  for (const entry of next.entries) {
    const old = model.entries.get(entry.id);
    if (old) checkChange(model, old, entry, why);
    else checkNewEntry(model, entry, why);
    if (entry.state === 'unconfirmed' && !model.unconfirmedSends.has(entry.platform)) {
      model.unconfirmedSends.set(entry.platform, old!.attempt!.sent_at!);
    }
    model.entries.set(entry.id, { ...entry, version: (old?.version ?? -1) + 1 });
  }
  model.content = next.content;
  return next.entries[0] && model.entries.get(next.entries[0].id);
}

function checkChange(model: ModelState, old: ScheduleEntry, entry: ScheduleEntry, why: string): void {
  checkInvariant(model, 'changes no published, failed or cancelled entry', () =>
    expect(['pending', 'claimed', 'sending', 'unconfirmed']).toContain(old.state),
  );
  checkInvariant(model, 'keeps an unconfirmed_send, and copies it to the next entry of its platform', () => {
    if (old.unconfirmed_send) expect(entry.unconfirmed_send?.sent_at).toBe(old.unconfirmed_send.sent_at);
    else if (entry.state === 'unconfirmed') expect(entry.unconfirmed_send?.sent_at).toBe(old.attempt?.sent_at);
  });
  checkInvariant(model, 'returns a sending entry to pending only when its attempt ended as a retry', () => {
    if (old.state === 'sending' && entry.state === 'pending') expect(why).toMatch(/^retry/);
  });
  checkInvariant(
    model,
    'returns an unconfirmed entry to pending only when the platform reports that it is not live',
    () => {
      if (old.state === 'unconfirmed' && entry.state === 'pending') expect(why).toBe('not_live');
    },
  );
  checkInvariant(model, 'neither claims, sends nor cancels a sending or unconfirmed entry', () => {
    if (old.state !== 'sending' && old.state !== 'unconfirmed') return;
    expect(['claimed', 'sending', 'cancelled']).not.toContain(entry.state);
  });
  checkInvariant(model, 'resolves only unconfirmed entries', () => {
    if (why.startsWith('resolved')) expect(old.state).toBe('unconfirmed');
  });
}

function checkNewEntry(model: ModelState, entry: ScheduleEntry, why: string): void {
  const status = model.content.targets[entry.platform]?.status ?? 'none';
  checkInvariant(model, 'creates an entry only for a platform without one, or with a failed or cancelled one', () =>
    expect(['none', 'failed', 'cancelled']).toContain(status),
  );
  checkInvariant(model, 'retries only failed targets', () => {
    if (why === 'retried by a caller') expect(status).toBe('failed');
  });
  checkInvariant(model, 'keeps an unconfirmed_send, and copies it to the next entry of its platform', () =>
    expect(entry.unconfirmed_send?.sent_at).toBe(model.unconfirmedSends.get(entry.platform)),
  );
  if (entry.unconfirmed_send) model.seen.unconfirmedCopied++;
}

/** Check the invariants that hold after every step. */
export function checkItemInvariants(model: ModelState): void {
  const { content, entries } = model;
  checkInvariant(model, 'derives the status of the item from its targets', () =>
    expect(content.status).toBe(deriveStatus(content.targets, content.idle_status)),
  );
  checkInvariant(model, 'shows every target in the state of its entry', () => {
    for (const target of Object.values(content.targets)) {
      const { state, due_at, scheduled_at, published_at, platform_post_id, error } = entries.get(target.schedule_id)!;
      const next_check_at = state === 'unconfirmed' ? due_at : null;
      const shown = { scheduled_at, published_at, platform_post_id, error, next_check_at };
      expect(toTargetView(content, target)).toMatchObject({ ...shown, status: statusOf(state) });
    }
  });
  for (const target of Object.values(content.targets)) {
    if (target.timeline_omitted) model.seen.eventsOmitted++;
    checkInvariant(
      model,
      'has a timeline in order of time, of allowed transitions, that ends in the state of its target',
      () => expectTimeline(target, entries.get(target.schedule_id)!.state, model.nowMs),
    );
    checkInvariant(model, 'permits exactly the actions that a target shows', () =>
      expect(TARGET_ACTIONS[target.status]).toEqual(
        actionsByTrial(content, entries.get(target.schedule_id)!, model.nowMs),
      ),
    );
  }
  for (const entry of entries.values()) {
    const isOpen = ['pending', 'publishing'].includes(statusOf(entry.state));
    checkInvariant(model, 'has at most one open entry per platform, the current one', () => {
      if (isOpen) expect(content.targets[entry.platform]?.schedule_id).toBe(entry.id);
    });
    checkInvariant(model, 'has a due_at on every entry that is open or still checked, and on no other', () =>
      expect(entry.due_at !== null).toBe(isOpen || isChecked(model, entry)),
    );
  }
}

function isChecked({ uncheckable }: ModelState, { id, state, unconfirmed_send }: ScheduleEntry): boolean {
  return state === 'unconfirmed' && unconfirmed_send!.checks < RECONCILE_DELAYS_SECONDS.length && !uncheckable.has(id);
}
