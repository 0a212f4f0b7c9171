import { isTransient } from './transient-errors.ts';

/** Process several items at once. Return for each its result, or the error of that item alone. */
type ProcessAll<T, R> = (items: T[]) => Promise<(R | Error)[]>;

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Return a function that processes one item, together with those of the other calls in the same turn of the event loop,
 * at most `max` at once. Rejects for the error of the item, or when processing fails: with an error that is not transient
 * one item may be the cause for all, so each is processed again alone.
 */
export function coalesce<T, R>(processAll: ProcessAll<T, R>, max: number): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];
  const run = async (part: Waiting<T, R>[]): Promise<void> => {
    try {
      const results = await processAll(part.map(({ item }) => item));
      for (const [index, { resolve, reject }] of part.entries()) {
        const result = results[index]!;
        if (result instanceof Error) reject(result);
        else resolve(result);
      }
    } catch (error) {
      if (part.length > 1 && !isTransient(error)) await Promise.all(part.map((each) => run([each])));
      else for (const { reject } of part) reject(error);
    }
  };
  const flush = () => {
    const all = waiting;
    waiting = [];
    for (let start = 0; start < all.length; start += max) void run(all.slice(start, start + max));
  };
  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ item, resolve, reject });
    });
}
