import { sampleEvent } from '../../lib/contract/event-catalogue.ts';
import { formatInstant } from '../../lib/domain/instant.ts';
import { LANE_DEADLINE_MS } from '../../lib/domain/lane.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { settings } from '../../lib/settings.ts';
import { loadEndpoint } from '../../lib/table/endpoint.ts';
import { deliver, payloadOf } from '../../lib/webhooks/deliver.ts';

/** Sends one sample event to an endpoint and waits for what it answers. */
export const handler = endpoint('webhooks.test', async ({ caller, params, body, nowMs, newId }) => {
  const workspaceId = caller.workspace.id;
  const receiver = await found('endpoint', params.id, (id) => loadEndpoint(workspaceId, id));
  const event = sampleEvent(body.event_type, newId('event'), workspaceId, formatInstant(nowMs));
  const attempt = await deliver(receiver, event, payloadOf(event, { test: true }), {
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
