import { isDeepStrictEqual } from 'node:util';
import {
  ConditionalCheckFailedException,
  IdempotentParameterMismatchException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchExecuteStatementCommand,
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { INDEX_PROJECTION, INDEXES, type Item, type PrimaryKey } from '../../lib/core/table/schema.ts';
import { changesOf, evaluateCondition, invalid, keyRangeOf, type Naming, namingOf } from './expressions.ts';
import { assertFixedExpressions } from './fixed-expressions.ts';
import { entriesOf, PartitionedItems, TABLE_KEYS } from './partitioned-items.ts';
import { itemBytes, readUnits } from './read-units.ts';
import { type Command, replaceSend } from './replace-send.ts';
import { returnedCopy, startOrders, storedCopy } from './stored-copy.ts';
import { possibleFault } from './table-faults.ts';

/**
 * A replacement for DynamoDB: the commands of the SDK's document client run on a map. Each read returns every map of an
 * item in another order, because the service promises none.
 */
export interface InMemoryDynamodb {
  /** Every item, in the order of its keys. */
  items: () => Item[];
  clear: () => void;
  /** Adds an item, or removes one, without a stream record. */
  insert: (item: Item) => void;
  remove: (key: Item) => void;
  /** Every change, in order, as stream records; an identical write is none. */
  changes: () => Change[];
  forgetChanges: () => void;
  /**
   * Called before each command with its class name (`GetCommand`) and input; a returned error is thrown instead. An
   * error that DynamoDB never returns for the command is rejected: see `throttled` and `cancelled` in table-faults.ts.
   */
  fault: ((command: string, input: Record<string, unknown>) => Error | null) | null;
  /** The same after the command has run: the response is lost, the effect is not. */
  failAfterWrite: ((command: string) => Error | null) | null;
  /**
   * The number of items after which a response of a query ends: the service returns at most 1 MB. A test's is short, so
   * that no code relies on one response.
   */
  queryPart: number;
  /** The read units of all reads so far. */
  unitsRead: number;
  /** The keys that the next batch leaves unprocessed, as the service does when it is throttled. */
  unprocessed: ((key: PrimaryKey) => boolean) | null;
  /** Awaited before each command runs, like the latency of a real table. */
  latency: ((command: string, input: Record<string, unknown>) => Promise<void>) | null;
}

/** Both images of a change of an item. */
export interface Change {
  /** Counts the changes of this table, over all its tests. */
  number: number;
  before: Item | undefined;
  after: Item | undefined;
}

/** The items by their keys, and their changes. */
class Items extends PartitionedItems {
  /** The transactions that were committed, by their token: sent again, they have no effect. */
  readonly committed = new Map<string, Action[]>();
  readonly changes: Change[] = [];
  counted = 0;
}

type Input = Record<string, unknown>;
type Operation = (input: Input) => unknown;

const NAME = 'memory-table';
export const SHORT_QUERY_PART = 25;
const MAX_ITEM_BYTES = 400 * 1024;
const MAX_TRANSACTION_BYTES = 4 * 1024 * 1024;
const KEY_NAMES = [TABLE_KEYS, ...Object.values(INDEXES)].flatMap(({ pk, sk }) => [pk, sk]);

/** Replace every document client by the table. `TABLE_NAME` is set to its name. */
export function createInMemoryDynamodb(): InMemoryDynamodb {
  process.env.TABLE_NAME = NAME;
  const items = new Items();
  const table: InMemoryDynamodb = {
    items: () => [...items.keys()].sort().map((key) => returnedCopy(items.get(key)!)),
    clear: () => {
      startOrders();
      items.clear();
      items.committed.clear();
      items.changes.length = 0;
    },
    insert: (item) => items.set(itemKey(item), item),
    forgetChanges: () => {
      items.changes.length = 0;
    },
    remove: (key) => items.delete(itemKey(key)),
    changes: () => items.changes.map(returnedCopy),
    fault: null,
    failAfterWrite: null,
    unprocessed: null,
    latency: null,
    queryPart: SHORT_QUERY_PART,
    unitsRead: 0,
  };
  const operations = operationsOn(items, table);
  const answer = ({ constructor: { name }, input }: Command) => {
    const run = operations.get(name);
    if (!run) throw invalid(`A command this table does not know: ${name}`);
    assertFixedExpressions(input);
    const fault = table.fault?.(name, input);
    if (fault) throw possibleFault(name, input, fault);
    const answered = returnedCopy(run(input));
    const lost = table.failAfterWrite?.(name);
    if (lost) throw possibleFault(name, input, lost);
    return answered;
  };
  replaceSend(DynamoDBDocumentClient, async (command) => {
    if (table.latency) await table.latency(command.constructor.name, command.input);
    return answer(command);
  });
  return table;
}

function operationsOn(items: Items, table: InMemoryDynamodb): Map<string, Operation> {
  const operations: [{ name: string }, Operation][] = [
    [GetCommand, (input) => get(items, input, table)],
    [BatchGetCommand, (input) => batchGet(items, input, table)],
    [QueryCommand, (input) => query(items, input, table)],
    [PutCommand, (input) => writeAlone(items, { Put: input })],
    [DeleteCommand, (input) => writeAlone(items, { Delete: input })],
    [UpdateCommand, (input) => writeAlone(items, { Update: input })],
    [TransactWriteCommand, (input) => transact(items, input)],
    [BatchExecuteStatementCommand, (input) => executeStatements(items, input)],
  ];
  return new Map(operations.map(([{ name }, run]) => [name, run]));
}

type Meter = Pick<InMemoryDynamodb, 'unitsRead'>;

function get(items: Map<string, Item>, input: Input, meter: Meter): { Item: Item | undefined } {
  assertKnownParameters(input, ['TableName', 'Key', 'ConsistentRead']);
  const item = items.get(itemKey(input.Key));
  meter.unitsRead += readUnits([item], Boolean(input.ConsistentRead));
  return { Item: item };
}

function batchGet(items: Map<string, Item>, input: Input, table: InMemoryDynamodb) {
  assertKnownParameters(input, ['RequestItems', 'ReturnConsumedCapacity']);
  const request = (input.RequestItems as Record<string, Input>)[NAME]!;
  const known = ['TableName', 'Keys', 'ConsistentRead', 'ProjectionExpression', 'ExpressionAttributeNames'];
  assertKnownParameters({ ...request, TableName: NAME }, known);
  const keys = (request.Keys as PrimaryKey[]).map(itemKey);
  if (keys.length === 0 || keys.length > 100) throw invalid('1 to 100 keys in a batch');
  if (new Set(keys).size !== keys.length) throw invalid('Provided list of item keys contains duplicates');
  // In an order of the table's own, as the service has it.
  const isUnprocessed = table.unprocessed ?? (() => false);
  table.unprocessed = null;
  const unprocessed = (request.Keys as PrimaryKey[]).filter(isUnprocessed);
  const processed = (request.Keys as PrimaryKey[]).filter((key) => !isUnprocessed(key)).map(itemKey);
  const units = processed.map((key) => readUnits([items.get(key)], Boolean(request.ConsistentRead)));
  const CapacityUnits = units.reduce((sum, each) => sum + each, 0);
  table.unitsRead += CapacityUnits;
  const found = processed.map((key) => items.get(key)).filter((item) => item !== undefined);
  const names = projectionOf(request);
  const shown = names ? found.map((item) => picked(item, names)) : found;
  return {
    Responses: { [NAME]: shown.reverse() },
    UnprocessedKeys: unprocessed.length > 0 ? { [NAME]: { ...request, Keys: unprocessed } } : {},
    ...(input.ReturnConsumedCapacity ? { ConsumedCapacity: [{ TableName: NAME, CapacityUnits }] } : {}),
  };
}

/** The attributes that a read selects, each by a name of its own; null for all. */
function projectionOf({ ProjectionExpression: expression, ExpressionAttributeNames: names }: Input): string[] | null {
  if (expression === undefined) return null;
  const selected = String(expression).split(', ');
  const missing = selected.filter((name) => !Object.hasOwn(names as object, name));
  if (missing.length > 0) throw invalid(`Names that are not defined: ${missing.join(', ')}`);
  return selected.map((name) => (names as Record<string, string>)[name]!);
}

const QUERY_PARAMETERS = [
  'TableName',
  'IndexName',
  'ConsistentRead',
  'KeyConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ScanIndexForward',
  'Limit',
  'ExclusiveStartKey',
  'Select',
  'ProjectionExpression',
  'ReturnConsumedCapacity',
];

function query(items: Items, input: Input, table: Meter & Pick<InMemoryDynamodb, 'queryPart'>) {
  const { queryPart } = table;
  assertKnownParameters(input, QUERY_PARAMETERS);
  const index = input.IndexName === undefined ? null : (input.IndexName as keyof typeof INDEXES);
  if (index && input.ConsistentRead) throw invalid('Consistent reads are not supported on indexes');
  if (input.Select !== undefined && input.Select !== 'COUNT') throw invalid('Unknown Select');
  const schema = index ? INDEXES[index] : TABLE_KEYS;
  const naming = namingIn(input);
  const range = keyRangeOf(String(input.KeyConditionExpression), naming);
  naming.assertAllUsed();
  if (range.partitionName !== schema.pk || range.sortName !== schema.sk) throw invalid('Not a key of this');
  const isForward = input.ScanIndexForward !== false;
  const limit = Math.min(input.Limit === undefined ? queryPart : Number(input.Limit), queryPart);
  if (limit < 1) throw invalid('Limit must be at least 1');
  const start = input.ExclusiveStartKey as Item | undefined;
  const startAt = start && { sk: String(start[schema.sk]), key: itemKey(start) };
  const sorted = items.partition(schema, range.partition);
  const part = entriesOf(sorted, range, startAt, { isForward, limit }).map(({ item }) => item);
  const names = projectionOf(input);
  const shown = part.map((item) => projected(item, index));
  const CapacityUnits = readUnits(shown, Boolean(input.ConsistentRead));
  table.unitsRead += CapacityUnits;
  const last = part.length === limit ? part.at(-1) : undefined;
  return {
    Count: part.length,
    ...(input.Select === 'COUNT' ? {} : { Items: names ? shown.map((item) => picked(item, names)) : shown }),
    ...(last ? { LastEvaluatedKey: picked(last, ['pk', 'sk', schema.pk, schema.sk]) } : {}),
    ...(input.ReturnConsumedCapacity ? { ConsumedCapacity: { TableName: NAME, CapacityUnits } } : {}),
  };
}

/** An index returns only what it projects. */
function projected(item: Item, index: keyof typeof INDEXES | null): Item {
  if (!index) return item;
  const keys = ['pk', 'sk', INDEXES[index].pk, INDEXES[index].sk];
  return picked(item, INDEXES[index].projection === 'keys' ? keys : [...keys, ...INDEX_PROJECTION]);
}

type Action = { Put: Input } | { Delete: Input } | { Update: Input } | { ConditionCheck: Input };

/** The effect of a write: whether its condition holds, and the resulting item (null: none). */
interface Outcome {
  key: string;
  isAllowed: boolean;
  before: Item | undefined;
  after: Item | null;
  touched: Item;
  returnsBefore: boolean;
}

function writeAlone(items: Items, action: Action) {
  const outcome = outcomeOf(items, action);
  if (!outcome.isAllowed) {
    throw new ConditionalCheckFailedException({
      message: 'The conditional request failed',
      $metadata: {},
      ...imageOf(outcome),
    });
  }
  apply(items, outcome);
  return 'Update' in action && action.Update.ReturnValues === 'UPDATED_NEW' ? { Attributes: outcome.touched } : {};
}

/** Execute statements that insert items, each on its own. */
function executeStatements(items: Items, input: Input) {
  assertKnownParameters(input, ['Statements']);
  const statements = input.Statements as { Statement: string; Parameters: unknown[] }[];
  if (statements.length === 0 || statements.length > 25) throw invalid('1 to 25 statements in a batch');
  return {
    Responses: statements.map(({ Statement, Parameters }) => {
      const item = insertedItem(Statement, Parameters);
      if (items.has(itemKey(item))) return { Error: { Code: 'DuplicateItem', Message: 'Duplicate primary key' } };
      writeAlone(items, { Put: { TableName: NAME, Item: item } });
      return { TableName: NAME };
    }),
  };
}

/** The item of `INSERT INTO "table" VALUE {'a': ?, 'b': ?}`. Throws on every other statement. */
function insertedItem(statement: string, parameters: unknown[]): Item {
  const [, name, fields] = /^INSERT INTO "([^"]+)" VALUE \{(.+)\}$/.exec(statement) ?? [];
  const attributes = fields?.split(', ').map((field) => /^'([a-z_]+)': \?$/.exec(field)?.[1]);
  if (name !== NAME || !attributes || attributes.length !== parameters.length || attributes.includes(undefined)) {
    throw invalid(`Unknown statement: ${statement}`);
  }
  return Object.fromEntries(attributes.map((attribute, index) => [attribute, parameters[index]]));
}

