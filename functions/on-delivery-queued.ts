import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { isId } from '../lib/domain/id.ts';
import type { DeliveryLane } from '../lib/domain/webhooks/delivery-lane.ts';
import { log } from '../lib/observability/log.ts';
import { withInvocationDeadline } from '../lib/table/invocation-deadline.ts';
import { deliveryLane } from '../lib/workers/sqs.ts';
import { type DeliveryMessage, processDelivery } from '../lib/workers/webhooks/deliver-webhook.ts';

/**
 * Process queued deliveries. The messages of a batch run concurrently, so the slowest one determines the duration of
 * the batch; for that reason the function is deployed once per lane.
 */
export const handler = withInvocationDeadline(processMessages);

async function processMessages(event: SQSEvent): Promise<SQSBatchResponse> {
  const lane = deliveryLane();
  const failed = await Promise.all(event.Records.map((record) => processMessage(record, lane)));
  return { batchItemFailures: failed.filter((id) => id !== null).map((id) => ({ itemIdentifier: id })) };
}

/** Process a message. Returns its id when it must be redelivered, or null. */
async function processMessage({ messageId, body }: SQSRecord, lane: DeliveryLane): Promise<string | null> {
  try {
    await processDelivery(parseMessage(JSON.parse(body)), lane);
    return null;
  } catch (error) {
    log.error('delivery not attempted', { message_id: messageId, message_body: body, error: error as Error });
    return messageId;
  }
}

function parseMessage(message: Partial<DeliveryMessage> | null): DeliveryMessage {
  const { workspace_id, endpoint_id, delivery_id, attempt, lease_id } = message ?? {};
  const isValid =
    isId('workspace', String(workspace_id)) &&
    isId('endpoint', String(endpoint_id)) &&
    isId('delivery', String(delivery_id)) &&
    (attempt === undefined || Number.isSafeInteger(attempt)) &&
    (lease_id === undefined || typeof lease_id === 'string');
  if (!isValid) throw new Error('The message does not name a delivery.');
  return message as DeliveryMessage;
}
