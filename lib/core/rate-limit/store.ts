import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isNamed } from '../retry/transient-errors.ts';
import { table, tableName } from '../table/client.ts';
import { unmarshallIfNeeded } from '../table/commit.ts';
import { load } from '../table/read.ts';
import { type Item, keyOf } from '../table/schema.ts';
import { WRITE_SCHEMA_VERSION } from '../table/schema-version.ts';
import { rateWindowEntity } from './entities.ts';

const RETENTION_SECONDS = 60;

/** The requests of a workspace, an API key or a source address in one window. */
export interface RateWindow {
  subject_id: string;
  window: number; // Number of the window, counted from 1970 in windows of `seconds`.
  seconds: number;
}

/** The result of a reservation. */
export interface QuotaReservation {
  granted: number; // Requests granted by this reservation.
  reserved: number; // Requests of the window reserved by all instances.
  instances: number; // Instances that have reserved any.
}

/**
 * Reserve `batch` requests of a window, or what is left of `limit` when that is less.
 * The write is conditional, so no request is reserved twice. `isFirst`: the instance's first reservation in it.
 */
export async function reserveQuota(
  { subject_id, window, seconds }: RateWindow,
  { batch, limit, isFirst }: { batch: number; limit: number; isFirst: boolean },
): Promise<QuotaReservation> {
  for (let granted = Math.min(batch, limit); ; ) {
    const { isReserved, item } = await increment({ subject_id, window: String(window) }, granted, {
      ':instances': isFirst ? 1 : 0,
      ':most': limit - granted,
      ':end': (window + 1) * seconds + RETENTION_SECONDS,
    });
    const reserved = Number(item?.reserved);
    const instances = Number(item?.instances);
    if (isReserved) return { granted, reserved, instances };
    // A reservation of one is only rejected when nothing is left.
    if (granted === 1 || reserved >= limit) return { granted: 0, reserved: limit, instances };
    // Other instances have reserved since. Take what they left, or one when the table does not return it.
    granted = Math.min(granted - 1, limit - reserved) || 1;
  }
}

/** Read how many requests of a window all instances have reserved: no older than the call. */
export async function readReserved({ subject_id, window }: Omit<RateWindow, 'seconds'>): Promise<number> {
  const stored = await load<{ reserved: number }>(keyOf(rateWindowEntity, { subject_id, window: String(window) }));
  return stored?.reserved ?? 0;
}

async function increment(
  key: { subject_id: string; window: string },
  batch: number,
  values: Record<`:${string}`, number>,
): Promise<{ isReserved: boolean; item: Item | undefined }> {
  try {
    const { Attributes } = await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { ...keyOf(rateWindowEntity, key) },
        UpdateExpression:
          'ADD reserved :batch, instances :instances SET expires_at_seconds = :end, entity = :entity, #schema = :schema',
        ConditionExpression: 'attribute_not_exists(reserved) OR reserved <= :most',
        ExpressionAttributeValues: {
          ...values,
          ':batch': batch,
          ':entity': 'RateWindow',
          ':schema': WRITE_SCHEMA_VERSION,
        },
        ExpressionAttributeNames: { '#schema': 'schema' },
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { isReserved: true, item: Attributes };
  } catch (error) {
    if (!isNamed(error, 'ConditionalCheckFailedException')) throw error;
    return { isReserved: false, item: unmarshallIfNeeded((error as { Item?: Item }).Item) };
  }
}