function transact(items: Items, input: Input) {
  assertKnownParameters({ ...input, TableName: NAME }, ['TableName', 'TransactItems', 'ClientRequestToken']);
  const actions = input.TransactItems as Action[];
  const token = input.ClientRequestToken as string | undefined;
  const committed = token === undefined ? undefined : items.committed.get(token);
  if (committed && !isDeepStrictEqual(committed, actions)) {
    throw new IdempotentParameterMismatchException({ message: 'Another transaction has this token.', $metadata: {} });
  }
  if (committed) return {};
  if (actions.length === 0 || actions.length > 100) throw invalid('1 to 100 actions in a transaction');
  const outcomes = actions.map((action) => outcomeOf(items, action));
  if (new Set(outcomes.map(({ key }) => key)).size !== outcomes.length) {
    throw invalid('Transaction request cannot include multiple operations on one item');
  }
  const bytes = outcomes.reduce((sum, { after }) => sum + (after ? itemBytes(after) : 0), 0);
  if (bytes > MAX_TRANSACTION_BYTES) throw invalid('The transaction is too large');
  if (outcomes.some(({ isAllowed }) => !isAllowed)) {
    throw new TransactionCanceledException({
      message: 'Transaction cancelled',
      $metadata: {},
      CancellationReasons: outcomes.map((outcome) =>
        outcome.isAllowed ? { Code: 'None' } : { Code: 'ConditionalCheckFailed', ...imageOf(outcome) },
      ),
    });
  }
  for (const outcome of outcomes) apply(items, outcome);
  if (token !== undefined) items.committed.set(token, actions);
  return {};
}

