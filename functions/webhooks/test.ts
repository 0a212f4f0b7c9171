import { operation } from '../../lib/api/webhooks/test.ts';
import { settings } from '../../lib/config/settings.ts';
import { formatInstant } from '../../lib/domain/timestamps.ts';
import { LANE_DEADLINE_MS } from '../../lib/domain/webhooks/delivery-lane.ts';
import { sampleEvent } from '../../lib/events/sample-events.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { loadEndpoint } from '../../lib/table/webhook-endpoints.ts';
import { deliverEvent, serializePayload } from '../../lib/webhook-delivery/deliver-event.ts';
import { decryptSigningSecrets } from '../../lib/webhook-delivery/signing-secret-encryption.ts';

/** Send one sample event to a webhook endpoint and wait for the response. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, nowMs, newId }) => {
  const workspaceId = caller.workspace.id;
  const receiver = await loadOr404('endpoint', params.id, (id) => loadEndpoint(workspaceId, id));
  const event = sampleEvent(body.event_type, newId('event'), workspaceId, formatInstant(nowMs));
  const attempt = await deliverEvent(receiver, event, serializePayload(event, { test: true }), {
    secrets: await decryptSigningSecrets(receiver, nowMs),
    nowMs,
    deadlineMs: LANE_DEADLINE_MS.slow,
    allowLoopback: settings().allowsLoopbackReceivers,
  });
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
