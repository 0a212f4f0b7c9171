import assert from 'node:assert/strict';
import { expect } from 'vitest';
import { TARGET_ACTIONS } from '../../../lib/content/rules/actions/target-actions.ts';
import type { Content, ContentState } from '../../../lib/content/rules/content.ts';
import { deriveStatus } from '../../../lib/content/rules/content-state.ts';
import { partsFor } from '../../../lib/content/rules/post/thread.ts';
import { type ScheduleEntry, statusOf } from '../../../lib/content/rules/schedule-entry.ts';
import { toTargetView } from '../../../lib/content/rules/view/content-view.ts';
import { RECONCILE_DELAYS_SECONDS } from '../../../lib/core/retry/back-off.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import { actionsByTrial, expectTimeline } from '../../content/rules/timelines.ts';

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
  'sends a part of a thread only while exactly the parts before it are live',
  'confirms the parts of a thread in order, each once, and keeps them in the next entry',
  'has live parts in an entry that is pending, failed or cancelled never, and in an interrupted one always',
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
  partsContinued: number;
  interrupted: number;
  resumed: number;
  partsRetried: number;
  partsRewritten: number;
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
   * The parts that platforms have or may have, as `partKey` names them: sent, and not known to be missing. Sources are the
   * response to the attempt, the result of a check, and the resolution of a caller.
   */
  maybeLive: Set<string>;
  /** First send of a post with an unknown outcome, by platform. */
  unconfirmedSends: Map<Platform, string>;
  /** Entries whose platform does not allow checks. */
  uncheckable: Set<string>;
  created: number;
  /** Number of changes that were written. */
  changes: number;
  seen: Observed;
  invariant: Invariant;
}

/** Return the name of the part of an item that an entry sends next. */
export function partKey({ platform, parts }: Pick<ScheduleEntry, 'platform' | 'parts'>): string {
  return `${platform} ${parts.length}`;
}

/** List the parts that platforms have or may have, with what they say. */
function liveTexts({ maybeLive }: ModelState, content: Content): unknown[] {
  return [...maybeLive].map((key) => {
    const [platform, index] = key.split(' ') as [Platform, string];
    return [key, partsFor(content, platform)[Number(index)]];
  });
}

/** Run a check in the runs of this invariant. */
export function checkInvariant({ invariant }: ModelState, checked: Invariant, check: () => void): void {
  if (invariant === checked) check();
}

/** Write one change and check the invariants of changes. Returns its first entry. */
export function commitChange(model: ModelState, next: ContentState, why: string): ScheduleEntry | undefined {
  checkInvariant(model, 'does not change the text once a platform has it or may have it', () => {
    expect(liveTexts(model, next.content)).toEqual(liveTexts(model, model.content));
  });
  for (const entry of next.entries) {
    const old = model.entries.get(entry.id);
    if (old) checkChange(model, old, entry, why);
    else checkNewEntry(model, entry, why);
    if (old && entry.parts.length > old.parts.length) recordContinuation(model, entry);
    if (entry.state === 'unconfirmed' && !model.unconfirmedSends.has(entry.platform)) {
      model.unconfirmedSends.set(entry.platform, old!.attempt!.sent_at!);
    }
    model.entries.set(entry.id, { ...entry, version: (old?.version ?? -1) + 1 });
  }
  for (const { platform, unconfirmed_send } of Object.values(next.content.targets)) {
    if (why === 'rewrite' && !unconfirmed_send) model.unconfirmedSends.delete(platform);
  }
  model.content = next.content;
  model.changes++;
  return next.entries[0] && model.entries.get(next.entries[0].id);
}

/** The sends of a part that is live are over, but for those that may have created a second post; so are its checks. */
function recordContinuation(model: ModelState, { id, platform, unconfirmed_send }: ScheduleEntry): void {
  model.uncheckable.delete(id);
  if (unconfirmed_send) model.unconfirmedSends.set(platform, unconfirmed_send.sent_at);
  else model.unconfirmedSends.delete(platform);
}

