import type { Share } from './spread-starts.ts';
import { createStalledHosts } from './stalled-hosts.ts';

/** How items are performed. */
interface SharedRun<T> {
  /** The most items at the same time. */
  concurrency: number;
  sharesOf: (item: T) => Share[];
  /** The host that an item waits for. */
  hostOf: (item: T) => string;
  /** Performs an item. Returns whether it has stalled: its host did not respond. Never rejects. */
  perform: (item: T) => Promise<boolean>;
  /** Returns whether another item may start. */
  hasTime: () => boolean;
}

/**
 * Perform items in their order, each as soon as a slot is free and none of its shares is used up. Items of a host that has
 * stalled twice in a row are left out, and so are those without time left.
 */
export async function runInShares<T>(
  items: readonly T[],
  { concurrency, sharesOf, hostOf, perform, hasTime }: SharedRun<T>,
): Promise<void> {
  const waiting = [...items];
  const used = new Map<string, number>();
  const stalled = createStalledHosts();
  const isFree = (item: T) => sharesOf(item).every(({ key, most }) => (used.get(key) ?? 0) < most);
  const use = (item: T, change: 1 | -1) => {
    for (const { key } of sharesOf(item)) used.set(key, (used.get(key) ?? 0) + change);
  };
  const takeNext = (): T | undefined => {
    if (!hasTime()) return undefined;
    const index = waiting.findIndex((item) => isFree(item) && !stalled.has(hostOf(item), 0));
    return index < 0 ? undefined : waiting.splice(index, 1)[0];
  };
  const running = new Set<Promise<void>>();
  const start = (item: T) => {
    use(item, 1);
    const run = perform(item).then((hasStalled) => {
      use(item, -1);
      stalled.record(hostOf(item), hasStalled, 0);
      running.delete(run);
    });
    running.add(run);
  };
  for (;;) {
    while (running.size < concurrency) {
      const next = takeNext();
      if (next === undefined) break;
      start(next);
    }
    if (running.size === 0) return;
    await Promise.race(running);
  }
}
