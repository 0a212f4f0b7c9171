import { expect } from 'vitest';
import type { ContentState } from '../../lib/domain/content.ts';
import { edit } from '../../lib/domain/content-editing.ts';
import type { Entry } from '../../lib/domain/entry.ts';
import { PLATFORMS } from '../../lib/domain/platform.ts';
import {
  claim,
  giveUp,
  type Settlement,
  settle,
  startSending,
  verdictOn,
} from '../../lib/domain/publishing.ts';
import {
  CHECK_SECONDS,
  callUnconfirmed,
  confirm,
  denyLive,
  doubt,
  leaveInDoubt,
  resolve,
  stillInDoubt,
} from '../../lib/domain/reconciliation.ts';
import { Refusal } from '../../lib/domain/refusal.ts';
import { cancelEntry, retryFailed, schedule } from '../../lib/domain/scheduling.ts';
import { at, DECLINED, draft, LIMIT_SECONDS, NOW_MS, UNANSWERED } from './items.ts';
import { commit, hold, holdItem, type Law, type Seen, type World } from './lifecycle-laws.ts';

/** How an attempt ends. `duplicate`: the platform says that it has this post already. */
type Outcome = 'published' | 'rejected' | 'retry' | 'retry-late' | 'unknown' | 'duplicate';

/** What the platform says when it is asked about a post whose outcome is not known. */
type Finding = 'live' | 'not_live' | 'not_seen' | 'impossible';

/** One thing that happens to an item. Indexes are taken modulo what there is, the newest first. */
export type Step =
  | { act: 'schedule'; platforms: number; delay: number }
  | { act: 'ask'; status: 'draft' | 'cancelled' | 'published' }
  | { act: 'rewrite'; title: string }
  | { act: 'move'; delay: number }
  | { act: 'cancel'; index: number }
  | { act: 'resolve'; index: number; outcome: 'published' | 'failed' }
  | { act: 'retry' }
  | { act: 'wake'; index: number }
  | { act: 'work'; index: number; outcome: Outcome }
  | { act: 'look'; index: number; finding: Finding }
  | { act: 'die'; index: number }
  | { act: 'sweep' }
  | { act: 'await' }
  | { act: 'pass'; seconds: number };

/** Takes an item for so many platforms through the steps, and throws where the law is broken. */
export function runLifecycle(law: Law, platforms: number, steps: Step[], seen: Seen): void {
  const { content } = draft(...PLATFORMS.slice(0, platforms));
  const world: World = {
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
    take(world, step);
    holdItem(world);
  }
  hold(world, 'leaves nothing unconfirmed with a look due for ever', () => lookInVain(world));
}

function take(world: World, step: Step): void {
  if (step.act === 'pass') world.nowMs += step.seconds * 1000;
  else if (step.act === 'await') world.nowMs = Math.max(world.nowMs, nextDueMs(world));
  else if (step.act === 'wake') wake(world, entryAt(world, step.index));
  else if (step.act === 'sweep') for (const entry of [...world.entries.values()]) wake(world, entry);
  else if (step.act === 'work') work(world, step.index, step.outcome);
  else if (step.act === 'look') look(world, step.index, step.finding);
  else if (step.act === 'die') world.workers.splice(step.index % (world.workers.length || 1), 1);
  else request(world, step);
}

function entryAt(world: World, index: number): Entry | undefined {
  return [...world.entries.values()].at(-1 - (index % (world.entries.size || 1)));
}

/** When something is due next that is not due yet. */
function nextDueMs({ nowMs, entries }: World): number {
  const dues = [...entries.values()]
    .map(({ due_at }) => Date.parse(due_at ?? ''))
    .filter((due) => due > nowMs);
  return Math.min(...dues, ...(dues.length > 0 ? [] : [nowMs]));
}

type Request = Exclude<Step, { act: 'pass' | 'await' | 'wake' | 'sweep' | 'work' | 'look' | 'die' }>;

