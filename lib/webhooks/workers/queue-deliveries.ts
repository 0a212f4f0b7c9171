import { queueUrl, SQS_BATCH_SIZE, sendBatchToGroups } from '../../core/queue/sqs.ts';
import { coalesce } from '../../core/retry/coalesce.ts';
import { fitsMessageDelay } from '../../core/retry/waits.ts';
import type { Event } from '../rules/event.ts';
import {
  attemptCount,
  type Delivery,
  deliveryGroupOf,
  deliveryIdOf,
  foreignWorkspace,
} from '../rules/webhook-delivery.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';

/** Names the delivery that a queue message is about; the delivery itself decides what to do. */
export interface DeliveryMessage {
  workspace_id: string;
  /** The workspace of the event, for an endpoint of the stage. Absent: `workspace_id`. */
  event_workspace_id?: string;
  endpoint_id: string;
  delivery_id: string;
  /** The event of a delivery that is stored with the result of its first attempt. Absent when it is stored. */
  event_id?: string;
  /** The attempt to make. The message is obsolete once that attempt was made. Absent: the next one. */
  attempt?: number;
  /** The lease of the attempt, which the fast lane transfers to the slow lane. */
  lease_id?: string;
}

type Queued = { message: DeliveryMessage; dueMs: number };

/** Send a message to the fast lane. The changes of a stream batch share a request. */
const sendTogether = coalesce<Queued, undefined>(async (queued) => {
  const dueMs = new Map(queued.map((each) => [each.message, each.dueMs]));
  const arrivalMs = (message: DeliveryMessage) => dueMs.get(message)!;
  await sendBatchToGroups(queueUrl('DELIVERY'), [...dueMs.keys()], deliveryGroupOf, { arrivalMs });
  return queued.map(() => undefined);
}, SQS_BATCH_SIZE);

/**
 * Queue the first attempt of a delivery, which is stored with its result: until then the event and the message stand for
 * it, and the visibility timeout of the message is the lease of the attempt.
 */
export function queueFirstAttempt(event: Event, endpoint: Pick<WebhookEndpoint, 'id' | 'workspace_id'>): Promise<void> {
  const { id: endpoint_id, workspace_id } = endpoint;
  const ids = { endpoint_id, delivery_id: deliveryIdOf(event.id, endpoint_id), event_id: event.id };
  return sendTogether({
    message: { workspace_id, ...foreignWorkspace(event, endpoint), ...ids, attempt: 1 },
    dueMs: 0,
  });
}

/**
 * Queue a delivery that is requeued, or whose next attempt has another time. An attempt that is more than 15 minutes away
 * gets no message: the sweep sends it shortly before its time.
 */
export async function onDeliveryChanged(before: Delivery | null, after: Delivery | null, nowMs: number): Promise<void> {
  if (after?.status !== 'pending' || !after.next_attempt_at || after.lease_expires_at) return;
  const isSameTime = before?.next_attempt_at === after.next_attempt_at && attemptCount(before) === attemptCount(after);
  if (before?.status === 'pending' && isSameTime) return;
  const dueMs = Date.parse(after.next_attempt_at);
  if (fitsMessageDelay(dueMs, nowMs)) await sendTogether({ message: toDeliveryMessage(after), dueMs });
}

/** Return the message for the next attempt of a stored delivery, with its number. */
export function toDeliveryMessage(delivery: Delivery): DeliveryMessage {
  const { workspace_id, event_workspace_id, endpoint_id, id, event_id } = delivery;
  const ofStage = event_workspace_id === undefined ? {} : { event_workspace_id };
  return { workspace_id, ...ofStage, endpoint_id, delivery_id: id, event_id, attempt: attemptCount(delivery) + 1 };
}
