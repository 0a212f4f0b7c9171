import { STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';
import { deliveryIdOf } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { SAMPLE_STAGE_TOKEN } from '../../tools/local-stack/sample-token.ts';
import { type Asked, event, putItem, type Run, recordOf, withToken, written } from './access-requests.ts';

/** Create a webhook endpoint that returns 410, which disables it. */
export async function registerGoneReceiver(run: Run): Promise<void> {
  const { webhooks } = await run('webhooks/list', readEvent('webhooks/list'));
  const { origin } = new URL((webhooks as { url: string }[])[0]!.url);
  const body = { url: `${origin}/_inbox/gone?status=410`, events: ['*'] };
  await run('webhooks/create', event('webhooks/create', { body }));
}

/** Count what the endpoint that the samples have paused has missed. */
export async function countMissed(run: Run): Promise<void> {
  const { id } = (readEvent('webhooks/update') as { pathParameters: { id: string } }).pathParameters;
  const body = { since: new Date(Date.now() - 86_400_000).toISOString(), dry_run: true };
  await run('webhooks/recover-deliveries', event('webhooks/recover-deliveries', { id, body }));
}

/**
 * Create a webhook endpoint that returns 500 and has failed for years: the next failure in either lane warns its owner,
 * unless a delivery has succeeded since.
 */
export async function registerFailingReceiver(run: Run, endpoint: string): Promise<void> {
  const { webhooks } = await run('webhooks/list', readEvent('webhooks/list'));
  const { origin } = new URL((webhooks as { url: string }[])[0]!.url);
  const body = { url: `${origin}/_inbox/failing?status=500`, events: ['*'] };
  const { webhook_id } = await run('webhooks/create', event('webhooks/create', { body }));
  const stored = written('Endpoint').find(({ item }) => item!.id!.S === webhook_id)!.item!;
  const draft = { title: 'For the failing receiver', platforms: ['twitter'] };
  for (const lane of ['on-delivery-queued', 'on-delivery-queued/slow']) {
    await run('content/create', event('content/create', { body: draft }));
    await run('on-table-change', recordOf(written('Content').at(-1)!.item!));
    await putItem(endpoint, { ...stored, failing_since: { S: '2020-01-01T00:00:00.000Z' } });
    await run(lane, firstAttemptAt(String(webhook_id)));
  }
}

/** The message about the first attempt to deliver the latest event to an endpoint. */
export function firstAttemptAt(endpoint_id: string): unknown {
  const { workspace_id, id } = written('Event').at(-1)!.item!;
  const event_id = id!.S!;
  const delivery_id = event_id.replace('evt', 'dlv');
  const body = { workspace_id: workspace_id!.S, endpoint_id, delivery_id, event_id };
  return { Records: [{ messageId: '1', body: JSON.stringify(body) }] };
}

/**
 * Create an endpoint of the stage, deliver an event of a workspace to it in both lanes, read the events by the stage key, and
 * recover those that the endpoint has missed.
 */
export async function useStageEndpoint(run: Run): Promise<void> {
  const byStage = (name: string, other: Parameters<typeof event>[1]) =>
    withToken(event(name, other) as Asked, SAMPLE_STAGE_TOKEN);
  const { webhooks } = await run('webhooks/list', readEvent('webhooks/list'));
  const { origin } = new URL((webhooks as { url: string }[])[0]!.url);
  const body = { url: `${origin}/_inbox/stage`, events: ['*'] };
  const { webhook_id } = await run('webhooks/create', byStage('webhooks/create', { body }));
  const endpoint_id = String(webhook_id);
  for (const lane of ['on-delivery-queued', 'on-delivery-queued/slow']) {
    const draft = { title: `For the stage, by ${lane}`, platforms: ['twitter'] };
    await run('content/create', event('content/create', { body: draft }));
    await run('on-table-change', recordOf(written('Content').at(-1)!.item!));
    await run(lane, messageOf(written('Event').at(-1)!.item!, endpoint_id));
  }
  const { id, type, workspace_id } = written('Event').at(-1)!.item!;
  await run('events/list', byStage('events/list', {}));
  await run('events/list', byStage('events/list', { query: { type: type!.S! } }));
  await run('events/list', byStage('events/list', { query: { workspaces: workspace_id!.S! } }));
  await run('events/get', byStage('events/get', { id: id!.S! }));
  const since = new Date(Date.now() - 86_400_000).toISOString();
  await run(
    'webhooks/recover-deliveries',
    byStage('webhooks/recover-deliveries', { id: endpoint_id, body: { since } }),
  );
}

/** The message about the first attempt to deliver an event to an endpoint of the stage. */
function messageOf({ workspace_id, id }: Record<string, { S?: string }>, endpoint_id: string): unknown {
  const event_id = id!.S!;
  const ids = { endpoint_id, delivery_id: deliveryIdOf(event_id, endpoint_id), event_id };
  const body = { workspace_id: STAGE_WORKSPACE_ID, event_workspace_id: workspace_id!.S, ...ids };
  return { Records: [{ messageId: '1', body: JSON.stringify(body) }] };
}