function checkChange(model: ModelState, old: ScheduleEntry, entry: ScheduleEntry, why: string): void {
  const isNextPart = entry.parts.length > old.parts.length;
  // The part that was sent is not live; another attempt follows.
  const isWaiting = entry.state === 'pending' || (entry.state === 'continuing' && !isNextPart);
  checkInvariant(model, 'confirms the parts of a thread in order, each once, and keeps them in the next entry', () => {
    expect(entry.parts.slice(0, old.parts.length)).toEqual(old.parts);
    expect(entry.parts.length - old.parts.length).toBeLessThanOrEqual(1);
  });
  checkInvariant(model, 'changes no published, failed or cancelled entry', () =>
    expect(['pending', 'claimed', 'sending', 'unconfirmed', 'continuing']).toContain(old.state),
  );
  checkInvariant(model, 'keeps an unconfirmed_send, and copies it to the next entry of its platform', () => {
    // Another text is another post, so a send that is known to be absent is forgotten.
    if (isNextPart || why === 'rewrite') return;
    if (old.unconfirmed_send) expect(entry.unconfirmed_send?.sent_at).toBe(old.unconfirmed_send.sent_at);
    else if (entry.state === 'unconfirmed') expect(entry.unconfirmed_send?.sent_at).toBe(old.attempt?.sent_at);
  });
  checkInvariant(model, 'returns a sending entry to pending only when its attempt ended as a retry', () => {
    if (old.state === 'sending' && isWaiting) expect(why).toMatch(/^retry/);
  });
  checkInvariant(
    model,
    'returns an unconfirmed entry to pending only when the platform reports that it is not live',
    () => {
      if (old.state === 'unconfirmed' && isWaiting) expect(why).toBe('not_live');
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
  const isRetry = why === 'retried by a caller';
  checkInvariant(model, 'confirms the parts of a thread in order, each once, and keeps them in the next entry', () => {
    const isResumed = status === 'partially_published';
    expect(entry.parts).toEqual(isResumed ? model.content.targets[entry.platform]!.parts : []);
  });
  checkInvariant(model, 'creates an entry only for a platform without one, or with a failed or cancelled one', () =>
    expect(['none', 'failed', 'cancelled', ...(isRetry ? ['partially_published'] : [])]).toContain(status),
  );
  checkInvariant(model, 'retries only failed targets', () => {
    if (isRetry) expect(['failed', 'partially_published']).toContain(status);
  });
  checkInvariant(model, 'keeps an unconfirmed_send, and copies it to the next entry of its platform', () =>
    expect(entry.unconfirmed_send?.sent_at).toBe(model.unconfirmedSends.get(entry.platform)),
  );
  if (entry.unconfirmed_send) model.seen.unconfirmedCopied++;
}

/** Check the invariants that hold after every change. `assert` takes a tenth of the time of `expect`, and it runs often. */
export function checkItemInvariants(model: ModelState): void {
  const { content, entries } = model;
  checkInvariant(model, 'derives the status of the item from its targets', () =>
    assert.equal(content.status, deriveStatus(content.targets, content.idle_status)),
  );
  checkInvariant(model, 'shows every target in the state of its entry', () => {
    for (const target of Object.values(content.targets)) {
      const { state, due_at, scheduled_at, published_at, platform_post_id, error } = entries.get(target.schedule_id)!;
      const next_check_at = state === 'unconfirmed' ? due_at : null;
      const view = toTargetView(content, target);
      const stored = { scheduled_at, published_at, platform_post_id, error, next_check_at, status: statusOf(state) };
      assert.deepEqual({ ...view, ...stored }, view);
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
      assert.deepEqual(
        TARGET_ACTIONS[target.status],
        actionsByTrial(content, entries.get(target.schedule_id)!, model.nowMs),
      ),
    );
  }
  for (const entry of entries.values()) {
    checkInvariant(
      model,
      'has live parts in an entry that is pending, failed or cancelled never, and in an interrupted one always',
      () => {
        if (['pending', 'failed', 'cancelled'].includes(entry.state)) assert.deepEqual(entry.parts, []);
        if (['interrupted', 'continuing'].includes(entry.state)) assert.notDeepEqual(entry.parts, []);
      },
    );
    const isOpen = ['pending', 'publishing'].includes(statusOf(entry.state));
    checkInvariant(model, 'has at most one open entry per platform, the current one', () => {
      if (isOpen) assert.equal(content.targets[entry.platform]?.schedule_id, entry.id);
    });
    checkInvariant(model, 'has a due_at on every entry that is open or still checked, and on no other', () =>
      assert.equal(entry.due_at !== null, isOpen || isChecked(model, entry)),
    );
  }
}

function isChecked({ uncheckable }: ModelState, { id, state, unconfirmed_send }: ScheduleEntry): boolean {
  return state === 'unconfirmed' && unconfirmed_send!.checks < RECONCILE_DELAYS_SECONDS.length && !uncheckable.has(id);
}
