import { AsyncLocalStorage } from 'node:async_hooks';
import type { InMemoryDynamodb } from './in-memory-dynamodb.ts';

export type Actor = 'worker' | 'caller';

const currentActor = new AsyncLocalStorage<Actor>();

/**
 * Suspend one actor before its `n`th command of the table, run the other to its end, and continues the first.
 * The flag is false when the first has fewer commands: both have run one after the other.
 */
export async function interleave<W, C>(
  table: InMemoryDynamodb,
  suspended: Actor,
  n: number,
  worker: () => Promise<W>,
  caller: () => Promise<C>,
): Promise<{ work: W; answer: C; interleaved: boolean }> {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let commands = 0;
  let interleaved = false;
  table.latency = async () => {
    if (currentActor.getStore() !== suspended || ++commands !== n) return;
    interleaved = true;
    reached.resolve();
    await released.promise;
  };
  const run = <T>(actor: Actor, act: () => Promise<T>) => currentActor.run(actor, act);
  try {
    if (suspended === 'worker') {
      const working = run('worker', worker);
      await Promise.race([reached.promise, working]);
      const answer = await run('caller', caller).finally(released.resolve);
      return { work: await working, answer, interleaved };
    }
    const calling = run('caller', caller);
    await Promise.race([reached.promise, calling]);
    const work = await run('worker', worker).finally(released.resolve);
    return { work, answer: await calling, interleaved };
  } finally {
    table.latency = null;
  }
}
