import { it } from 'vitest';
import { checkEvents, checkStates } from './rules.ts';
import { takeStep } from './steps.ts';
import { leaveEveryState } from './way-out.ts';
import { newWorld, note, settle, type World } from './world.ts';

const STEPS = 40;

/**
 * Define a test for each seed from `first` to `last`: several people with stale views report, retry, move, edit and delete
 * posts, threads and first comments, and delete and connect accounts, while platforms lie and workers are killed.
 */
export function testSeeds(first: number, last: number): void {
  const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  it.each(seeds)('break no rule: seed %i', runSeed);
}

/** Run the people and the service of one seed. Throws with the trace of all steps when a rule is broken. */
async function runSeed(seed: number): Promise<void> {
  const world = await newWorld(seed);
  try {
    await run(world);
  } catch (error) {
    if (error instanceof Error) error.message = `Seed ${seed}: ${error.message}\n${world.trace.join('\n')}`;
    throw error;
  }
}

async function run(world: World): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    await takeStep(world);
    await checkStates(world);
  }
  note(world, 'everything that is due is done');
  await settle(world);
  await checkStates(world);
  checkEvents(world);
  await leaveEveryState(world);
  await checkStates(world);
  checkEvents(world);
}
