import { expect } from 'vitest';
import { ApiError } from '../../../lib/domain/api-error.ts';
import type { ContentState } from '../../../lib/domain/content/content.ts';
import { updateContent } from '../../../lib/domain/content/content-update.ts';
import {
  applyPublishOutcome,
  claim,
  decideNextAction,
  failAsTooLate,
  type PublishOutcome,
  startSending,
} from '../../../lib/domain/content/publish-transitions.ts';
import type { ScheduleEntry } from '../../../lib/domain/content/schedule-entry.ts';
import { cancelEntry, retryFailed, schedule } from '../../../lib/domain/content/scheduling.ts';
import {
  markNotPublished,
  markPublished,
  markUnconfirmed,
  markUnconfirmedAfterCrash,
  RECONCILE_DELAYS_SECONDS,
  resolveUnconfirmed,
  scheduleNextCheck,
  stopChecking,
} from '../../../lib/domain/content/unconfirmed-transitions.ts';
import { PLATFORMS } from '../../../lib/domain/platform.ts';
import { at, DECLINED, draft, LIMIT_SECONDS, NOW_MS, UNANSWERED } from './items.ts';
import {
  checkInvariant,
  checkItemInvariants,
  commitChange,
  type Invariant,
  type ModelState,
  type Observed,
} from './lifecycle-invariants.ts';

/** How an attempt ends. `duplicate`: the platform says that it has this post already. */
type Outcome = 'published' | 'rejected' | 'retry' | 'retry-late' | 'unknown' | 'duplicate';

/** What the platform says when it is asked about a post whose outcome is not known. */
type Finding = 'live' | 'not_live' | 'not_seen' | 'impossible';

/** One thing that happens to an item. Indexes are taken modulo what there is, the newest first. */
export type Step =
  | { action: 'schedule'; platforms: number; delay: number }
  | { action: 'ask'; status: 'draft' | 'cancelled' | 'published' }
  | { action: 'rewrite'; title: string }
  | { action: 'move'; delay: number }
  | { action: 'cancel'; index: number }
  | { action: 'resolve'; index: number; outcome: 'published' | 'failed' }
  | { action: 'retry' }
  | { action: 'wake'; index: number }
  | { action: 'work'; index: number; outcome: Outcome }
  | { action: 'look'; index: number; finding: Finding }
  | { action: 'die'; index: number }
  | { action: 'sweep' }
  | { action: 'await' }
  | { action: 'pass'; seconds: number };

/** Takes an item for so many platforms through the steps, and throws where the law is broken. */
export function runLifecycle(law: Invariant, platforms: number, steps: Step[], seen: Observed): void {
  const { content } = draft(...PLATFORMS.slice(0, platforms));
  const model: ModelState = {
    nowMs: NOW_MS,
    content,
    entries: new Map(),
    workers: [],
    lookers: [],
    maybeLive: new Set(),
    doubts: new Map(),
    unlookable: new Set(),
    made: 0,
    seen,
    law,
  };
  for (const step of steps) {
    take(model, step);
    checkItemInvariants(model);
  }
  checkInvariant(model, 'leaves nothing unconfirmed with a look due for ever', () =>
    exhaustReconciliation(model),
  );
}

function take(model: ModelState, step: Step): void {
  if (step.action === 'pass') model.nowMs += step.seconds * 1000;
  else if (step.action === 'await') model.nowMs = Math.max(model.nowMs, nextDueMs(model));
  else if (step.action === 'wake') wake(model, entryAt(model, step.index));
  else if (step.action === 'sweep') for (const entry of [...model.entries.values()]) wake(model, entry);
  else if (step.action === 'work') work(model, step.index, step.outcome);
  else if (step.action === 'look') look(model, step.index, step.finding);
  else if (step.action === 'die') model.workers.splice(step.index % (model.workers.length || 1), 1);
  else request(model, step);
}

function entryAt(model: ModelState, index: number): ScheduleEntry | undefined {
  return [...model.entries.values()].at(-1 - (index % (model.entries.size || 1)));
}

/** When something is due next that is not due yet. */
function nextDueMs({ nowMs, entries }: ModelState): number {
  const dues = [...entries.values()]
    .map(({ due_at }) => Date.parse(due_at ?? ''))
    .filter((due) => due > nowMs);
  return Math.min(...dues, ...(dues.length > 0 ? [] : [nowMs]));
}

