import { expect } from 'vitest';
import { type Content, type ContentState, deriveStatus } from '../../lib/domain/content.ts';
import { edit } from '../../lib/domain/content-editing.ts';
import { type Entry, statusOf } from '../../lib/domain/entry.ts';
import { PLATFORMS, type Platform } from '../../lib/domain/platform.ts';
import {
  callUnconfirmed,
  claim,
  giveUp,
  type Settlement,
  settle,
  startSending,
  verdictOn,
} from '../../lib/domain/publishing.ts';
import { Refusal } from '../../lib/domain/refusal.ts';
import { cancelEntry, schedule } from '../../lib/domain/scheduling.ts';
import { at, DECLINED, draft, LIMIT_SECONDS, NOW_MS } from './items.ts';

/** One thing that happens to an item. Indexes are taken modulo what there is. */
export type Step =
  | { act: 'schedule'; platforms: number; delay: number }
  | { act: 'ask'; status: 'draft' | 'cancelled' | 'published' }
  | { act: 'rewrite'; title: string }
  | { act: 'move'; delay: number }
  | { act: 'cancel'; index: number }
  | { act: 'wake'; index: number }
  | { act: 'work'; index: number; outcome: 'published' | 'rejected' | 'retry' | 'retry-late' | 'unknown' }
  | { act: 'die'; index: number }
  | { act: 'pass'; seconds: number };

/** What holds whatever happens; a run is held against one of them. */
export const LAWS = [
  'sends no second post to a platform that has one or may have one',
  'sends nothing before its time',
  'changes nothing that is published, failed, unconfirmed or cancelled',
  'puts what was sending back to pending only when its attempt ended as a retry',
  'neither claims nor cancels what is sending',
  'gives a new entry only to a platform without one, or with a failed or cancelled one',
  'keeps the text once a platform has it or may have it',
  'gives the item always the status its targets say',
  'shows every target as its entry is',
  'has one open entry at most for a platform, the current one',
  'looks after every open entry and after no other',
] as const;

export type Law = (typeof LAWS)[number];

/** How often the runs came by each interesting place. */
export interface Seen {
  sends: number;
  retries: number;
  publications: number;
  unconfirmed: number;
  takeovers: number;
  givenUp: number;
  fenced: number;
}

/**
 * An item, its entries by id as the table would keep them, the workers that hold an entry as they last read
 * it, and what each platform may have received. Writes are conditional on the version that was read, as
 * those of the table are; the item is always read anew.
 */
interface World {
  nowMs: number;
  content: Content;
  entries: Map<string, Entry>;
  workers: Entry[];
  /** Platforms that have the post, or may have it: sent, and not known to have been refused. */
  maybeLive: Set<Platform>;
  made: number;
  seen: Seen;
  law: Law;
}

function hold({ law }: World, held: Law, check: () => void): void {
  if (law === held) check();
}

/** Takes an item for so many platforms through the steps, and throws where the law is broken. */
export function runLifecycle(law: Law, platforms: number, steps: Step[], seen: Seen): void {
  const { content } = draft(...PLATFORMS.slice(0, platforms));
  const world: World = {
    nowMs: NOW_MS,
    content,
    entries: new Map(),
    workers: [],
    maybeLive: new Set(),
    made: 0,
    seen,
    law,
  };
  for (const step of steps) {
    take(world, step);
    holdItem(world);
  }
}

function take(world: World, step: Step): void {
  if (step.act === 'pass') world.nowMs += step.seconds * 1000;
  else if (step.act === 'wake') wake(world, step.index);
  else if (step.act === 'work') work(world, step.index, step.outcome);
  else if (step.act === 'die') world.workers.splice(step.index % (world.workers.length || 1), 1);
  else request(world, step);
}

/** What a caller asks for; a refusal changes nothing. */
function request(
  world: World,
  step: Extract<Step, { act: 'schedule' | 'ask' | 'rewrite' | 'move' | 'cancel' }>,
) {
  const state = { content: world.content, entries: open(world) };
  const made = ++world.made;
  const ids = { groupId: `grp_${made}`, entryIds: [0, 1, 2].map((each) => `scd_${made}_${each}`) };
  const time = (delay: number) => at((world.nowMs - NOW_MS) / 1000 + delay);
  const change = () => {
    if (step.act === 'schedule') {
      const platforms = PLATFORMS.filter((_, place) => (step.platforms >> place) & 1);
      return schedule(world.content, platforms, time(step.delay), ids, world.nowMs);
    }
    if (step.act === 'ask') return edit(state, { status: step.status }, ids, world.nowMs);
    if (step.act === 'rewrite') return edit(state, { title: step.title }, ids, world.nowMs);
    if (step.act === 'move') return edit(state, { scheduled_at: time(step.delay) }, ids, world.nowMs);
    const entry = [...world.entries.values()][step.index % (world.entries.size || 1)];
    return entry ? cancelEntry(state, entry, world.nowMs) : null;
  };
  let next: ContentState | null;
  try {
    next = change();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return;
  }
  if (next) commit(world, next, step.act);
}

