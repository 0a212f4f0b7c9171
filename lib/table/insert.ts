import { BatchExecuteStatementCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { coalesce } from './coalesce.ts';
import { RETRY_POLICIES } from './conflict.ts';
import { retry } from './retry.ts';
import type { Item } from './schema.ts';

// Apart from `commit`, because only workers insert many items, and every endpoint bundles `commit`.

const MAX_STATEMENTS = 25;
// The codes of a statement that had no effect and may succeed later.
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
 * Insert an item. Returns false, without an effect, when an item with its key exists. The calls of one turn of the event
 * loop share a request, at the cost of single writes: `BatchWriteItem` has no conditions, and a transaction costs twice.
 */
export const insert: (item: Item) => Promise<boolean> = coalesce(insertAll, MAX_STATEMENTS);

async function insertAll(items: Item[]): Promise<(boolean | Error)[]> {
  const results: (boolean | Error)[] = [];
  let left = [...items.keys()];
  const insertLeft = async () => {
    const Statements = left.map((index) => toStatement(items[index]!));
    const { Responses = [] } = await table.send(new BatchExecuteStatementCommand({ Statements }));
    for (const [position, index] of left.entries()) results[index] = toResult(Responses[position]?.Error);
    left = left.filter((index) => isRetryable(results[index]));
    if (left.length > 0) throw results[left[0]!];
  };
  try {
    await retry(RETRY_POLICIES.transaction, insertLeft, isRetryable);
  } catch (error) {
    // A retry that the policy does not allow fails these items only.
    if (!isRetryable(error)) throw error;
  }
  return results;
}

function toStatement(item: Item) {
  const fields = Object.entries(item).filter(([, value]) => value !== undefined);
  return {
    Statement: `INSERT INTO "${tableName()}" VALUE {${fields.map(([name]) => `'${name}': ?`).join(', ')}}`,
    Parameters: fields.map(([, value]) => value),
  };
}

function toResult(error: { Code?: string | undefined; Message?: string | undefined } | undefined): boolean | Error {
  if (!error) return true;
  return error.Code === 'DuplicateItem' ? false : new StatementError(error.Code ?? 'Unknown', error.Message);
}

function isRetryable(error: unknown): boolean {
  return error instanceof StatementError && error.$retryable !== undefined;
}