type Request = Exclude<Step, { action: 'pass' | 'await' | 'wake' | 'sweep' | 'work' | 'look' | 'die' }>;

/** What a caller asks for; a refusal changes nothing. */
function request(model: ModelState, step: Request): void {
  try {
    if (step.action === 'resolve') {
      say(model, step.index, step.outcome);
      return;
    }
    const next = asked(model, step);
    if (next) commitChange(model, next, step.action === 'retry' ? 'retried by a person' : step.action);
    if (step.action === 'retry') model.seen.retriedByPerson++;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

function asked(model: ModelState, step: Exclude<Request, { action: 'resolve' }>): ContentState | null {
  const state = { content: model.content, entries: open(model) };
  const made = ++model.made;
  const ids = { groupId: `grp_${made}`, entryIds: [0, 1, 2].map((each) => `scd_${made}_${each}`) };
  const time = (delay: number) => at((model.nowMs - NOW_MS) / 1000 + delay);
  if (step.action === 'schedule') {
    const platforms = PLATFORMS.filter((_, place) => (step.platforms >> place) & 1);
    return schedule(model.content, platforms, time(step.delay), ids, model.nowMs);
  }
  if (step.action === 'retry') return retryFailed(model.content, ids, model.nowMs);
  if (step.action === 'ask') return updateContent(state, { status: step.status }, ids, model.nowMs);
  if (step.action === 'rewrite') return updateContent(state, { title: step.title }, ids, model.nowMs);
  if (step.action === 'move')
    return updateContent(state, { scheduled_at: time(step.delay) }, ids, model.nowMs);
  const entry = entryAt(model, step.index);
  return entry ? cancelEntry(state, entry, model.nowMs) : null;
}

/** A person says what became of a target. From then on that is what is known of it. */
function say(model: ModelState, index: number, outcome: 'published' | 'failed'): void {
  const targets = Object.values(model.content.targets);
  const target = targets[index % (targets.length || 1)];
  if (!target) return;
  const word =
    outcome === 'published' ? { outcome, platformPostId: null, url: null } : { outcome: 'failed' as const };
  const next = resolveUnconfirmed(model.content, model.entries.get(target.schedule_id)!, word, model.nowMs);
  if (!next) return;
  commitChange(model, next, `said to be ${outcome}`);
  if (outcome === 'failed') model.maybeLive.delete(target.platform);
  model.seen[outcome === 'failed' ? 'saidFailed' : 'saidPublished']++;
}

/** A message about an entry arrives, from whomever, whenever. */
function wake(model: ModelState, entry: ScheduleEntry | undefined): void {
  if (!entry) return;
  const verdict = decideNextAction(entry, model.nowMs, LIMIT_SECONDS);
  if (verdict.action === 'expire') {
    commitChange(model, failAsTooLate(model.content, entry, model.nowMs), 'expire');
    model.seen.givenUp++;
  } else if (verdict.action === 'mark_unconfirmed') {
    commitChange(model, markUnconfirmedAfterCrash(model.content, entry, model.nowMs), 'mark_unconfirmed');
    model.seen.ownersDied++;
  } else if (verdict.action === 'reconcile') {
    model.lookers.push(entry);
  } else if (verdict.action === 'claim') {
    if (entry.state === 'claimed') model.seen.takeovers++;
    model.workers.push(
      commitChange(model, claim(model.content, entry, `att_${++model.made}`, model.nowMs), 'claim')!,
    );
  }
}

/** A worker does its next step, if nobody has moved its entry since: starts to send, or settles. */
function work(model: ModelState, index: number, outcome: Outcome): void {
  const place = index % (model.workers.length || 1);
  const held = model.workers[place];
  if (!held) return;
  if (model.entries.get(held.id)?.version !== held.version) {
    model.workers.splice(place, 1);
    model.seen.fenced++;
    return;
  }
  // While it prepares, a platform can refuse a post, or say that an earlier one is live.
  const isOver = outcome === 'rejected' || (outcome === 'duplicate' && held.unconfirmed_send);
  if (held.state === 'claimed' && !isOver) {
    model.workers[place] = send(model, held);
    return;
  }
  model.workers.splice(place, 1);
  const ended = commitChange(model, ending(model, held, outcome), outcome)!;
  if (ended.state === 'pending' || ended.state === 'failed') model.maybeLive.delete(held.platform);
  if (ended.state === 'pending') model.seen.retries++;
  if (ended.state === 'unconfirmed') model.seen[held.unconfirmed_send ? 'secondDoubts' : 'doubts']++;
  if (ended.state === 'published') {
    model.maybeLive.add(held.platform);
    model.seen[outcome === 'duplicate' ? 'duplicates' : 'publications']++;
  }
}

function send(model: ModelState, held: ScheduleEntry): ScheduleEntry {
  checkInvariant(model, 'sends no second post to a platform that has one or may have one', () =>
    expect(model.maybeLive).not.toContain(held.platform),
  );
  checkInvariant(model, 'sends nothing before its time', () =>
    expect(model.nowMs).toBeGreaterThanOrEqual(Date.parse(held.scheduled_at)),
  );
  model.maybeLive.add(held.platform);
  model.seen.sends++;
  if (held.unconfirmed_send) model.seen.sentAfterDoubt++;
  return commitChange(model, startSending(model.content, held, {}, model.nowMs), 'send')!;
}

function ending({ content, nowMs }: ModelState, held: ScheduleEntry, outcome: Outcome): ContentState {
  if (outcome === 'unknown') return markUnconfirmed(content, held, UNANSWERED, nowMs);
  if (outcome === 'duplicate' && held.unconfirmed_send) return markPublished(content, held, LIVE, nowMs);
  return applyPublishOutcome(content, held, settlementOf(outcome), nowMs, LIMIT_SECONDS);
}

const LIVE = { platformPostId: 'p1', url: null, publishedAtMs: null };

function settlementOf(outcome: Exclude<Outcome, 'unknown'>): PublishOutcome {
  if (outcome === 'published') return { outcome, platformPostId: 'p1', url: null };
  if (outcome === 'rejected' || outcome === 'duplicate') return { outcome: 'rejected', error: DECLINED };
  return { outcome: 'retry', error: DECLINED, retryAfterSeconds: outcome === 'retry' ? null : 20_000 };
}

/** The platform answers somebody who asked about a post, unless its entry has been moved since. */
function look(model: ModelState, index: number, finding: Finding): void {
  const [held] = model.lookers.splice(index % (model.lookers.length || 1), 1);
  if (!held) return;
  if (model.entries.get(held.id)?.version !== held.version) {
    model.seen.lookFenced++;
    return;
  }
  const { content, nowMs } = model;
  if (finding === 'live') {
    commitChange(model, markPublished(content, held, LIVE, nowMs), finding);
    model.seen.foundLive++;
  } else if (finding === 'not_live') {
    commitChange(model, markNotPublished(content, held, nowMs, LIMIT_SECONDS), finding);
    model.maybeLive.delete(held.platform);
    model.seen.foundNotLive++;
  } else if (finding === 'impossible') {
    model.unlookable.add(held.id);
    commitChange(model, stopChecking(content, held, nowMs), finding);
    model.seen.lookImpossible++;
  } else {
    const after = commitChange(model, scheduleNextCheck(content, held, nowMs), finding)!;
    model.seen[after.due_at ? 'notSeen' : 'looksOver']++;
  }
}

/** From here on the platform never says anything: after as many looks as there are, nobody looks any more. */
function exhaustReconciliation(model: ModelState): void {
  const doubted = () => [...model.entries.values()].filter(({ state }) => state === 'unconfirmed');
  for (let looks = 0; looks < RECONCILE_DELAYS_SECONDS.length; looks++) {
    for (const entry of doubted().filter(({ due_at }) => due_at !== null)) {
      model.nowMs = Math.max(model.nowMs, Date.parse(entry.due_at!));
      expect(decideNextAction(entry, model.nowMs, LIMIT_SECONDS).action).toBe('reconcile');
      commitChange(model, scheduleNextCheck(model.content, entry, model.nowMs), 'not_seen');
    }
  }
  expect(doubted().filter(({ due_at }) => due_at !== null)).toEqual([]);
}

/** The entries a rule about the item is given: those still on their way. */
function open({ content, entries }: ModelState): ScheduleEntry[] {
  return Object.values(content.targets)
    .filter((target) => target.status === 'pending' || target.status === 'publishing')
    .map((target) => entries.get(target.schedule_id)!);
}