/** A message about an entry arrives, from whomever, whenever. */
function wake(world: World, index: number): void {
  const entry = [...world.entries.values()][index % (world.entries.size || 1)];
  if (!entry) return;
  const verdict = verdictOn(entry, world.nowMs, LIMIT_SECONDS);
  if (verdict.act === 'give_up') {
    commit(world, giveUp(world.content, entry, world.nowMs), 'give_up');
    world.seen.givenUp++;
  } else if (verdict.act === 'call_unconfirmed') {
    commit(world, callUnconfirmed(world.content, entry, world.nowMs), 'call_unconfirmed');
    world.seen.unconfirmed++;
  } else if (verdict.act === 'claim') {
    if (entry.state === 'claimed') world.seen.takeovers++;
    world.workers.push(
      commit(world, claim(world.content, entry, `att_${++world.made}`, world.nowMs), 'claim')!,
    );
  }
}

/** A worker does its next step, if nobody has moved its entry since: starts to send, or settles. */
function work(world: World, index: number, outcome: Extract<Step, { act: 'work' }>['outcome']): void {
  const place = index % (world.workers.length || 1);
  const held = world.workers[place];
  if (!held) return;
  if (world.entries.get(held.id)?.version !== held.version) {
    world.workers.splice(place, 1);
    world.seen.fenced++;
    return;
  }
  if (held.state === 'claimed' && outcome !== 'rejected') {
    hold(world, 'sends no second post to a platform that has one or may have one', () =>
      expect(world.maybeLive).not.toContain(held.platform),
    );
    hold(world, 'sends nothing before its time', () =>
      expect(world.nowMs).toBeGreaterThanOrEqual(Date.parse(held.scheduled_at)),
    );
    world.workers[place] = commit(world, startSending(world.content, held, {}, world.nowMs), 'send')!;
    world.maybeLive.add(held.platform);
    world.seen.sends++;
    return;
  }
  const next = settle(world.content, held, settlementOf(outcome), world.nowMs, LIMIT_SECONDS);
  const ended = commit(world, next, outcome)!;
  world.workers.splice(place, 1);
  if (ended.state === 'pending' || ended.state === 'failed') world.maybeLive.delete(held.platform);
  if (ended.state === 'pending') world.seen.retries++;
  if (ended.state === 'published') world.seen.publications++;
}

function settlementOf(outcome: Extract<Step, { act: 'work' }>['outcome']): Settlement {
  if (outcome === 'published') return { outcome, platformPostId: 'p1', url: null };
  if (outcome === 'rejected' || outcome === 'unknown') return { outcome, error: DECLINED };
  return { outcome: 'retry', error: DECLINED, retryAfterSeconds: outcome === 'retry' ? null : 20_000 };
}

/** Writes one change, and holds it against what no change may do. Answers the first entry of it. */
function commit(world: World, next: ContentState, why: string): Entry | undefined {
  hold(world, 'keeps the text once a platform has it or may have it', () => {
    if (world.maybeLive.size > 0) expect(next.content.title).toBe(world.content.title);
  });
  for (const entry of next.entries) {
    const old = world.entries.get(entry.id);
    if (old) holdChange(world, old, entry, why);
    else holdNew(world, entry);
    world.entries.set(entry.id, { ...entry, version: (old?.version ?? -1) + 1 });
  }
  world.content = next.content;
  return next.entries[0] && world.entries.get(next.entries[0].id);
}

function holdChange(world: World, old: Entry, entry: Entry, why: string): void {
  hold(world, 'changes nothing that is published, failed, unconfirmed or cancelled', () =>
    expect(['pending', 'claimed', 'sending']).toContain(old.state),
  );
  if (old.state !== 'sending') return;
  hold(world, 'puts what was sending back to pending only when its attempt ended as a retry', () => {
    if (entry.state === 'pending') expect(why).toMatch(/^retry/);
  });
  hold(world, 'neither claims nor cancels what is sending', () =>
    expect(['claimed', 'cancelled']).not.toContain(entry.state),
  );
}

function holdNew(world: World, entry: Entry): void {
  const status = world.content.targets[entry.platform]?.status ?? 'none';
  hold(world, 'gives a new entry only to a platform without one, or with a failed or cancelled one', () =>
    expect(['none', 'failed', 'cancelled']).toContain(status),
  );
}

/** What is true of an item at every moment. */
function holdItem(world: World): void {
  const { content, entries } = world;
  hold(world, 'gives the item always the status its targets say', () =>
    expect(content.status).toBe(deriveStatus(content.targets, content.resting_status)),
  );
  hold(world, 'shows every target as its entry is', () => {
    for (const target of Object.values(content.targets)) {
      const { state, scheduled_at, published_at, platform_post_id, error } = entries.get(target.schedule_id)!;
      const shown = { status: statusOf(state), scheduled_at, published_at, platform_post_id, error };
      expect(target).toMatchObject(shown);
    }
  });
  for (const entry of entries.values()) {
    const isOpen = ['pending', 'publishing'].includes(statusOf(entry.state));
    hold(world, 'has one open entry at most for a platform, the current one', () => {
      if (isOpen) expect(content.targets[entry.platform]?.schedule_id).toBe(entry.id);
    });
    hold(world, 'looks after every open entry and after no other', () =>
      expect(entry.due_at !== null).toBe(isOpen),
    );
  }
}

/** The entries a rule about the item is given: those still on their way. */
function open({ content, entries }: World): Entry[] {
  return Object.values(content.targets)
    .filter((target) => target.status === 'pending' || target.status === 'publishing')
    .map((target) => entries.get(target.schedule_id)!);
}