/** What a caller asks for; a refusal changes nothing. */
function request(world: World, step: Request): void {
  try {
    if (step.act === 'resolve') {
      say(world, step.index, step.outcome);
      return;
    }
    const next = asked(world, step);
    if (next) commit(world, next, step.act === 'retry' ? 'retried by a person' : step.act);
    if (step.act === 'retry') world.seen.retriedByPerson++;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

function asked(world: World, step: Exclude<Request, { act: 'resolve' }>): ContentState | null {
  const state = { content: world.content, entries: open(world) };
  const made = ++world.made;
  const ids = { groupId: `grp_${made}`, entryIds: [0, 1, 2].map((each) => `scd_${made}_${each}`) };
  const time = (delay: number) => at((world.nowMs - NOW_MS) / 1000 + delay);
  if (step.act === 'schedule') {
    const platforms = PLATFORMS.filter((_, place) => (step.platforms >> place) & 1);
    return schedule(world.content, platforms, time(step.delay), ids, world.nowMs);
  }
  if (step.act === 'retry') return retryFailed(world.content, ids, world.nowMs);
  if (step.act === 'ask') return edit(state, { status: step.status }, ids, world.nowMs);
  if (step.act === 'rewrite') return edit(state, { title: step.title }, ids, world.nowMs);
  if (step.act === 'move') return edit(state, { scheduled_at: time(step.delay) }, ids, world.nowMs);
  const entry = entryAt(world, step.index);
  return entry ? cancelEntry(state, entry, world.nowMs) : null;
}

/** A person says what became of a target. From then on that is what is known of it. */
function say(world: World, index: number, outcome: 'published' | 'failed'): void {
  const targets = Object.values(world.content.targets);
  const target = targets[index % (targets.length || 1)];
  if (!target) return;
  const word =
    outcome === 'published' ? { outcome, platformPostId: null, url: null } : { outcome: 'failed' as const };
  const next = resolve(world.content, world.entries.get(target.schedule_id)!, word, world.nowMs);
  if (!next) return;
  commit(world, next, `said to be ${outcome}`);
  if (outcome === 'failed') world.maybeLive.delete(target.platform);
  world.seen[outcome === 'failed' ? 'saidFailed' : 'saidPublished']++;
}

/** A message about an entry arrives, from whomever, whenever. */
function wake(world: World, entry: Entry | undefined): void {
  if (!entry) return;
  const verdict = verdictOn(entry, world.nowMs, LIMIT_SECONDS);
  if (verdict.act === 'give_up') {
    commit(world, giveUp(world.content, entry, world.nowMs), 'give_up');
    world.seen.givenUp++;
  } else if (verdict.act === 'call_unconfirmed') {
    commit(world, callUnconfirmed(world.content, entry, world.nowMs), 'call_unconfirmed');
    world.seen.ownersDied++;
  } else if (verdict.act === 'reconcile') {
    world.lookers.push(entry);
  } else if (verdict.act === 'claim') {
    if (entry.state === 'claimed') world.seen.takeovers++;
    world.workers.push(
      commit(world, claim(world.content, entry, `att_${++world.made}`, world.nowMs), 'claim')!,
    );
  }
}

/** A worker does its next step, if nobody has moved its entry since: starts to send, or settles. */
function work(world: World, index: number, outcome: Outcome): void {
  const place = index % (world.workers.length || 1);
  const held = world.workers[place];
  if (!held) return;
  if (world.entries.get(held.id)?.version !== held.version) {
    world.workers.splice(place, 1);
    world.seen.fenced++;
    return;
  }
  // While it prepares, a platform can refuse a post, or say that an earlier one is live.
  const isOver = outcome === 'rejected' || (outcome === 'duplicate' && held.doubt);
  if (held.state === 'claimed' && !isOver) {
    world.workers[place] = send(world, held);
    return;
  }
  world.workers.splice(place, 1);
  const ended = commit(world, ending(world, held, outcome), outcome)!;
  if (ended.state === 'pending' || ended.state === 'failed') world.maybeLive.delete(held.platform);
  if (ended.state === 'pending') world.seen.retries++;
  if (ended.state === 'unconfirmed') world.seen[held.doubt ? 'secondDoubts' : 'doubts']++;
  if (ended.state === 'published') {
    world.maybeLive.add(held.platform);
    world.seen[outcome === 'duplicate' ? 'duplicates' : 'publications']++;
  }
}

function send(world: World, held: Entry): Entry {
  hold(world, 'sends no second post to a platform that has one or may have one', () =>
    expect(world.maybeLive).not.toContain(held.platform),
  );
  hold(world, 'sends nothing before its time', () =>
    expect(world.nowMs).toBeGreaterThanOrEqual(Date.parse(held.scheduled_at)),
  );
  world.maybeLive.add(held.platform);
  world.seen.sends++;
  if (held.doubt) world.seen.sentAfterDoubt++;
  return commit(world, startSending(world.content, held, {}, world.nowMs), 'send')!;
}

function ending({ content, nowMs }: World, held: Entry, outcome: Outcome): ContentState {
  if (outcome === 'unknown') return doubt(content, held, UNANSWERED, nowMs);
  if (outcome === 'duplicate' && held.doubt) return confirm(content, held, LIVE, nowMs);
  return settle(content, held, settlementOf(outcome), nowMs, LIMIT_SECONDS);
}

const LIVE = { platformPostId: 'p1', url: null, publishedAtMs: null };

function settlementOf(outcome: Exclude<Outcome, 'unknown'>): Settlement {
  if (outcome === 'published') return { outcome, platformPostId: 'p1', url: null };
  if (outcome === 'rejected' || outcome === 'duplicate') return { outcome: 'rejected', error: DECLINED };
  return { outcome: 'retry', error: DECLINED, retryAfterSeconds: outcome === 'retry' ? null : 20_000 };
}

/** The platform answers somebody who asked about a post, unless its entry has been moved since. */
function look(world: World, index: number, finding: Finding): void {
  const [held] = world.lookers.splice(index % (world.lookers.length || 1), 1);
  if (!held) return;
  if (world.entries.get(held.id)?.version !== held.version) {
    world.seen.lookFenced++;
    return;
  }
  const { content, nowMs } = world;
  if (finding === 'live') {
    commit(world, confirm(content, held, LIVE, nowMs), finding);
    world.seen.foundLive++;
  } else if (finding === 'not_live') {
    commit(world, denyLive(content, held, nowMs, LIMIT_SECONDS), finding);
    world.maybeLive.delete(held.platform);
    world.seen.foundNotLive++;
  } else if (finding === 'impossible') {
    world.unlookable.add(held.id);
    commit(world, leaveInDoubt(content, held, nowMs), finding);
    world.seen.lookImpossible++;
  } else {
    const after = commit(world, stillInDoubt(content, held, nowMs), finding)!;
    world.seen[after.due_at ? 'notSeen' : 'looksOver']++;
  }
}

/** From here on the platform never says anything: after as many looks as there are, nobody looks any more. */
function lookInVain(world: World): void {
  const doubted = () => [...world.entries.values()].filter(({ state }) => state === 'unconfirmed');
  for (let looks = 0; looks < CHECK_SECONDS.length; looks++) {
    for (const entry of doubted().filter(({ due_at }) => due_at !== null)) {
      world.nowMs = Math.max(world.nowMs, Date.parse(entry.due_at!));
      expect(verdictOn(entry, world.nowMs, LIMIT_SECONDS).act).toBe('reconcile');
      commit(world, stillInDoubt(world.content, entry, world.nowMs), 'not_seen');
    }
  }
  expect(doubted().filter(({ due_at }) => due_at !== null)).toEqual([]);
}

/** The entries a rule about the item is given: those still on their way. */
function open({ content, entries }: World): Entry[] {
  return Object.values(content.targets)
    .filter((target) => target.status === 'pending' || target.status === 'publishing')
    .map((target) => entries.get(target.schedule_id)!);
}
