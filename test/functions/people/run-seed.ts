import { expect, it, vi } from 'vitest';
import { START } from '../api-harness.ts';
import { restartPlatforms } from '../simulated.ts';
import { currentHarness } from '../worker-harness.ts';
import { checkEvents, checkStates } from './rules.ts';
import { takeStep } from './steps.ts';
import { leaveEveryState } from './way-out.ts';
import { itemNow, newWorld, note, settle, type TargetView, type World } from './world.ts';

const STEPS = 40;

/**
 * Define a test for each seed from `first` to `last`: several people with stale views report, retry, move, edit and delete
 * posts, threads and first comments, and delete and connect accounts, while platforms lie and workers are killed.
 */
export function testSeeds(first: number, last: number): void {
  const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  it.each(seeds)('break no rule: seed %i', async (seed) => void (await runSeed(seed)));
}

/** Define a test that a seed has the same trace when it runs again. */
export function testRepetition(seed: number): void {
  it(`do the same again: seed ${seed}`, async () => {
    const trace = await runSeed(seed);
    currentHarness().table.clear();
    vi.setSystemTime(START);
    await restartPlatforms();
    expect(await runSeed(seed)).toEqual(trace);
  });
}

/** Run the people and the service of one seed. Returns the trace of all steps, and throws with it when a rule is broken. */
async function runSeed(seed: number): Promise<string[]> {
  const world = await newWorld(seed);
  try {
    await run(world);
  } catch (error) {
    if (error instanceof Error) error.message = `Seed ${seed}: ${error.message}\n${world.trace.join('\n')}`;
    throw error;
  }
  return world.trace;
}

async function run(world: World): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    await takeStep(world);
    await noteStates(world);
    await checkStates(world);
  }
  note(world, 'everything that is due is done');
  await settle(world);
  await noteStates(world);
  await checkStates(world);
  checkEvents(world);
  await leaveEveryState(world);
  await noteStates(world);
  await checkStates(world);
  checkEvents(world);
}

/** Say what has become of the items, where it has changed. */
async function noteStates(world: World): Promise<void> {
  for (const item of world.items.filter(({ isDeleted }) => !isDeleted)) {
    const { status, targets } = await itemNow(world, item);
    const state = `${item.name} is ${status}: ${targets.map(stateOf).join(', ')}`;
    if (item.state !== state) note(world, `  ${state}`);
    item.state = state;
  }
}

const stateOf = ({ platform, status, error, parts }: TargetView) =>
  [platform, status, ...parts.map((part) => part.status), error?.code ?? ''].join(' ').trimEnd();
