import type { BatchStatementResponse } from '@aws-sdk/client-dynamodb';
import { BatchExecuteStatementCommand } from '@aws-sdk/lib-dynamodb';
import { RETRY_POLICIES } from '../retry/back-off.ts';
import { coalesce } from '../retry/coalesce.ts';
import { retry } from '../retry/retry.ts';
import { table, tableName } from './client.ts';
import type { Item } from './schema.ts';

// Apart from `commit`, because only workers insert many items, and every endpoint bundles `commit`.

const MAX_STATEMENTS = 25;
// The codes of a statement that may succeed later, of those in the API reference (BatchStatementError).
const RETRYABLE_CODES = new Set([
  'InternalServerError',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
  'ThrottlingError',
  'TransactionConflict',
]);

/** A statement that the table did not execute. `$retryable` has the meaning of the SDK's errors. */
class StatementError extends Error {
  override name = 'StatementError';
  $retryable: object | undefined;
  constructor(code: string, message = '') {
    super(`The statement failed with ${code}. ${message}`);
    this.$retryable = RETRYABLE_CODES.has(code) ? {} : undefined;
  }
}

/**
 * Insert an item. Returns false, without an effect, when an item with its key exists: also one that an earlier attempt of
 * this call inserted, whose response was lost. The calls of one turn of the event loop share a request, at the cost of
 * single writes: `BatchWriteItem` has no conditions, and a transaction costs twice.
 */
export function insert(item: Item): Promise<boolean> {
  // One at a time: items of other partitions do not wait for one that is throttled.
  return retry(RETRY_POLICIES.transaction, () => insertOnce(item), isRetryable);
}

const insertOnce = coalesce<Item, boolean>(async (items) => {
  const { Responses = [] } = await table.send(new BatchExecuteStatementCommand({ Statements: items.map(toStatement) }));
  return items.map((_, index) => toResult(Responses[index]));
}, MAX_STATEMENTS);

function toStatement(item: Item) {
  const fields = Object.entries(item).filter(([, value]) => value !== undefined);
  return {
    Statement: `INSERT INTO "${tableName()}" VALUE {${fields.map(([name]) => `'${name}': ?`).join(', ')}}`,
    Parameters: fields.map(([, value]) => value),
  };
}

function toResult(response: BatchStatementResponse | undefined): boolean | Error {
  // Whether a statement without a response was executed is unknown, as after an internal error.
  const error = response ? response.Error : { Code: 'InternalServerError' as const, Message: 'No response.' };
  if (!error) return true;
  return error.Code === 'DuplicateItem' ? false : new StatementError(error.Code ?? 'Unknown', error.Message);
}

function isRetryable(error: unknown): boolean {
  return error instanceof StatementError && error.$retryable !== undefined;
}
