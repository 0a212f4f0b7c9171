import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { RetryPolicy } from '../retry/back-off.ts';
import { RETRY_POLICIES } from '../retry/back-off.ts';
import { ConflictError } from '../retry/conflict.ts';
import { retry } from '../retry/retry.ts';
import { cancellationReasons, isNamed, isRejectedForNow, isTransient } from '../retry/transient-errors.ts';
import { table, tableName } from './client.ts';
import { type Item, keyText, type PrimaryKey } from './schema.ts';

/** The state an item must be in for a write to succeed: absent, present, of a version, without an attribute, and so on. */
export type Condition =
  | 'absent'
  | 'present'
  | 'any'
  | { version: number }
  | { lacks: string }
  | { attribute: string; is: string | number }
  | { attribute: string; isBelow: number }
  | { expiredBefore: number };

/**
 * One write of a change. Without `onConflict`, which builds the error of a failed condition, it is `ConflictError`.
 * `id` is the id of a deleted resource whose sort key is something else. A `check` changes nothing: the item has
 * to exist.
 */
export type Write = { onConflict?: (found: Item | undefined) => Error } & (
  | { put: Item; condition: Condition }
  | { delete: PrimaryKey; condition: Condition; id?: string }
  | { check: PrimaryKey }
  | {
      increment: PrimaryKey;
      by: Record<string, number>;
      set?: Item;
      // At most one of them.
      ifBelow?: { attribute: string; limit: number };
      ifEqual?: { attribute: string; value: string };
    }
);

/** A write that increments attributes of an item, and creates the item when it is absent. */
export type Increment = Extract<Write, { increment: PrimaryKey }>;
type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** How often a commit is sent again, and after which errors. The SDK has retried those of single writes before. */
export interface Retries {
  policy: RetryPolicy;
  isRetryable: (error: unknown) => boolean;
}

/** For every commit: the rejections that the SDK does not retry. */
export const RETRIES: Retries = { policy: RETRY_POLICIES.transaction, isRetryable: isRejectedForNow };

/** For what happened to a post that was sent: every transient error, also a conflict, until the invocation ends. */
export const RETRIES_OF_SENT_POST: Retries = { policy: RETRY_POLICIES.sentPost, isRetryable: isTransient };

/**
 * Commit all writes or none. A single write is sent alone, at half the cost of a transaction.
 * Throws the `onConflict` error of the first write whose condition failed, or `ConflictError`.
 */
export async function commit(writes: Write[], retries = RETRIES): Promise<void> {
  if (writes.length === 0) return;
  // A check is part of a transaction only.
  if (writes.length === 1 && !('check' in writes[0]!)) return commitAlone(writes[0]!, retries);
  const TransactItems = writes.map(toAction);
  let ClientRequestToken = randomUUID();
  const send = async () => {
    try {
      await table.send(new TransactWriteCommand({ TransactItems, ClientRequestToken }));
    } catch (error) {
      // A cancelled transaction had no effect. After any other error it may have had: DynamoDB does not apply a
      // transaction with the same token again.
      if (isNamed(error, 'TransactionCanceledException')) ClientRequestToken = randomUUID();
      throw error;
    }
  };
  try {
    await retry(retries.policy, send, retries.isRetryable);
  } catch (error) {
    const reasons = cancellationReasons(error);
    const failed = reasons.findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
    if (failed < 0) throw error;
    throw toConflictError(writes[failed]!, unmarshallIfNeeded(reasons[failed]!.Item));
  }
}

