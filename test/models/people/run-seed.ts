import { note, traceOf } from '../../functions/seeded/trace.ts';
import { checkEvents, checkStates } from './rules.ts';
import { takeStep } from './steps.ts';
import { leaveEveryState } from './way-out.ts';
import { itemNow, newWorld, settle, type TargetView, type World } from './world.ts';

const STEPS = 40;

/**
 * Run the people and the service of one seed: several people with stale views report, retry, move, edit and delete posts,
 * threads and first comments, and delete and connect accounts, while platforms lie and workers are killed. Returns the
 * trace.
 */
export async function runSeed(seed: number): Promise<string[]> {
  return traceOf(seed, await newWorld(seed), run);
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
