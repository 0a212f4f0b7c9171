import { settings } from '../../lib/core/config/settings.ts';
import { tooManyInFlight } from '../../lib/core/problems/problems.ts';
import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { MAX_IN_FLIGHT } from '../../lib/identity/rules/rate-limits.ts';
import { limitInFlight } from '../../lib/identity/steps/in-flight-limit.ts';
import { operation } from '../../lib/webhooks/api/webhooks/test.ts';
import { deliverEvent, serializePayload } from '../../lib/webhooks/delivery/deliver-event.ts';
import { assertReceiverRequest } from '../../lib/webhooks/delivery/receiver-quota.ts';
import { decryptSigningSecrets } from '../../lib/webhooks/delivery/signing-secret-encryption.ts';
import { endpointEntity } from '../../lib/webhooks/entities/endpoints.ts';
import { sampleEvent } from '../../lib/webhooks/events/sample-events.ts';
import { LANE_DEADLINE_MS } from '../../lib/webhooks/rules/delivery-lane.ts';
import { verify } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { endpointInPath } from '../../lib/webhooks/steps/endpoint-in-path.ts';
import { updateEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';

const RETRY_AFTER_SECONDS = '5';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', endpointEntity) };

/** Send one sample event to a webhook endpoint and wait for the response. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, newId }) => {
  const workspaceId = caller.workspace.id;
  const receiver = await endpointInPath(caller, params.id);
  const event = sampleEvent(body.event_type, newId('event'), workspaceId, formatInstant(nowMs));
  const workspace = receiver.filter && { id: workspaceId, external_id: null };
  const deliver = async () => {
    await assertReceiverRequest(workspaceId, receiver.url, nowMs);
    return deliverEvent(receiver, event, serializePayload(receiver, event, { test: true }, workspace), {
      secrets: await decryptSigningSecrets(receiver, nowMs),
      nowMs,
      deadlineMs: LANE_DEADLINE_MS.slow,
      allowLoopback: settings().allowsLoopbackReceivers,
    });
  };
  const attempt = await limitInFlight({ workspaceId, operation: operation.id }, deliver, async () => {
    const detail = `This workspace has ${MAX_IN_FLIGHT} test deliveries in progress.`;
    throw tooManyInFlight(detail, { headers: { 'retry-after': RETRY_AFTER_SECONDS } });
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
