import type { DemoRun } from './run.ts';

const EVENTS = ['content.published', 'content.failed', 'comment.created', 'approval.requested'];

/** Register a webhook endpoint at the local inbox, and return its id. */
export async function registerEndpoint(run: DemoRun): Promise<string> {
  const api = await run.as('ida');
  const { webhook_id } = (await api('POST', '/webhooks', { url: inboxUrl(run), events: EVENTS })) as {
    webhook_id: string;
  };
  return webhook_id;
}

/** Let the receiver of the endpoint respond 503 to every delivery from now on, or with success again. */
export async function setReceiverDown(run: DemoRun, endpointId: string, isDown: boolean): Promise<void> {
  const api = await run.as('ida');
  await api('PUT', `/webhooks/${endpointId}`, { url: `${inboxUrl(run)}${isDown ? '?status=503' : ''}` });
}

const inboxUrl = ({ service }: DemoRun) => `${service.url}/_inbox/nordlys`;
