import type { SQSEvent } from 'aws-lambda';
import { requireEnv } from '../lib/core/config/env.ts';
import { processConcurrently } from '../lib/core/queue/message-batch.ts';
import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';
import { isId } from '../lib/core/values/id.ts';
import type { DeliveryLane } from '../lib/webhooks/rules/delivery-lane.ts';
import { createDeliveryProcessor } from '../lib/webhooks/workers/deliver-webhook.ts';
import type { DeliveryMessage } from '../lib/webhooks/workers/queue-deliveries.ts';

/**
 * Process queued deliveries. The messages of a batch run concurrently, so the slowest one determines the duration of
 * the batch; for that reason the function is deployed once per lane.
 */
export const handler = withInvocationDeadline((event: SQSEvent) => {
  const process = createDeliveryProcessor(requireEnv('DELIVERY_LANE') as DeliveryLane);
  return processConcurrently(event, 'delivery not attempted', ({ body }) => process(parseMessage(JSON.parse(body))));
});

function parseMessage(message: Partial<DeliveryMessage> | null): DeliveryMessage {
  const { workspace_id, event_workspace_id, endpoint_id, delivery_id, event_id, attempt, lease_id } = message ?? {};
  const isValid =
    isId('workspace', String(workspace_id)) &&
    (event_workspace_id === undefined || isId('workspace', String(event_workspace_id))) &&
    isId('endpoint', String(endpoint_id)) &&
    isId('delivery', String(delivery_id)) &&
    (event_id === undefined || isId('event', String(event_id))) &&
    (attempt === undefined || Number.isSafeInteger(attempt)) &&
    (lease_id === undefined || typeof lease_id === 'string');
  if (!isValid) throw new Error('The message does not name a delivery.');
  return message as DeliveryMessage;
}
