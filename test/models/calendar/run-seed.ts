import { expect, vi } from 'vitest';
import { note, traceOf } from '../../functions/seeded/trace.ts';
import { endAllHalts, endHalt, halt } from './halting.ts';
import { importFile, undoImport } from './importing.ts';
import type { Item, Workspace } from './model.ts';
import { cancel, duplicate, edit, reschedule, retry, schedule } from './planning.ts';
import {
  changeSlots,
  duplicateInQueue,
  enqueue,
  enqueueTogether,
  pauseOrResume,
  resumeAll,
  viewSlots,
} from './queueing.ts';
import { changeRecurrence, checkRecurrence, recur } from './recurring.ts';
import { checkItem, checkReleases } from './rules.ts';
import { advanceTo, follow } from './service.ts';
import { type ItemView, newWorld, succeed, type World } from './world.ts';
import { type Period, YEARS } from './zones.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What people do with the calendar of a workspace, and how often. */
const STEPS: (readonly [weight: number, step: (world: World, workspace: Workspace) => Promise<void>])[] = [
  [10, schedule],
  [16, enqueue],
  [3, enqueueTogether],
  [6, reschedule],
  [4, cancel],
  [5, edit],
  [3, duplicate],
  [2, duplicateInQueue],
  [2, changeSlots],
  [2, viewSlots],
  [4, pauseOrResume],
  [4, halt],
  [6, endHalt],
  [2, retry],
  [3, recur],
  [5, changeRecurrence],
  [2, importFile],
  [2, undoImport],
];

/**
 * Run the calendar of one seed in a period: people schedule posts by clocks that change, queue, move, edit and cancel
 * them, and pause queues and publishing, while platforms lie, workers and requests are killed, and records come again.
 * Returns the trace.
 */
export function runSeed(seed: number, period: Period = YEARS): Promise<string[]> {
  return runSteps(seed, period, STEPS);
}

/**
 * Run a seed without requests at the same time, whose order is that of random pauses, and without halts, which release posts
 * with the same time in the order of their ids. Returns the trace.
 */
export function runInTurn(seed: number): Promise<string[]> {
  const steps = STEPS.filter(([, step]) => ![enqueueTogether, halt, endHalt].includes(step));
  return runSteps(seed, YEARS, steps);
}

async function runSteps(seed: number, period: Period, steps: typeof STEPS): Promise<string[]> {
  // The log lines of two years would be kept.
  process.env.LOG_LEVEL = 'SILENT';
  vi.setSystemTime(period.from);
  const world = await newWorld(seed, period);
  return traceOf(seed, world, () => run(world, steps));
}

async function run(world: World, steps: typeof STEPS): Promise<void> {
  const { random, service, workspaces } = world;
  await follow(service);
  while (Date.now() < world.period.to) {
    for (let left = random.below(4); left > 0; left--) {
      await random.weighted(steps)(world, random.pick(workspaces));
      await follow(service);
    }
    const waitMs = random.weighted([
      [3, 1 + random.below(5 * HOUR)],
      [4, random.below(5 * DAY)],
      [3, 3 * DAY + random.below(12 * DAY)],
    ]);
    await advanceTo(service, Date.now() + waitMs);
    await checkRecent(world);
  }
  await finish(world);
}

/** Check the items whose time has come since the last check. */
async function checkRecent(world: World): Promise<void> {
  const [item] = world.items.filter(({ isDeleted }) => !isDeleted).slice(-20);
  if (item?.id) await check(world, item);
}

async function check(world: World, item: Item): Promise<void> {
  const view = await succeed(world, item.workspace, 'content.get', { params: { id: item.id } });
  checkItem(item.targets, view as unknown as ItemView, world.service);
}

/** End every halt and pause, let two days pass, and compare every item and every queue with the plan. */
async function finish(world: World): Promise<void> {
  const { service, workspaces, period } = world;
  note(world, 'the period ends');
  for (const workspace of workspaces) {
    await endAllHalts(world, workspace);
    await follow(service);
    await resumeAll(world, workspace);
    await follow(service);
  }
  await advanceTo(service, Date.now() + 2 * DAY);
  for (const item of world.items) if (!item.isDeleted) await check(world, item);
  for (const { halts, queues, recurrences } of workspaces) {
    for (const recurrence of recurrences) checkRecurrence(recurrence, period);
    checkReleases(halts);
    for (const { posts } of queues) expect(new Set(posts.map(({ atMs }) => atMs)).size).toBe(posts.length);
  }
}
