import timers from 'node:timers/promises';
import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  QueryCommand,
  type QueryCommandOutput,
  type ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { RETRY_POLICIES } from '../retry/back-off.ts';
import { retry } from '../retry/retry.ts';
import { table, tableName } from './client.ts';
import { type QueryOptions, queryInput } from './read.ts';
import type { Item, PrimaryKey } from './schema.ts';

/** Read units a second: a quarter of what a partition has, because the service reads from it too. */
export const UNITS_PER_SECOND = 750;

/** Requests at the same time. Most responses are small, and an operator is far away from the table. */
const PARALLEL = 16;
const KEYS_PER_REQUEST = 100;
/** Items of one response, so that the requests at the same time do not add up to more than a partition has. */
const PAGE = 500;

/**
 * Return when the next request may begin, in milliseconds of the same clock as `nowMs`: so late that the `units` of the
 * one that ended, and of all before, are within the rate. `allowedMs` is the time that was allowed so far.
 */
export function nextRequestMs(allowedMs: number, nowMs: number, units: number): number {
  return Math.max(allowedMs, nowMs) + (units / UNITS_PER_SECOND) * 1000;
}

type Consumed = { CapacityUnits?: number | undefined };
type Output = { ConsumedCapacity?: Consumed | Consumed[] | undefined };

class UnprocessedKeysError extends Error {}

/**
 * Reads of many items of a workspace or of the stage, together within `UNITS_PER_SECOND`. `isConsistent`: they find every write
 * that has ended before, at twice the units; reads of an index never do.
 */
export class PacedReads {
  readonly #isConsistent: boolean;
  #allowedMs = 0;
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor({ isConsistent }: { isConsistent: boolean }) {
    this.#isConsistent = isConsistent;
  }

  /** Yield the items of a partition of the table. */
  partition(pk: string): AsyncGenerator<Item[], void> {
    return this.#query({ pk, eventuallyConsistent: !this.#isConsistent });
  }

  /** Yield what an index has of a partition: at least keys. */
  list(pk: string, index: 'by_parent' | 'by_status' = 'by_parent'): AsyncGenerator<Item[], void> {
    return this.#query({ pk, index });
  }

  /** Read the items with these keys, in no order, without those that do not exist. */
  async items(keys: readonly PrimaryKey[]): Promise<Item[]> {
    const found: Item[] = [];
    for (let start = 0; start < keys.length; start += KEYS_PER_REQUEST) {
      let wanted = keys.slice(start, start + KEYS_PER_REQUEST).map((key) => ({ ...key }) as Item);
      const readWanted = async () => {
        const request = { Keys: wanted, ConsistentRead: this.#isConsistent };
        const { Responses, UnprocessedKeys } = await this.send<BatchGetCommandOutput>(
          new BatchGetCommand({ RequestItems: { [tableName()]: request }, ReturnConsumedCapacity: 'TOTAL' }),
        );
        found.push(...(Responses?.[tableName()] ?? []));
        wanted = UnprocessedKeys?.[tableName()]?.Keys ?? [];
        if (wanted.length > 0) throw new UnprocessedKeysError('The table is throttled.');
      };
      await retry(RETRY_POLICIES.unprocessedKeys, readWanted, (error) => error instanceof UnprocessedKeysError);
    }
    return found;
  }

  async *#query(options: QueryOptions): AsyncGenerator<Item[], void> {
    let start: Item | undefined;
    do {
      const input = { ...queryInput(options), Limit: PAGE, ReturnConsumedCapacity: 'TOTAL' as const };
      const page: QueryCommandOutput = await this.send(
        new QueryCommand({ ...input, ...(start ? { ExclusiveStartKey: start } : {}) }),
      );
      yield page.Items ?? [];
      start = page.LastEvaluatedKey;
    } while (start);
  }

  /** Send a read, as soon as the rate allows. */
  protected async send<O extends Output>(command: QueryCommand | ScanCommand | BatchGetCommand): Promise<O> {
    if (this.#running >= PARALLEL) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    try {
      const waitMs = this.#allowedMs - performance.now();
      if (waitMs > 0) await timers.setTimeout(waitMs);
      const output = (await table.send(command as QueryCommand)) as unknown as O;
      this.#allowedMs = nextRequestMs(this.#allowedMs, performance.now(), unitsOf(output));
      return output;
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}

function unitsOf({ ConsumedCapacity: consumed }: Output): number {
  return [consumed].flat().reduce((sum, each) => sum + (each?.CapacityUnits ?? 0), 0);
}