/** Commit a change that an earlier run may have made. Returns false when a condition fails. */
export async function tryCommit(writes: Write[]): Promise<boolean> {
  try {
    await commit(writes);
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}

/** Merge increments into one write per item, as a transaction requires. The last value of an attribute wins. */
export function mergeIncrements(increments: Increment[]): Increment[] {
  const byItem = new Map<string, Increment>();
  for (const each of increments) {
    const item = keyText(each.increment);
    const before = byItem.get(item);
    const by = { ...before?.by };
    for (const [name, number] of Object.entries(each.by)) by[name] = (by[name] ?? 0) + number;
    byItem.set(item, { ...each, by, set: { ...before?.set, ...each.set } });
  }
  return [...byItem.values()];
}

async function commitAlone(write: Write, { policy, isRetryable }: Retries): Promise<void> {
  const action = toAction(write);
  const send = async () => {
    if (action.Put) await table.send(new PutCommand(action.Put));
    else if (action.Delete) await table.send(new DeleteCommand(action.Delete));
    else await table.send(new UpdateCommand(action.Update!));
  };
  try {
    await retry(policy, send, isRetryable);
  } catch (error) {
    if (!isNamed(error, 'ConditionalCheckFailedException')) throw error;
    const found = unmarshallIfNeeded((error as { Item?: Item }).Item);
    // A retry after a lost response finds what the first attempt wrote: that is success, not a conflict.
    if ('put' in write && found && isDeepStrictEqual(found, JSON.parse(JSON.stringify(write.put)))) return;
    throw toConflictError(write, found);
  }
}

function toConflictError(write: Write, found: Item | undefined): Error {
  return write.onConflict?.(found) ?? new ConflictError();
}

function toAction(write: Write): Action {
  const target = { TableName: tableName(), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  if ('put' in write) return { Put: { ...target, Item: write.put, ...conditionExpression(write.condition) } };
  if ('delete' in write)
    return { Delete: { ...target, Key: { ...write.delete }, ...conditionExpression(write.condition) } };
  if ('check' in write)
    return { ConditionCheck: { ...target, Key: { ...write.check }, ConditionExpression: 'attribute_exists(pk)' } };
  return { Update: { ...target, Key: { ...write.increment }, ...updateExpression(write) } };
}

function conditionExpression(condition: Condition) {
  if (condition === 'any') return {};
  if (condition === 'absent') return { ConditionExpression: 'attribute_not_exists(pk)' };
  if (condition === 'present') return { ConditionExpression: 'attribute_exists(pk)' };
  if ('lacks' in condition) {
    return {
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(#attribute)',
      ExpressionAttributeNames: { '#attribute': condition.lacks },
    };
  }
  if ('version' in condition) return equality('version', condition.version);
  if ('is' in condition) return equality(condition.attribute, condition.is);
  if ('isBelow' in condition) {
    return {
      ConditionExpression: 'attribute_not_exists(pk) OR #attribute < :value',
      ExpressionAttributeNames: { '#attribute': condition.attribute },
      ExpressionAttributeValues: { ':value': condition.isBelow },
    };
  }
  // The time in the record decides whether it has expired; DynamoDB deletes it days later.
  return {
    ConditionExpression: 'attribute_not_exists(pk) OR expires_at_ms <= :now',
    ExpressionAttributeValues: { ':now': condition.expiredBefore },
  };
}

function equality(attribute: string, value: unknown) {
  return {
    ConditionExpression: '#attribute = :value',
    ExpressionAttributeNames: { '#attribute': attribute },
    ExpressionAttributeValues: { ':value': value },
  };
}

function updateExpression(write: Extract<Write, { increment: PrimaryKey }>) {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const assign = (attributes: object, prefix: string, operator: string) =>
    Object.entries(attributes).map(([name, value], index) => {
      names[`#${prefix}${index}`] = name;
      values[`:${prefix}${index}`] = value;
      return `#${prefix}${index}${operator}:${prefix}${index}`;
    });
  const adds = assign(write.by, 'a', ' ');
  const sets = assign(write.set ?? {}, 's', ' = ');
  let condition: string | null = null;
  if (write.ifBelow) {
    names['#below'] = write.ifBelow.attribute;
    values[':limit'] = write.ifBelow.limit;
    condition = 'attribute_not_exists(#below) OR #below < :limit';
  } else if (write.ifEqual) {
    names['#attribute'] = write.ifEqual.attribute;
    values[':value'] = write.ifEqual.value;
    condition = '#attribute = :value';
  }
  return {
    UpdateExpression: `ADD ${adds.join(', ')}${sets.length > 0 ? ` SET ${sets.join(', ')}` : ''}`,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
    ...(condition ? { ConditionExpression: condition } : {}),
  };
}

/** Return the item of an exception as a plain object. The document client unmarshals it only in some cases. */
export function unmarshallIfNeeded(item: Item | undefined): Item | undefined {
  if (!item) return undefined;
  const isMarshalled = Object.values(item).every((value) => typeof value === 'object' && value !== null);
  return isMarshalled ? unmarshall(item as never) : item;
}
