import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { operatorIndexEntity } from '../../lib/app/table/entities.ts';
import { ENTITIES, type EntityName } from '../../lib/app/table/entity-table.ts';
import { isNamed } from '../../lib/core/retry/transient-errors.ts';
import { table, tableName } from '../../lib/core/table/client.ts';
import { commit, type Write } from '../../lib/core/table/commit.ts';
import { load } from '../../lib/core/table/read.ts';
import { DUE_SHARDS, type Item, indexKeysOf, keyOf, shardOf, toItem } from '../../lib/core/table/schema.ts';
import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { PacedScans } from './paced-scan.ts';

/** The entities that version 1.0.0 wrote without keys of `by_parent`, by which operator commands find them. */
const INDEXED = [
  ...(['Workspace', 'InvitationToken', 'AuthorizationCode'] as const),
  ...(['DeviceLogin', 'InboundBatch', 'OrphanComment'] as const),
] satisfies EntityName[];

/** That every item of `INDEXED` has its keys. */
interface OperatorIndex {
  completed_at: string;
}

const SCAN = {
  FilterExpression: `#entity IN (${INDEXED.map((_, index) => `:entity${index}`).join(', ')})`,
  ExpressionAttributeNames: { '#entity': 'entity' },
  ExpressionAttributeValues: Object.fromEntries(INDEXED.map((entity, index) => [`:entity${index}`, entity])),
};

/** Return whether the index has every workspace, and every item that only the index finds. */
export async function isIndexComplete(): Promise<boolean> {
  return (await load<OperatorIndex>(keyOf(operatorIndexEntity, {}))) !== null;
}

/**
 * Give the items of earlier versions the keys of the index. It reads the whole table once, at the rate of `PacedReads`: 6
 * MB a second. Safe to run again, and while the service runs. Returns how many items lacked keys.
 */
export async function completeIndex(): Promise<number> {
  const count = await indexItems(Number.POSITIVE_INFINITY);
  return count!;
}

/** Do the same for a table that one response returns, such as a new one. A larger one stays as it is. */
export async function completeSmallIndex(): Promise<void> {
  if (!(await isIndexComplete())) await indexItems(1);
}

/** Index the items of so many responses of a scan. Returns null when the table has more. */
async function indexItems(responses: number): Promise<number | null> {
  let [read, count] = [0, 0];
  for await (const page of new PacedScans({ isConsistent: false }).scan(SCAN)) {
    if (read === responses) return null;
    read += 1;
    for (const item of page.filter(({ parent_pk }) => parent_pk === undefined)) count += await setKeys(item);
  }
  await commit([completionWrite(Date.now())]);
  return count;
}

/** Build the write which says that the index is complete, as that of a new table is. */
export function completionWrite(nowMs: number): Write {
  const completion: OperatorIndex = { completed_at: formatInstant(nowMs) };
  return { put: toItem(operatorIndexEntity, completion), condition: 'any' };
}

/** Set the keys of the index. Returns 0 for an item that has none, or was deleted since it was read. */
async function setKeys(item: Item): Promise<0 | 1> {
  const { parent_pk, list_sk } = indexKeysOf(ENTITIES[item.entity as EntityName], {
    ...item,
    shard: shardOf(String(item.id), DUE_SHARDS),
  });
  // A device login that no member has decided about has no workspace.
  if (parent_pk === undefined) return 0;
  try {
    await table.send(
      new UpdateCommand({
        ...{ TableName: tableName(), Key: { pk: item.pk, sk: item.sk } },
        ...{ ConditionExpression: 'attribute_exists(pk)', UpdateExpression: 'SET #0 = :0, #1 = :1' },
        ExpressionAttributeNames: { '#0': 'parent_pk', '#1': 'list_sk' },
        ExpressionAttributeValues: { ':0': parent_pk, ':1': list_sk },
      }),
    );
    return 1;
  } catch (error) {
    if (isNamed(error, 'ConditionalCheckFailedException')) return 0;
    throw error;
  }
}
