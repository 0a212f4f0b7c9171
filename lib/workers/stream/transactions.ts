import type { Increment } from '../../table/commit.ts';
import { splitByFit } from '../batches.ts';

/**
 * Split records into parts that each fit into one transaction of at most `maxItems` items: the records themselves and the
 * items that `toIncrements` adds to, each of them once.
 */
export function splitIntoTransactions<T>(
  records: T[],
  toIncrements: (record: T) => Increment[],
  maxItems: number,
): T[][] {
  const keys = new Map(
    records.map((each) => [each, toIncrements(each).map(({ increment }) => `${increment.pk}\n${increment.sk}`)]),
  );
  const countItems = (part: T[]) => part.length + new Set(part.flatMap((each) => keys.get(each)!)).size;
  return splitByFit(records, (part) => countItems(part) <= maxItems);
}