const ANY_WRITE = [
  'TableName',
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValuesOnConditionCheckFailure',
];
const WRITE_PARAMETERS: Record<string, string[]> = {
  Put: [...ANY_WRITE, 'Item'],
  Delete: [...ANY_WRITE, 'Key'],
  ConditionCheck: [...ANY_WRITE, 'Key'],
  Update: [...ANY_WRITE, 'Key', 'UpdateExpression', 'ReturnValues'],
};

function outcomeOf(items: Map<string, Item>, action: Action): Outcome {
  const [[kind, input]] = Object.entries(action) as [[string, Input]];
  const known = WRITE_PARAMETERS[kind];
  if (!known) throw invalid(`An action this table does not know: ${kind}`);
  assertKnownParameters(input, known);
  const key = itemKey(kind === 'Put' ? input.Item : input.Key);
  const before = items.get(key);
  const naming = namingIn(input);
  const condition = input.ConditionExpression as string | undefined;
  const isAllowed = condition === undefined || evaluateCondition(condition, before, naming);
  const touched = kind === 'Update' ? changesOf(String(input.UpdateExpression), before ?? {}, naming) : {};
  naming.assertAllUsed();
  const after =
    kind === 'Put'
      ? storable(input.Item as Item)
      : kind === 'Update'
        ? storable({ ...(before ?? (input.Key as Item)), ...touched })
        : kind === 'ConditionCheck'
          ? (before ?? null)
          : null;
  const returnsBefore = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
  return { key, isAllowed, before, after, touched, returnsBefore };
}

