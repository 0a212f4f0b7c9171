import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { isNamed, unmarshallIfNeeded } from './commit.ts';
import { type Item, keyOf, WRITE_SCHEMA_VERSION } from './schema.ts';

/** How long a count is kept after its window. */
const RETENTION_SECONDS = 60;

/** What is counted: the requests of a workspace, or of a key, in one window of so many seconds. */
export interface RateWindow {
  /** The id of the workspace or key. */
  subject_id: string;
  /** Windows since 1970. */
  window: number;
  seconds: number;
}

/** What a count says after it was asked for admissions, and how many of them were given. */
export interface QuotaReservation {
  reserved: number;
  taken: number;
  holders: number;
}

/**
 * Takes `block` admissions of a window, or what is left of `limit` when that is less; none when nothing is.
 * The write goes through only while all of them are within the limit, so no two callers ever get the same
 * admission, whatever their number, and `taken` never says more than was given. `isFirst` is for an instance
 * that has taken none in this window yet: the count knows how many instances share it.
 */
export async function reserveQuota(
  { subject_id, window, seconds }: RateWindow,
  { block, limit, isFirst }: { block: number; limit: number; isFirst: boolean },
): Promise<QuotaReservation> {
  for (let granted = Math.min(block, limit); ; ) {
    const found = await add({ subject_id, window: String(window) }, granted, {
      ':holders': isFirst ? 1 : 0,
      ':most': limit - granted,
      ':end': (window + 1) * seconds + RETENTION_SECONDS,
    });
    const taken = Number(found.item?.taken);
    // Items of an earlier version do not count their holders.
    const holders = Number(found.item?.holders ?? 0);
    if (found.isTaken) return { reserved: granted, taken, holders };
    // A single one is only refused when nothing is left.
    if (granted === 1 || taken >= limit) return { reserved: 0, taken: limit, holders };
    // Others took some since, and this is what they left; one, if the table does not say.
    granted = Math.min(granted - 1, limit - taken) || 1;
  }
}

async function add(
  key: { subject_id: string; window: string },
  admissions: number,
  values: Record<`:${string}`, number>,
): Promise<{ isTaken: boolean; item: Item | undefined }> {
  try {
    const { Attributes } = await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { ...keyOf('RateWindow', key) },
        UpdateExpression:
          'ADD taken :block, holders :holders SET expires_at_seconds = :end, entity = :entity, #schema = :schema',
        ConditionExpression: 'attribute_not_exists(taken) OR taken <= :most',
        ExpressionAttributeValues: {
          ...values,
          ':block': admissions,
          ':entity': 'RateWindow',
          ':schema': WRITE_SCHEMA_VERSION,
        },
        ExpressionAttributeNames: { '#schema': 'schema' },
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { isTaken: true, item: Attributes };
  } catch (error) {
    if (!isNamed(error, 'ConditionalCheckFailedException')) throw error;
    return { isTaken: false, item: unmarshallIfNeeded((error as { Item?: Item }).Item) };
  }
}
