import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { table, tableName } from './client.ts';
import type { Item, PrimaryKey } from './schema.ts';

/**
 * What an item must be for a write to go through: not there yet, at this version (null: there, and from before
 * its kind had versions), with this value in an attribute, there, or anything.
 */
export type Condition =
  | 'absent'
  | 'present'
  | 'any'
  | { version: number | null }
  | { attribute: string; is: string }
  | { expiredBefore: number };

/**
 * One write of a change. `otherwise` turns a failed expectation into the error the caller sees, given the
 * item that was found; without it the change has lost a race and the operation starts again. `id` is that of
 * what is removed, where its key does not end in it.
 */
export type Write = { onConflict?: (found: Item | undefined) => Error } & (
  | { put: Item; condition: Condition }
  | { delete: PrimaryKey; condition: Condition; id?: string }
  | {
      increment: PrimaryKey;
      by: Record<string, number>;
      set?: Item;
      ifBelow?: { attribute: string; limit: number };
    }
);

/** A write that adds to the numbers of an item, making it when there is none. */
export type Increment = Extract<Write, { increment: PrimaryKey }>;

/** The change was made against a state that is no longer there. Load again, decide again. */
export class ConflictError extends Error {
  constructor() {
    super('Another change came first.');
    this.name = 'ConflictError';
  }
}

type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

// Five seconds on average. When one workspace's posts are due in the same second, hundreds of transactions meet
// at its counters, and whoever gives up after a post was sent leaves it in doubt.
const CONFLICT_TRIES = 25;

/**
 * Commits a change: all of its writes or none. Throws what `otherwise` makes of the first write whose
 * expectation failed, or `ConflictError`. One write goes alone and costs half of a transaction.
 */
export async function commit(writes: Write[]): Promise<void> {
  if (writes.length === 0) return;
  if (writes.length === 1) return commitAlone(writes[0]!);
  const input = { TransactItems: writes.map(toAction) };
  for (let tries = 1; ; tries++) {
    try {
      await table.send(new TransactWriteCommand(input));
      return;
    } catch (error) {
      const reasons = cancellationReasons(error);
      const failed = reasons.findIndex((reason) => reason.Code === 'ConditionalCheckFailed');
      if (failed >= 0) throw toConflictError(writes[failed]!, unmarshallIfNeeded(reasons[failed]!.Item));
      const conflicted = reasons.some((reason) => reason.Code === 'TransactionConflict');
      if (!conflicted || tries === CONFLICT_TRIES) throw error;
      // The SDK retries throttles, but not conflicts inside a cancelled transaction.
      await backoff(tries);
    }
  }
}

/**
 * Commits a change that may have been made before, by an earlier reading of the same cause. True when it was
 * made now, false when something was there already.
 */
export async function tryCommit(writes: Write[]): Promise<boolean> {
  try {
    await commit(writes);
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}

/**
 * The same additions with one write for each item, because a change may name an item only once. Where they
 * set an attribute differently, the last one does.
 */
export function mergeIncrements(additions: Increment[]): Increment[] {
  const byItem = new Map<string, Increment>();
  for (const addition of additions) {
    const place = `${addition.increment.pk}\n${addition.increment.sk}`;
    const before = byItem.get(place);
    const numbers = { ...before?.by };
    for (const [name, number] of Object.entries(addition.by)) {
      numbers[name] = (numbers[name] ?? 0) + number;
    }
    byItem.set(place, { ...addition, by: numbers, set: { ...before?.set, ...addition.set } });
  }
  return [...byItem.values()];
}

async function commitAlone(write: Write): Promise<void> {
  const action = toAction(write);
  for (let tries = 1; ; tries++) {
    try {
      if (action.Put) await table.send(new PutCommand(action.Put));
      else if (action.Delete) await table.send(new DeleteCommand(action.Delete));
      else await table.send(new UpdateCommand(action.Update!));
      return;
    } catch (error) {
      // A transaction has hold of the item; the SDK does not wait for that either.
      if (isNamed(error, 'TransactionConflictException') && tries < CONFLICT_TRIES) {
        await backoff(tries);
        continue;
      }
      if (!isNamed(error, 'ConditionalCheckFailedException')) throw error;
      const found = unmarshallIfNeeded((error as { Item?: Item }).Item);
      // A retry after a lost answer meets what the first try wrote: that is success, not a conflict.
      if ('put' in write && found && isDeepStrictEqual(found, JSON.parse(JSON.stringify(write.put)))) return;
      throw toConflictError(write, found);
    }
  }
}

function backoff(tries: number): Promise<void> {
  return sleep(Math.random() * Math.min(20 * 2 ** tries, 500));
}

function toConflictError(write: Write, found: Item | undefined): Error {
  return write.onConflict?.(found) ?? new ConflictError();
}

function toAction(write: Write): Action {
  const target = { TableName: tableName(), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  if ('put' in write) return { Put: { ...target, Item: write.put, ...conditionExpression(write.condition) } };
  if ('delete' in write)
    return { Delete: { ...target, Key: { ...write.delete }, ...conditionExpression(write.condition) } };
  return { Update: { ...target, Key: { ...write.increment }, ...updateExpression(write) } };
}

function conditionExpression(condition: Condition) {
  if (condition === 'any') return {};
  if (condition === 'absent') return { ConditionExpression: 'attribute_not_exists(pk)' };
  if (condition === 'present') return { ConditionExpression: 'attribute_exists(pk)' };
  if ('version' in condition && condition.version === null) {
    return {
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(#version)',
      ExpressionAttributeNames: { '#version': 'version' },
    };
  }
  if ('version' in condition) return equality('version', condition.version);
  if ('attribute' in condition) return equality(condition.attribute, condition.is);
  // Time decides whether a record has ended; the table's own deletion comes days later.
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
  const adds = Object.entries(write.by).map(([name, number], index) => {
    names[`#a${index}`] = name;
    values[`:a${index}`] = number;
    return `#a${index} :a${index}`;
  });
  const sets = Object.entries(write.set ?? {}).map(([name, value], index) => {
    names[`#s${index}`] = name;
    values[`:s${index}`] = value;
    return `#s${index} = :s${index}`;
  });
  if (write.ifBelow) {
    names['#below'] = write.ifBelow.attribute;
    values[':limit'] = write.ifBelow.limit;
  }
  return {
    UpdateExpression: `ADD ${adds.join(', ')}${sets.length > 0 ? ` SET ${sets.join(', ')}` : ''}`,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
    ...(write.ifBelow ? { ConditionExpression: 'attribute_not_exists(#below) OR #below < :limit' } : {}),
  };
}

interface Reason {
  Code?: string;
  Item?: Item;
}

function cancellationReasons(error: unknown): Reason[] {
  if (!isNamed(error, 'TransactionCanceledException')) return [];
  return (error as { CancellationReasons?: Reason[] }).CancellationReasons ?? [];
}

/**
 * The item inside an exception. The document client unmarshals that of a single write's in some versions,
 * never that of a transaction's reasons.
 */
export function unmarshallIfNeeded(item: Item | undefined): Item | undefined {
  if (!item) return undefined;
  const isMarshalled = Object.values(item).every((value) => typeof value === 'object' && value !== null);
  return isMarshalled ? unmarshall(item as never) : item;
}

/** True for an error of this name, as the SDK throws them. */
export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
