import { setTimeout as sleep } from 'node:timers/promises';
import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { fromItem, type Item, isSupportedSchema, type PrimaryKey } from './schema.ts';

/** The record under a key as it is now, or null. */
export async function load<T>(key: PrimaryKey): Promise<T | null> {
  const { Item: item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: { ...key }, ConsistentRead: true }),
  );
  return item ? fromItem<T>(item) : null;
}

const BATCH = 100;

/** The records under many keys as they are now, in the order of the keys; null where there is none. */
export async function loadAll<T>(keys: PrimaryKey[]): Promise<(T | null)[]> {
  return (await loadItems(keys)).map((item) => item && fromItem<T>(item));
}

/**
 * The records under these keys that are there and can be read, and how many are of a form newer than this
 * code: for those who look after many things, of which one must not stand in the way of the others.
 */
export async function loadSupported<T>(keys: PrimaryKey[]): Promise<{ records: T[]; unreadable: number }> {
  const items = (await loadItems(keys)).filter((item) => item !== null);
  const readable = items.filter(isSupportedSchema);
  return {
    records: readable.map((item) => fromItem<T>(item)),
    unreadable: items.length - readable.length,
  };
}

async function loadItems(keys: PrimaryKey[]): Promise<(Item | null)[]> {
  const found = new Map<string, Item>();
  for (let start = 0; start < keys.length; start += BATCH) {
    let wanted: Record<string, unknown>[] = keys.slice(start, start + BATCH).map((key) => ({ ...key }));
    for (let tries = 0; wanted.length > 0; tries++) {
      if (tries > 0) await sleep(Math.random() * Math.min(50 * 2 ** tries, 1000));
      if (tries > 8) throw new Error('The table did not answer for all keys.');
      const answer = await table.send(
        new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: wanted, ConsistentRead: true } } }),
      );
      for (const item of answer.Responses?.[tableName()] ?? []) {
        found.set(`${item.pk}\n${item.sk}`, item);
      }
      wanted = answer.UnprocessedKeys?.[tableName()]?.Keys ?? [];
    }
  }
  return keys.map(({ pk, sk }) => found.get(`${pk}\n${sk}`) ?? null);
}

interface QueryOptions {
  index?: 'by_status' | 'by_parent' | 'by_due';
  pk: string;
  from?: string | undefined;
  to?: string | undefined;
  descending?: boolean | undefined;
  eventuallyConsistent?: boolean | undefined;
  limit?: number | undefined;
}

/**
 * One query, at most `limit` items, in the order of the sort key. `eventuallyConsistent` may miss what was written in
 * the last second and costs half; indexes are always read so.
 */
export async function query(question: QueryOptions): Promise<Item[]> {
  const items: Item[] = [];
  for await (const found of queryPages(question)) items.push(...found);
  return items;
}

/** The same as the table hands it out, a megabyte at a time, for those who may not want all of it. */
export async function* queryPages(question: QueryOptions): AsyncGenerator<Item[], void> {
  for await (const { Items: items } of paginate(question)) yield items ?? [];
}

/** How many items a query would answer. Its cost grows with that number. */
export async function count(question: Omit<QueryOptions, 'limit'>): Promise<number> {
  let total = 0;
  for await (const { Count: found } of paginate(question, { Select: 'COUNT' })) total += found ?? 0;
  return total;
}

/** The answers to a query, one after the other until there is no more, or `limit` items have come. */
async function* paginate(question: QueryOptions, further: Partial<QueryCommandInput> = {}) {
  let left = question.limit ?? Number.POSITIVE_INFINITY;
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const answer: QueryCommandOutput = await table.send(
      new QueryCommand({
        ...queryInput(question),
        ...further,
        ...(question.limit === undefined ? {} : { Limit: left }),
        ...(start ? { ExclusiveStartKey: start } : {}),
      }),
    );
    yield answer;
    left -= answer.Items?.length ?? 0;
    start = answer.LastEvaluatedKey;
  } while (start && left > 0);
}

// The bounds are inclusive. Sort keys are plain ASCII, so a range from '' to '~' holds every one.
function queryInput(input: QueryOptions): QueryCommandInput {
  const prefix = input.index ? input.index.slice('by_'.length) : null;
  return {
    TableName: tableName(),
    ...(input.index ? { IndexName: input.index } : { ConsistentRead: !input.eventuallyConsistent }),
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
    ExpressionAttributeNames: {
      '#pk': prefix ? `${prefix}_pk` : 'pk',
      '#sk': prefix ? `${prefix}_sk` : 'sk',
    },
    ExpressionAttributeValues: { ':pk': input.pk, ':from': input.from ?? ' ', ':to': input.to ?? '~' },
    ScanIndexForward: !input.descending,
  };
}
