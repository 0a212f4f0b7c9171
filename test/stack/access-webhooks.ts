import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { event, putItem, type Run, recordOf, written } from './access-requests.ts';

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
