import { ConflictError } from '../retry/conflict.ts';
import { commit, type Increment, tryCommit, type Write } from '../table/commit.ts';
import { keyText } from '../table/schema.ts';
import { splitByFit } from './batches.ts';

/**
 * Split records into parts that each fit into one transaction of at most `maxItems` items: the records themselves and the
 * items that `toIncrements` adds to, each of them once.
 */
export function splitIntoTransactions<T>(
  records: T[],
  toIncrements: (record: T) => Increment[],
  maxItems: number,
): T[][] {
  const keys = new Map(records.map((each) => [each, toIncrements(each).map(({ increment }) => keyText(increment))]));
  const countItems = (part: T[]) => part.length + new Set(part.flatMap((each) => keys.get(each)!)).size;
  return splitByFit(records, (part) => countItems(part) <= maxItems);
}

/**
 * Commit the writes of records in one transaction, or, when some of them were committed or changed before, those of each
 * record alone, without the ones that conflict.
 */
export async function commitTogether<T>(records: T[], toWrites: (records: T[]) => Write[]): Promise<void> {
  try {
    await commit(toWrites(records));
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    for (const record of records) await tryCommit(toWrites([record]));
  }
}
