import { AsyncLocalStorage } from 'node:async_hooks';
import { type Item, keyText, type PrimaryKey } from './schema.ts';

/** Items read before a handler asked for them, by key; null where there is none. */
export type Prefetched = Map<string, Item | null>;

const prefetched = new AsyncLocalStorage<Prefetched>();

/** Run a handler whose first read of each of these items returns what was read before. */
export function withPrefetched<T>(items: Prefetched, run: () => Promise<T>): Promise<T> {
  return items.size === 0 ? run() : prefetched.run(items, run);
}

/**
 * Return an item that was read before, null when it was absent, or undefined when the table has to be asked. Each is
 * returned once: an operation that runs again after a conflict reads the current item.
 */
export function takePrefetched(key: PrimaryKey): Item | null | undefined {
  const items = prefetched.getStore();
  if (!items) return undefined;
  const text = keyText(key);
  const item = items.get(text);
  items.delete(text);
  return item;
}
