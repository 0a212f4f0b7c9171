import { expect } from 'vitest';
import { updateContent } from '../../../lib/content/rules/change/content-update.ts';
import type { ContentState } from '../../../lib/content/rules/content.ts';
import { nextStep } from '../../../lib/content/rules/post/thread.ts';
import { cancelEntry } from '../../../lib/content/rules/schedule/cancellation.ts';
import { retryFailed, type SchedulingIds, schedule } from '../../../lib/content/rules/schedule/scheduling.ts';
import type { ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import type { IdentifiedPost } from '../../../lib/content/rules/sends/post-identification.ts';
import { ApiError } from '../../../lib/core/problems/define-problem.ts';
import { RECONCILE_DELAYS_SECONDS } from '../../../lib/core/retry/back-off.ts';
import { PLATFORMS } from '../../../lib/platforms/platform.ts';
import {
  applyPublishOutcome,
  claim,
  decideNextAction,
  endContinued,
  failAsTooLate,
  type PublishOutcome,
  startSending,
} from '../../../lib/publishing/rules/publish-transitions.ts';
import { resolveUnconfirmed } from '../../../lib/publishing/rules/resolve-unconfirmed.ts';
import {
  markNotPublished,
  markPublished,
  markUnconfirmed,
  markUnconfirmedAfterCrash,
  returnToUnconfirmed,
  scheduleNextCheck,
  stopChecking,
} from '../../../lib/publishing/rules/unconfirmed-transitions.ts';
import { at, DECLINED, draft, LIMIT_SECONDS, NOW_MS, SEND_KEY, UNANSWERED } from '../../content/rules/items.ts';
import {
  checkInvariant,
  checkItemInvariants,
  commitChange,
  type Invariant,
  type ModelState,
  type Observed,
  partKey,
} from './lifecycle-invariants.ts';

/**
 * Outcome of an attempt. `duplicate`: the platform reports that it has this post already. `unresolved`: the same, but
 * the post may be another item's.
 */
type Outcome = 'published' | 'rejected' | 'retry' | 'retry-late' | 'unknown' | 'duplicate' | 'unresolved';

/** Result of a check of an unconfirmed post. */
type Finding = 'live' | 'not_live' | 'not_seen' | 'impossible';

/** One step in the life of an item. Indexes are taken modulo the number of elements, newest first. */
export type Step =
  | { action: 'schedule'; platforms: number; delay: number }
  | { action: 'ask'; status: 'draft' | 'cancelled' | 'published' }
  | { action: 'rewrite'; field: 'description' | 'first_comment'; text: string }
  | { action: 'move'; delay: number }
  | { action: 'cancel'; index: number }
  | { action: 'resolve'; index: number; outcome: 'published' | 'named' | 'failed' }
  | { action: 'retry' }
  | { action: 'attempt'; index: number }
  | { action: 'work'; index: number; outcome: Outcome }
  | { action: 'look'; index: number; finding: Finding }
  | { action: 'die'; index: number }
  | { action: 'sweep' }
  | { action: 'await' }
  | { action: 'pass'; seconds: number };

/**
 * Run an item for `platforms` platforms through the steps; throws when the invariant is violated. With `isThread`, it has a
 * thread of three on X, and a first comment on each platform.
 */
export function runLifecycle(
  invariant: Invariant,
  platforms: number,
  isThread: boolean,
  steps: Step[],
  seen: Observed,
): void {
  const single = draft(...PLATFORMS.slice(0, platforms)).content;
  const thread = ['Two', 'Three'].map((text) => ({ text, media: [] }));
  const parts = { first_comment: 'Comment', platform_options: { twitter: { thread } } };
  const content = isThread ? { ...single, ...parts } : single;
  const model: ModelState = {
    nowMs: NOW_MS,
    content,
    entries: new Map(),
    workers: [],
    checkers: [],
    maybeLive: new Set(),
    unconfirmedSends: new Map(),
    uncheckable: new Set(),
    created: 0,
    changes: 0,
    seen,
    invariant,
  };
  let checked: string | undefined;
  for (const step of steps) {
    take(model, step);
    // Half of the steps change nothing: a worker without an entry, a check that is not due, a rejected request.
    const state = `${model.changes} changes at ${model.nowMs}`;
    if (state !== checked) checkItemInvariants(model);
    checked = state;
  }
  checkInvariant(model, 'schedules a finite number of checks of an unconfirmed entry', () =>
    exhaustReconciliation(model),
  );
}

function take(model: ModelState, step: Step): void {
  if (step.action === 'pass') model.nowMs += step.seconds * 1000;
  else if (step.action === 'await') model.nowMs = Math.max(model.nowMs, nextDueMs(model));
  else if (step.action === 'attempt') runWorker(model, entryAt(model, step.index));
  else if (step.action === 'sweep') for (const entry of [...model.entries.values()]) runWorker(model, entry);
  else if (step.action === 'work') work(model, step.index, step.outcome);
  else if (step.action === 'look') look(model, step.index, step.finding);
  else if (step.action === 'die') model.workers.splice(step.index % (model.workers.length || 1), 1);
  else request(model, step);
}

function entryAt(model: ModelState, index: number): ScheduleEntry | undefined {
  return [...model.entries.values()].at(-1 - (index % (model.entries.size || 1)));
}

/** Return the next due time in the future. */
function nextDueMs({ nowMs, entries }: ModelState): number {
  const dues = [...entries.values()].map(({ due_at }) => Date.parse(due_at ?? '')).filter((due) => due > nowMs);
  return Math.min(...dues, ...(dues.length > 0 ? [] : [nowMs]));
}

type Request = Exclude<Step, { action: 'pass' | 'await' | 'attempt' | 'sweep' | 'work' | 'look' | 'die' }>;

/** Apply the request of a caller; a rejection changes nothing. */
function request(model: ModelState, step: Request): void {
  try {
    if (step.action === 'resolve') {
      resolve(model, step.index, step.outcome);
      return;
    }
    const next = applyRequest(model, step);
    if (next) commitChange(model, next, step.action === 'retry' ? 'retried by a caller' : step.action);
    if (step.action === 'retry') model.seen.retriedByCaller++;
    if (step.action === 'retry' && next?.entries.some(({ state }) => state === 'continuing')) model.seen.resumed++;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

function applyRequest(model: ModelState, step: Exclude<Request, { action: 'resolve' }>): ContentState | null {
  const state = { content: model.content, entries: open(model) };
  const created = ++model.created;
  const ids = { groupId: `grp_${created}`, entryIds: [0, 1, 2].map((each) => `scd_${created}_${each}`) };
  const time = (delay: number) => at((model.nowMs - NOW_MS) / 1000 + delay);
  if (step.action === 'schedule') {
    const platforms = PLATFORMS.filter((_, index) => (step.platforms >> index) & 1);
    return schedule(model.content, platforms, time(step.delay), ids, model.nowMs);
  }
  if (step.action === 'retry') return retryFailed(model.content, ids, model.nowMs);
  if (step.action === 'ask') return updateContent(state, { status: step.status, editedBy: 'usr_1' }, ids, model.nowMs);
  if (step.action === 'rewrite') return rewrite(model, state, step, ids);
  if (step.action === 'move')
    return updateContent(state, { scheduled_at: time(step.delay), editedBy: 'usr_1' }, ids, model.nowMs);
  const entry = entryAt(model, step.index);
  return entry ? cancelEntry(state, entry, model.nowMs) : null;
}

function rewrite(
  model: ModelState,
  state: ContentState,
  { field, text }: Extract<Step, { action: 'rewrite' }>,
  ids: SchedulingIds,
): ContentState | null {
  const next = updateContent(state, { [field]: text, editedBy: 'usr_1' }, ids, model.nowMs);
  if (next && state.content.status === 'partially_published') model.seen.partsRewritten++;
  return next;
}

/** Resolve an unconfirmed target, which makes its outcome known. */
function resolve(model: ModelState, index: number, outcome: 'published' | 'named' | 'failed'): void {
  const targets = Object.values(model.content.targets);
  const target = targets[index % (targets.length || 1)];
  if (!target) return;
  const entry = model.entries.get(target.schedule_id)!;
  const named = { part: entry.parts.length, scheduleId: entry.id };
  const resolution =
    outcome === 'failed'
      ? { ...named, outcome }
      : { ...named, outcome: 'published' as const, platformPostId: outcome === 'named' ? 'p1' : null, url: null };
  const next = resolveUnconfirmed(model.content, entry, resolution, model.nowMs);
  if (!next) return;
  countInterrupted(model, commitChange(model, next, `resolved as ${outcome}`)!);
  if (outcome === 'failed') model.maybeLive.delete(partKey(entry));
  else model.maybeLive.add(partKey(entry));
  model.seen[outcome === 'failed' ? 'resolvedFailed' : 'resolvedPublished']++;
}

/** Handle a message about an entry, from any source at any time. */
function runWorker(model: ModelState, entry: ScheduleEntry | undefined): void {
  if (!entry) return;
  const verdict = decideNextAction(entry, model.nowMs, LIMIT_SECONDS);
  if (verdict.action === 'expire') {
    countInterrupted(model, commitChange(model, failAsTooLate(model.content, entry, model.nowMs), 'expire')!);
    model.seen.expired++;
  } else if (verdict.action === 'mark_unconfirmed') {
    commitChange(model, markUnconfirmedAfterCrash(model.content, entry, model.nowMs), 'mark_unconfirmed');
    model.seen.crashes++;
  } else if (verdict.action === 'reconcile') {
    model.checkers.push(entry);
  } else if (verdict.action === 'claim' && nextStep(model.content, entry) !== 'send') {
    commitChange(model, endContinued(model.content, entry, model.nowMs), 'ended');
  } else if (verdict.action === 'claim') {
    if (entry.state === 'claimed') model.seen.takeovers++;
    model.workers.push(
      commitChange(model, claim(model.content, entry, `att_${++model.created}`, model.nowMs), 'claim')!,
    );
  }
}

/** A worker performs its next step, unless its entry has changed since: starts to send, or settles. */
function work(model: ModelState, number: number, outcome: Outcome): void {
  const index = number % (model.workers.length || 1);
  const held = model.workers[index];
  if (!held) return;
  if (model.entries.get(held.id)?.version !== held.version) {
    model.workers.splice(index, 1);
    model.seen.fenced++;
    return;
  }
  // While the worker prepares, a platform can reject a post, or report that an earlier one is live.
  const isOver =
    outcome === 'rejected' || ((outcome === 'duplicate' || outcome === 'unresolved') && held.unconfirmed_send);
  if (held.state === 'claimed' && !isOver) {
    model.workers[index] = send(model, held);
    return;
  }
  model.workers.splice(index, 1);
  const ended = commitChange(model, ending(model, held, outcome), outcome)!;
  const isConfirmed = ended.state === 'published' || ended.parts.length > held.parts.length;
  if (!isConfirmed && ended.state !== 'unconfirmed') model.maybeLive.delete(partKey(held));
  if (ended.state === 'pending') model.seen.retries++;
  if (ended.state === 'continuing') model.seen[isConfirmed ? 'partsContinued' : 'partsRetried']++;
  countInterrupted(model, ended);
  if (ended.state === 'unconfirmed') {
    const again = outcome === 'unresolved' ? 'unresolved' : 'secondUnconfirmed';
    model.seen[held.unconfirmed_send ? again : 'unconfirmedSends']++;
  }
  if (isConfirmed || ended.state === 'unconfirmed') model.maybeLive.add(partKey(held));
  if (ended.state === 'published') {
    model.seen[outcome === 'duplicate' ? 'duplicates' : 'publications']++;
  }
}

function countInterrupted({ seen }: ModelState, { state }: ScheduleEntry): void {
  if (state === 'interrupted') seen.interrupted++;
}

function send(model: ModelState, held: ScheduleEntry): ScheduleEntry {
  checkInvariant(model, 'sends no second post to a platform that has one or may have one', () =>
    expect(model.maybeLive).not.toContain(partKey(held)),
  );
  checkInvariant(model, 'sends a part of a thread only while exactly the parts before it are live', () => {
    const live = [...model.maybeLive].filter((key) => key.startsWith(`${held.platform} `));
    expect(live.sort()).toEqual(held.parts.map((_, index) => `${held.platform} ${index}`));
  });
  checkInvariant(model, 'sends no post before its time', () =>
    expect(model.nowMs).toBeGreaterThanOrEqual(Date.parse(held.scheduled_at)),
  );
  model.maybeLive.add(partKey(held));
  model.seen.sends++;
  if (held.unconfirmed_send) model.seen.sentAfterUnconfirmed++;
  const sending = { preparedState: {}, key: SEND_KEY };
  return commitChange(model, startSending(model.content, held, sending, model.nowMs), 'send')!;
}

function ending({ content, nowMs }: ModelState, held: ScheduleEntry, outcome: Outcome): ContentState {
  if (outcome === 'unknown') return markUnconfirmed(content, held, UNANSWERED, nowMs);
  if (outcome === 'duplicate' && held.unconfirmed_send) return markPublished(content, held, live(held), nowMs);
  if (outcome === 'unresolved' && held.unconfirmed_send) return returnToUnconfirmed(content, held, UNANSWERED, nowMs);
  return applyPublishOutcome(content, held, settlementOf(outcome), nowMs, LIMIT_SECONDS);
}

function live({ unconfirmed_send }: ScheduleEntry): IdentifiedPost {
  const { sent_at } = unconfirmed_send!;
  const send = { key: SEND_KEY, sent_at, ended_at: null };
  return { platformPostId: 'p1', url: null, publishedAtMs: Date.parse(sent_at), send };
}

function settlementOf(outcome: Exclude<Outcome, 'unknown'>): PublishOutcome {
  if (outcome === 'published') return { outcome, platformPostId: 'p1', url: null };
  if (outcome === 'rejected' || outcome === 'duplicate' || outcome === 'unresolved')
    return { outcome: 'rejected', error: DECLINED };
  return { outcome: 'retry', error: DECLINED, retryAfterSeconds: outcome === 'retry' ? null : 20_000 };
}

/** Apply the result of a check, unless its entry has changed since. */
function look(model: ModelState, index: number, finding: Finding): void {
  const [held] = model.checkers.splice(index % (model.checkers.length || 1), 1);
  if (!held) return;
  if (model.entries.get(held.id)?.version !== held.version) {
    model.seen.checkFenced++;
    return;
  }
  const { content, nowMs } = model;
  if (finding === 'live') {
    countInterrupted(model, commitChange(model, markPublished(content, held, live(held), nowMs), finding)!);
    model.seen.foundLive++;
  } else if (finding === 'not_live') {
    countInterrupted(model, commitChange(model, markNotPublished(content, held, nowMs, LIMIT_SECONDS), finding)!);
    model.maybeLive.delete(partKey(held));
    model.seen.foundNotLive++;
  } else if (finding === 'impossible') {
    model.uncheckable.add(held.id);
    commitChange(model, stopChecking(content, held, nowMs), finding);
    model.seen.checkImpossible++;
  } else {
    const after = commitChange(model, scheduleNextCheck(content, held, nowMs, LIMIT_SECONDS), finding)!;
    model.seen[after.due_at ? 'notSeen' : 'checksExhausted']++;
  }
}

/** Run the remaining checks without a result: after the last one, no check is scheduled. */
function exhaustReconciliation(model: ModelState): void {
  const unconfirmed = () => [...model.entries.values()].filter(({ state }) => state === 'unconfirmed');
  for (let checks = 0; checks < RECONCILE_DELAYS_SECONDS.length; checks++) {
    for (const entry of unconfirmed().filter(({ due_at }) => due_at !== null)) {
      model.nowMs = Math.max(model.nowMs, Date.parse(entry.due_at!));
      expect(decideNextAction(entry, model.nowMs, LIMIT_SECONDS).action).toBe('reconcile');
      commitChange(model, scheduleNextCheck(model.content, entry, model.nowMs, LIMIT_SECONDS), 'not_seen');
    }
  }
  expect(unconfirmed().filter(({ due_at }) => due_at !== null)).toEqual([]);
}

/** Return the open entries, which the rules of an item receive. */
function open({ content, entries }: ModelState): ScheduleEntry[] {
  return Object.values(content.targets)
    .filter((target) => target.status === 'pending' || target.status === 'publishing')
    .map((target) => entries.get(target.schedule_id)!);
}
