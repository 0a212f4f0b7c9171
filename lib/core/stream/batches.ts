import { log } from '../observability/log.ts';
import { isTransient } from '../retry/transient-errors.ts';

/** Split items into parts of at most `size`. */
export function splitIntoParts<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Split items, in order, into the longest parts that `fits` accepts. A part of one item is always accepted. */
export function splitByFit<T>(items: readonly T[], fits: (part: T[]) => boolean): T[][] {
  const parts: T[][] = [];
  for (const item of items) {
    const longer = [...(parts.at(-1) ?? []), item];
    if (longer.length > 1 && fits(longer)) parts[parts.length - 1] = longer;
    else parts.push([item]);
  }
  return parts;
}

/**
 * Run a task for each item, at most `size` at the same time. One that fails does not prevent the others. After all have
 * ended, throws the first transient error, after which the work is attempted again, or else the first error.
 */
export async function settleInParts<T>(
  items: readonly T[],
  size: number,
  task: (item: T) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const part of splitIntoParts(items, size)) {
    const outcomes = await Promise.allSettled(part.map(task));
    errors.push(...outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
  }
  if (errors.length > 0) throw errors.find(isTransient) ?? errors[0];
}

/** Return the loaded records. Logs how many were skipped because a newer version of the service wrote them. */
export function readableRecords<T>(entity: string, { records, skipped }: { records: T[]; skipped: number }): T[] {
  if (skipped > 0) log.error('skipped items with newer schema', { entity, skipped });
  return records;
}
