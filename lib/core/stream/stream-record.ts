import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { fromItem, type Item } from '../table/schema.ts';
import { formatInstant } from '../values/timestamps.ts';

/** Parse the two images of a stream record. Null where the record has none. */
export function parseImages({ dynamodb }: DynamoDBRecord): { before: Item | null; after: Item | null } {
  return { before: parseImage(dynamodb?.OldImage), after: parseImage(dynamodb?.NewImage) };
}

/** Parse an item of the table. Throws when a newer version of the service wrote it. */
export function parseRecord<T extends object>(item: Item | null): T | null {
  return item === null ? null : fromItem<T>(item);
}

/** Parse stream records. A record that cannot be parsed is added to `failures` and does not fail the others. */
export function parseEach<T>(
  records: DynamoDBRecord[],
  parse: (record: DynamoDBRecord) => T | null,
  failures: Map<DynamoDBRecord, unknown>,
): T[] {
  return records.flatMap((record) => {
    try {
      return parse(record) ?? [];
    } catch (error) {
      failures.set(record, error);
      return [];
    }
  });
}

/** Return when the table committed a change, in ISO 8601 with a precision of one second. */
export function changeTime({ dynamodb }: DynamoDBRecord, nowMs: number): string {
  const seconds = dynamodb?.ApproximateCreationDateTime;
  return formatInstant(seconds === undefined ? nowMs : seconds * 1000);
}

/** Return whether DynamoDB deleted the item because its time to live has passed. */
export function isExpiry(record: DynamoDBRecord): boolean {
  return record.userIdentity?.principalId === 'dynamodb.amazonaws.com';
}

function parseImage(image: unknown): Item | null {
  return image ? unmarshall(image as never) : null;
}
