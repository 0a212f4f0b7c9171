import { setTimeout as sleep } from 'node:timers/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { MeteredStack } from './metered-stack.ts';

const MINUTE_MS = 60_000;
type Image = Record<string, { S?: string }>;

/** The kind of item a stream record is about. */
export function getRecordEntity(dynamodb: Record<string, unknown>): string | undefined {
  return (dynamodb.NewImage as Image | undefined)?.entity?.S;
}

/** The queue message about the first attempt to deliver an event, from its stream record, to an endpoint. */
export function toQueueMessage(dynamodb: Record<string, unknown>, endpoint_id: string): string {
  const { workspace_id, id } = dynamodb.NewImage as Image;
  const event_id = id!.S!;
  const delivery_id = event_id.replace('evt', 'dlv');
  return JSON.stringify({ workspace_id: workspace_id!.S, endpoint_id, delivery_id, event_id, attempt: 1 });
}

/** Set attributes of an item directly, without the functions. */
export async function patchItem(
  stack: MeteredStack,
  key: { pk: string; sk: string },
  values: Record<string, string>,
  condition?: string,
  conditionValues: Record<string, unknown> = {},
): Promise<void> {
  const names = Object.keys(values);
  await stack.table.send(
    new UpdateCommand({
      TableName: stack.tableName,
      Key: { ...key },
      UpdateExpression: `SET ${names.map((_, index) => `#n${index} = :v${index}`).join(', ')}`,
      ...(condition ? { ConditionExpression: condition } : {}),
      ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(names.map((name, index) => [`:v${index}`, values[name]])),
        ...conditionValues,
      },
    }),
  );
}

/** Wait for the next minute when less than `durationMs` of this one are left: a count must not meet a new rate window. */
export async function waitForFreshMinute(durationMs = 20_000): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < durationMs) await sleep(leftMs + 50);
}
