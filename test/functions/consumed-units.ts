import { isDeepStrictEqual } from 'node:util';
import { INDEX_PROJECTION, INDEXES, type Item } from '../../lib/core/table/schema.ts';
import type { Change, InMemoryDynamodb } from './in-memory-dynamodb.ts';

/** What some work asked of the table: its commands in order, and the units of all together. */
export interface Consumed {
  commands: string[];
  reads: number;
  writes: number;
}

const READS = ['GetCommand', 'BatchGetCommand', 'QueryCommand'];

/**
 * Count the commands and the write units of some work: an item costs one for each KB, twice in a transaction, and so
 * does each change of what an index contains, where a new key costs two. Only for work whose writes all change something.
 */
export async function measureConsumed(table: InMemoryDynamodb, work: () => Promise<unknown>): Promise<Consumed> {
  const consumed: Consumed = { commands: [], reads: 0, writes: 0 };
  let counted = table.changes().length;
  table.failAfterWrite = (command) => {
    consumed.commands.push(command);
    if (READS.includes(command)) consumed.reads += 1;
    const changes = table.changes();
    const perItem = command === 'TransactWriteCommand' ? 2 : 1;
    for (const change of changes.slice(counted)) consumed.writes += perItem * itemUnits(change) + indexUnits(change);
    counted = changes.length;
    return null;
  };
  await work();
  table.failAfterWrite = null;
  return consumed;
}

function itemUnits({ before, after }: Change): number {
  return Math.max(kilobytes(before), kilobytes(after));
}

function indexUnits({ before, after }: Change): number {
  return Object.values(INDEXES).reduce((sum, index) => {
    const [old, now] = [entryOf(before, index), entryOf(after, index)];
    if (isDeepStrictEqual(old, now)) return sum;
    if (old && now && old[index.pk] === now[index.pk] && old[index.sk] === now[index.sk])
      return sum + Math.max(kilobytes(old), kilobytes(now));
    return sum + kilobytes(old) + kilobytes(now);
  }, 0);
}

/** What an index contains of an item; undefined when it does not contain the item. */
function entryOf(item: Item | undefined, index: (typeof INDEXES)[keyof typeof INDEXES]): Item | undefined {
  if (item?.[index.pk] === undefined || item[index.sk] === undefined) return undefined;
  const names = ['pk', 'sk', index.pk, index.sk, ...(index.projection === 'keys' ? [] : INDEX_PROJECTION)];
  return Object.fromEntries(names.filter((name) => item[name] !== undefined).map((name) => [name, item[name]]));
}

function kilobytes(item: Item | undefined): number {
  return item === undefined ? 0 : Math.ceil(sizeOf(item) / 1024);
}

/** The bytes of a value as DynamoDB counts them. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).replace(/\D/g, '').length / 2) + 1;
  if (typeof value !== 'object' || value === null) return 1;
  const nested = Array.isArray(value)
    ? value.map((each) => sizeOf(each) + 1)
    : Object.entries(value).map(([name, each]) => Buffer.byteLength(name) + sizeOf(each) + 1);
  return 3 + nested.reduce((sum, bytes) => sum + bytes, 0);
}
