import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { RETRY_POLICIES } from '../retry/back-off.ts';
import { retry } from '../retry/retry.ts';
import { table, tableName } from './client.ts';
import { type Prefetched, takePrefetched } from './prefetched.ts';
import { fromItem, INDEXES, type Item, keyText, type PrimaryKey } from './schema.ts';
import { isSupportedSchema } from './schema-version.ts';

/** Load the current record under a key, or null. */
export async function load<T>(key: PrimaryKey): Promise<T | null> {
  const prefetched = takePrefetched(key);
  if (prefetched !== undefined) return prefetched && fromItem<T>(prefetched);
  const { Item: item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: { ...key }, ConsistentRead: true }),
  );
  return item ? fromItem<T>(item) : null;
}

const BATCH = 100;

/** Load the current records under many keys, in the order of the keys; null where there is none. */
export async function loadAll<T>(keys: PrimaryKey[]): Promise<(T | null)[]> {
  const prefetched = keys.map(takePrefetched);
  const rest = await loadItems(keys.filter((_, index) => prefetched[index] === undefined));
  const items = prefetched.map((item) => (item === undefined ? rest.shift()! : item));
  return items.map((item) => item && fromItem<T>(item));
}

/** Load the current items under at most a hundred keys in one request; without those that are throttled. */
export async function loadOnce(keys: PrimaryKey[]): Promise<Prefetched> {
  // The table rejects a batch that names a key twice.
  const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  const items: Prefetched = new Map(distinct.map((key) => [keyText(key), null]));
  for (const key of await loadBatch(distinct, items)) items.delete(keyText(key));
  return items;
}

/** Records, and the number of those skipped for a schema newer than this code. */
export type Supported<T> = { records: T[]; skipped: number };

/** `attributes` limits what the table returns; the cost stays. `eventuallyConsistent` may miss the last second, for half. */
type BatchOptions = { attributes?: readonly string[]; eventuallyConsistent?: boolean };

/** Load the records under these keys, and count those of a newer schema, which must not block the others. */
export async function loadSupported<T>(keys: PrimaryKey[], options: BatchOptions = {}): Promise<Supported<T>> {
  const items = (await loadItems(keys, options)).filter((item) => item !== null);
  const supported = items.filter(isSupportedSchema);
  return { records: supported.map((item) => fromItem<T>(item)), skipped: items.length - supported.length };
}

/** A throttle: the table returned only a part of a batch. Its name is that of the throttle of a single read. */
class UnprocessedKeysError extends Error {
  override name = 'ProvisionedThroughputExceededException';
}

async function loadItems(keys: PrimaryKey[], options: BatchOptions = {}): Promise<(Item | null)[]> {
  const { attributes, eventuallyConsistent } = options;
  const projection = attributes ? projectionOf(['pk', 'sk', 'schema', ...attributes]) : {};
  const read = { ConsistentRead: !eventuallyConsistent, ...projection };
  const found: Prefetched = new Map();
  for (let start = 0; start < keys.length; start += BATCH) {
    let wanted = keys.slice(start, start + BATCH);
    const loadWanted = async () => {
      wanted = await loadBatch(wanted, found, read);
      if (wanted.length > 0) throw new UnprocessedKeysError();
    };
    await retry(RETRY_POLICIES.unprocessedKeys, loadWanted, (error) => error instanceof UnprocessedKeysError);
  }
  return keys.map((key) => found.get(keyText(key)) ?? null);
}

/** Send one request for a batch and add its items to `found`. Returns the keys that the table did not process. */
async function loadBatch(
  keys: PrimaryKey[],
  found: Prefetched,
  options: object = { ConsistentRead: true },
): Promise<PrimaryKey[]> {
  const Keys = keys.map((key) => ({ ...key }));
  const name = tableName();
  const response = await table.send(new BatchGetCommand({ RequestItems: { [name]: { Keys, ...options } } }));
  for (const item of response.Responses?.[name] ?? []) found.set(keyText(item as PrimaryKey), item);
  return (response.UnprocessedKeys?.[name]?.Keys ?? []) as PrimaryKey[];
}

// Some names of attributes are reserved words of DynamoDB.
function projectionOf(attributes: string[]) {
  return {
    ProjectionExpression: attributes.map((_, index) => `#p${index}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#p${index}`, name])),
  };
}

export interface QueryOptions {
  index?: keyof typeof INDEXES;
  pk: string;
  from?: string | undefined;
  to?: string | undefined;
  descending?: boolean | undefined;
  eventuallyConsistent?: boolean | undefined;
  limit?: number | undefined;
  select?: 'count' | 'sort_keys' | undefined;
  /** Continues after the item with these keys, which are those of the table and of the index. */
  after?: Item | undefined;
}

/** Run one query, in the order of the sort key. `eventuallyConsistent` may miss the last second and costs half. */
export async function query(options: QueryOptions): Promise<Item[]> {
  const items: Item[] = [];
  for await (const found of queryPages(options)) items.push(...found);
  return items;
}

/** Load all records of a partition of the table. Throws for a record of a newer schema. */
export async function loadPartition<T>(pk: string): Promise<T[]> {
  return (await query({ pk })).map((item) => fromItem<T>(item));
}

/** Run one query and yield each response, at most a megabyte, for callers that may stop early. */
export async function* queryPages(options: QueryOptions): AsyncGenerator<Item[], void> {
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  let after = options.after;
  do {
    const part = await queryPart({ ...options, ...(options.limit === undefined ? {} : { limit: left }), after });
    yield part.items;
    left -= part.items.length;
    after = part.next;
  } while (after && left > 0);
}

/** One response of a query. `next` is where the query continues; absent after its last item. */
export interface QueryPart {
  items: Item[];
  count: number;
  next: QueryCommandInput['ExclusiveStartKey'];
}

/**
 * Send one request of a query: at most a megabyte. With `select` it reads the same items, and returns only their number,
 * or their sort keys.
 */
export async function queryPart(options: QueryOptions): Promise<QueryPart> {
  const response: QueryCommandOutput = await table.send(
    new QueryCommand({
      ...queryInput(options),
      ...(options.select === 'count' ? { Select: 'COUNT' } : {}),
      ...(options.select === 'sort_keys' ? { ProjectionExpression: '#sk' } : {}),
      ...(options.limit === undefined ? {} : { Limit: options.limit }),
      ...(options.after ? { ExclusiveStartKey: options.after } : {}),
    }),
  );
  return { items: response.Items ?? [], count: response.Count ?? 0, next: response.LastEvaluatedKey };
}

/** Build the input of a query. Its bounds are inclusive: sort keys are plain ASCII, so ' ' to '~' holds every one. */
export function queryInput(options: QueryOptions): QueryCommandInput {
  const { pk, sk } = options.index ? INDEXES[options.index] : { pk: 'pk', sk: 'sk' };
  return {
    TableName: tableName(),
    ...(options.index ? { IndexName: options.index } : { ConsistentRead: !options.eventuallyConsistent }),
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
    ExpressionAttributeNames: { '#pk': pk, '#sk': sk },
    ExpressionAttributeValues: { ':pk': options.pk, ':from': options.from ?? ' ', ':to': options.to ?? '~' },
    ScanIndexForward: !options.descending,
  };
}
