import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { isId } from '../lib/domain/id.ts';
import type { DeliveryLane } from '../lib/domain/webhooks/delivery-lane.ts';
import { log } from '../lib/observability/log.ts';
import { deliveryLane } from '../lib/workers/sqs.ts';
import { type DeliveryMessage, processDelivery } from '../lib/workers/webhooks/deliver-webhook.ts';

/**
 * Makes the deliveries that are due. The messages of a batch are worked on side by side, and the slowest of
 * them says how long the batch takes: the function is deployed once per lane.
 */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const lane = deliveryLane();
  const failed = await Promise.all(event.Records.map((record) => attempt(record, lane)));
  return { batchItemFailures: failed.filter((id) => id !== null).map((id) => ({ itemIdentifier: id })) };
}

/** The id of the message when it has to come again, or null. */
async function attempt({ messageId, body }: SQSRecord, lane: DeliveryLane): Promise<string | null> {
  try {
    await processDelivery(checked(JSON.parse(body)), lane);
    return null;
  } catch (error) {
    log.error('delivery not attempted', { message_id: messageId, message_body: body, error: error as Error });
    return messageId;
  }
}

function checked(message: Partial<DeliveryMessage> | null): DeliveryMessage {
  const { workspace_id, endpoint_id, delivery_id, attempt, lease_id } = message ?? {};
  const isWhole =
    isId('workspace', String(workspace_id)) &&
    isId('endpoint', String(endpoint_id)) &&
    isId('delivery', String(delivery_id)) &&
    (attempt === undefined || Number.isSafeInteger(attempt)) &&
    (lease_id === undefined || typeof lease_id === 'string');
  if (!isWhole) throw new Error('This is no message about a delivery.');
  return message as DeliveryMessage;
}