function apply(items: Items, { key, before, after }: Outcome): void {
  if (!isDeepStrictEqual(before, after ?? undefined)) {
    items.counted += 1;
    items.changes.push({ number: items.counted, before, after: after ?? undefined });
  }
  if (after) items.set(key, after);
  else items.delete(key);
}

// The SDK leaves the item inside an error in its wire format.
function imageOf({ returnsBefore, before }: Outcome) {
  return returnsBefore && before ? { Item: marshall(returnedCopy(before)) } : {};
}

/** An item as the table returns it. Throws for values that the table does not support. */
function storable(item: Item): Item {
  const stored = storedCopy(item);
  for (const key of KEY_NAMES) {
    const isWrong = key in stored && (typeof stored[key] !== 'string' || stored[key] === '');
    if (isWrong) throw invalid(`The key ${key} must be a text that is not empty`);
  }
  if (itemBytes(stored) > MAX_ITEM_BYTES) throw invalid('The item is too large');
  return stored;
}

function itemKey(key: unknown): string {
  const { pk, sk } = key as Record<string, unknown>;
  if (typeof pk !== 'string' || typeof sk !== 'string' || !pk || !sk) throw invalid('No key of this table');
  return `${pk}\n${sk}`;
}

function namingIn(input: Input): Naming {
  return namingOf(
    input.ExpressionAttributeNames as Record<string, string> | undefined,
    input.ExpressionAttributeValues as Item | undefined,
  );
}

function picked(item: Item, names: readonly string[]): Item {
  const picked: Item = {};
  for (const name of names) if (Object.hasOwn(item, name)) picked[name] = item[name];
  return picked;
}

function assertKnownParameters(input: Input, known: string[]): void {
  const unknown = Object.keys(input).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw invalid(`Parameters this table does not know: ${unknown.join(', ')}`);
  if ('TableName' in input && input.TableName !== NAME) throw invalid(`Another table: ${input.TableName}`);
}
