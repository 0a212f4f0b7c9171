import { isDeepStrictEqual } from 'node:util';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ConflictError } from '../retry/conflict.ts';
import { retry } from '../retry/retry.ts';
import { isNamed } from '../retry/transient-errors.ts';
import { table, tableName } from './client.ts';
import { RETRIES, unmarshallIfNeeded } from './commit.ts';
import type { Entity } from './define-entity.ts';
import { type Item, keyOf, type PrimaryKey, toItem, type Values } from './schema.ts';

// Apart from `commit`, because only workers update single attributes, and every endpoint bundles `commit`.

/** Sets and removes single attributes of an item, on the condition that one attribute has a value. */
export interface AttributeUpdate {
  key: PrimaryKey;
  set: Item;
  remove: string[];
  condition: { attribute: string; is: unknown };
}

/**
 * Build the update of the attributes that differ between two states of a versioned record, on the condition that it has
 * the version that was read. Attributes with updates of their own keep their stored values.
 */
export function versionedUpdate<T extends { version: number }>(
  entity: Entity,
  before: T,
  after: T,
  extraKeyFields: Values = {},
): AttributeUpdate {
  const old = toItem(entity, before, extraKeyFields);
  const next = toItem(entity, { ...after, version: before.version + 1 }, extraKeyFields);
  return {
    key: keyOf(entity, { ...before }),
    set: Object.fromEntries(Object.entries(next).filter(([name, value]) => !isDeepStrictEqual(value, old[name]))),
    remove: Object.keys(old).filter((name) => !Object.hasOwn(next, name)),
    condition: { attribute: 'version', is: before.version },
  };
}

/** Commit an update. Throws `ConflictError` when its condition fails. */
export async function commitUpdate(update: AttributeUpdate): Promise<void> {
  const command = new UpdateCommand({ TableName: tableName(), ...expressionOf(update) });
  try {
    await retry(RETRIES.policy, () => table.send(command), RETRIES.isRetryable);
  } catch (error) {
    if (!isNamed(error, 'ConditionalCheckFailedException')) throw error;
    // A retry after a lost response finds what the first attempt wrote: that is success, not a conflict.
    if (isApplied(update, unmarshallIfNeeded((error as { Item?: Item }).Item))) return;
    throw new ConflictError();
  }
}

function isApplied({ set, remove }: AttributeUpdate, found: Item | undefined): boolean {
  if (!found) return false;
  const isSet = Object.entries(set).every(([name, value]) => isDeepStrictEqual(found[name], value));
  return isSet && remove.every((name) => !Object.hasOwn(found, name));
}

function expressionOf({ key, set, remove, condition }: AttributeUpdate) {
  const names = Object.keys(set);
  const sets = names.map((_, index) => `#s${index} = :s${index}`).join(', ');
  const removals = remove.map((_, index) => `#r${index}`).join(', ');
  return {
    Key: { ...key },
    UpdateExpression: `SET ${sets}${removals === '' ? '' : ` REMOVE ${removals}`}`,
    ConditionExpression: '#condition = :condition',
    ExpressionAttributeNames: {
      '#condition': condition.attribute,
      ...Object.fromEntries(names.map((name, index) => [`#s${index}`, name])),
      ...Object.fromEntries(remove.map((name, index) => [`#r${index}`, name])),
    },
    ExpressionAttributeValues: {
      ':condition': condition.is,
      ...Object.fromEntries(names.map((name, index) => [`:s${index}`, set[name]])),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}
