import { operation } from '../../lib/api/webhooks/test.ts';
import { settings } from '../../lib/config/settings.ts';
import { ApiError } from '../../lib/domain/api-error.ts';
import { formatInstant } from '../../lib/domain/timestamps.ts';
import { LANE_DEADLINE_MS } from '../../lib/domain/webhooks/delivery-lane.ts';
import { verify } from '../../lib/domain/webhooks/webhook-endpoint.ts';
import { sampleEvent } from '../../lib/events/sample-events.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { MAX_IN_FLIGHT } from '../../lib/table/in-flight-requests.ts';
import { loadEndpoint, updateEndpoint } from '../../lib/table/webhook-endpoints.ts';
import { limitInFlight } from '../../lib/use-cases/in-flight-limit.ts';
import { deliverEvent, serializePayload } from '../../lib/webhook-delivery/deliver-event.ts';
import { assertReceiverRequest } from '../../lib/webhook-delivery/receiver-quota.ts';
import { decryptSigningSecrets } from '../../lib/webhook-delivery/signing-secret-encryption.ts';

const RETRY_AFTER_SECONDS = '5';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', 'Endpoint') };

/** Send one sample event to a webhook endpoint and wait for the response. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, newId }) => {
  const workspaceId = caller.workspace.id;
  const receiver = await loadOr404('endpoint', params.id, (id) => loadEndpoint(workspaceId, id));
  const event = sampleEvent(body.event_type, newId('event'), workspaceId, formatInstant(nowMs));
  const deliver = async () => {
    await assertReceiverRequest(workspaceId, receiver.url, nowMs);
    return deliverEvent(receiver, event, serializePayload(event, { test: true }), {
      secrets: await decryptSigningSecrets(receiver, nowMs),
      nowMs,
      deadlineMs: LANE_DEADLINE_MS.slow,
      allowLoopback: settings().allowsLoopbackReceivers,
    });
  };
  const attempt = await limitInFlight({ workspaceId, operation: operation.id }, deliver, async () => {
    const detail = `This workspace has ${MAX_IN_FLIGHT} test deliveries in progress.`;
    throw new ApiError('too_many_in_flight', detail, { headers: { 'retry-after': RETRY_AFTER_SECONDS } });
  });
  // The endpoint was verified, whatever becomes of this request. A failed test changes nothing.
  if (attempt.ok) await updateEndpoint(receiver, verify);
  return {
    status: 200,
    body: {
      test_id: newId('test'),
      status: attempt.ok ? 'delivered' : 'failed',
      response_status: attempt.status,
      delivered_at: formatInstant(Date.now()),
      ...(attempt.ok ? {} : { error: attempt.errorClass ?? `http_${attempt.status}` }),
    },
  };
});
