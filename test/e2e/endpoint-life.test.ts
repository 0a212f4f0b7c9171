import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { WebhookCreateResponse } from '../../lib/webhooks/api/webhooks/create.ts';
import { DeliveryResponse } from '../../lib/webhooks/api/webhooks/responses.ts';
import { getTableInfo, scanTable } from './assertions.ts';
import { type DeliveryStack, startDeliveryStack, startReceiver, type WebhookReceiver } from './deliveries.ts';
import { type ApiClient, read, until } from './http-client.ts';

let stack: DeliveryStack;
let api: ApiClient;
const gates: { url: string; close: () => void }[] = [];
/** Requests of the functions that never get a response. */
let swallow = (_operation: string, _body: string): boolean => false;
const receivers: WebhookReceiver[] = [];

beforeAll(async () => {
  stack = await startDeliveryStack({
    workspaces: 1,
    proxyEndpoint: async (endpoint) => {
      const gate = await openGate(endpoint);
      gates.push(gate);
      return gate.url;
    },
  });
  api = stack.workspaces[0]!.api;
});

afterAll(async () => {
  await stack?.stop();
  for (const each of [...receivers, ...gates]) each.close();
});

/** Between the functions and what they call: forwards everything except what `swallow` drops. */
async function openGate(target: string) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    if (swallow(operation, body.toString())) return;
    const { host: _, 'content-length': __, connection: ___, ...headers } = request.headers;
    const init = { method: request.method ?? 'POST', headers: headers as Record<string, string>, body };
    const answer = await fetch(`${target}${request.url}`, init).catch(() => null);
    if (!answer) return void response.destroy();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function registered(): Promise<{ receiver: WebhookReceiver; id: string }> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const body = { url: receiver.url, events: ['content.created'] };
  const { webhook_id: id } = read(await api('POST', '/webhooks', body), 201, WebhookCreateResponse());
  return { receiver, id };
}

const happen = async () =>
  read(await api('POST', '/content', { title: 'News', platforms: ['twitter'] }), 201, ContentResponse());

test('a worker killed between the 200 of a receiver and its record is followed by a delivery of the same webhook-id', async () => {
  const { receiver, id } = await registered();
  let killed = false;
  const begun: Record<string, string> = {};
  swallow = (operation, text) => {
    if (operation !== 'BatchExecuteStatement' || killed) return false;
    const [{ Statement, Parameters }] = (JSON.parse(text) as { Statements: [Insert] }).Statements;
    for (const [index, [, name]] of [...Statement.matchAll(/'([a-z_]+)': \?/g)].entries()) {
      begun[name!] = Parameters[index]?.S ?? '';
    }
    if (begun.entity !== 'Delivery' || begun.status !== 'delivered') return false;
    killed = stack.service.kill('on-delivery-queued');
    return true;
  };
  await happen();
  await until('the worker to die', () => killed);
  const isOfEndpoint = ({ entity, endpoint_id }: Record<string, unknown>) =>
    entity === 'Delivery' && endpoint_id === id;
  expect((await scanTable(getTableInfo(stack.service))).filter(isOfEndpoint)).toEqual([]);
  expect(receiver.calls).toHaveLength(1);

  // SQS delivers its message again after a minute.
  const { workspace_id, endpoint_id, event_id, id: delivery_id } = begun;
  const body = JSON.stringify({ workspace_id, endpoint_id, event_id, delivery_id, attempt: 1 });
  await stack.service.invoke('on-delivery-queued', { Records: [{ messageId: '1', body }] });
  await until('the same again', () => receiver.calls.length === 2);
  const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([event_id, event_id]);
  expect(receiver.calls[1]!.body).toBe(receiver.calls[0]!.body);
  const done = await until('its record', async () => {
    const path = `/webhooks/${id}/deliveries/${delivery_id}`;
    const delivery = read(await api('GET', path), 200, DeliveryResponse());
    return delivery.status === 'delivered' && delivery;
  });
  expect(done.attempts).toMatchObject([{ number: 1, status: 204 }]);
});

type Insert = { Statement: string; Parameters: { S?: string }[] };
