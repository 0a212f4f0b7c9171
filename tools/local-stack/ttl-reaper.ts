import { DatabaseSync } from 'node:sqlite';
import { callDynamodb } from './dynamodb.ts';
import type { StreamRecord } from './shard-reader.ts';

/** Maximum deletions per table and sweep; the next sweep deletes the rest. */
const MAX_CONCURRENT_DELETES = 500;

type Attributes = Record<string, { S?: string; N?: string }>;

/**
 * Delete the items whose time to live has passed by `nowMs`, because dynoxide does not do so automatically.
 *
 * The items are found by an index in its file: its own sweep reads every item of every table while all requests
 * wait, which takes seconds from some ten thousand items on. They are deleted through the API, so that the
 * stream records the deletion.
 */
export async function deleteExpiredItems(path: string, endpoint: string, nowMs: number): Promise<void> {
  for (const { table, attribute, keys } of expired(path, Math.floor(nowMs / 1000))) {
    for (const { key, at } of keys) {
      await callDynamodb(endpoint, 'DynamoDB_20120810.DeleteItem', {
        TableName: table,
        Key: key,
        // The expiry of an item may have been extended since it was found.
        ConditionExpression: '#expiry = :at',
        ExpressionAttributeNames: { '#expiry': attribute },
        ExpressionAttributeValues: { ':at': { N: at } },
      }).catch((error) => {
        if (error.code !== 'ConditionalCheckFailedException') throw error;
      });
    }
  }
}

/** User identity of a stream record when the table deleted an expired item. */
export const TTL_USER_IDENTITY = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };

/** Return whether a record is a TTL deletion. A client that deletes an expired item is treated as one, too. */
export function isTtlDeletion(record: StreamRecord, attribute: string | undefined): boolean {
  const { OldImage, ApproximateCreationDateTime } = record.dynamodb;
  const ends = attribute && (OldImage as Attributes | undefined)?.[attribute]?.N;
  return record.eventName === 'REMOVE' && !!ends && Number(ends) <= ApproximateCreationDateTime;
}

function expired(path: string, nowSeconds: number) {
  const file = new DatabaseSync(path, { timeout: 5_000 });
  try {
    const tables = file
      .prepare('SELECT table_name, key_schema, ttl_attribute FROM _tables WHERE ttl_enabled = 1')
      .all() as { table_name: string; key_schema: string; ttl_attribute: string }[];
    return tables.map(({ table_name: table, key_schema, ttl_attribute: attribute }) => {
      const expiry = `CAST(json_extract(item_json, '$.${attribute}.N') AS INTEGER)`;
      const isMortal = `json_extract(item_json, '$.${attribute}.N') IS NOT NULL`;
      file.exec(`CREATE INDEX IF NOT EXISTS "local_expiry_of_${table}" ON "${table}" (${expiry}) WHERE ${isMortal}`);
      const rows = file
        .prepare(
          `SELECT item_json FROM "${table}" WHERE ${isMortal} AND ${expiry} < ? ORDER BY ${expiry} LIMIT ${MAX_CONCURRENT_DELETES}`,
        )
        .all(nowSeconds) as { item_json: string }[];
      const names = (JSON.parse(key_schema) as { AttributeName: string }[]).map((part) => part.AttributeName);
      const keys = rows.map((row) => {
        const item = JSON.parse(row.item_json) as Attributes;
        return {
          key: Object.fromEntries(names.map((name) => [name, item[name]])),
          at: item[attribute]!.N!,
        };
      });
      return { table, attribute, keys };
    });
  } finally {
    file.close();
  }
}
