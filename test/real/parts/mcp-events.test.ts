import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContentResponse } from '../../../lib/content/api/content/responses.ts';
import { KeySecretResponse } from '../../../lib/identity/api/keys/responses.ts';
import { MCP } from '../../../tools/real/suites.ts';
import { getAccessToken, read, until } from '../../e2e/http-client.ts';
import { useRunningService } from '../../e2e/running-service.ts';

// MCP Events of the running service, with the client and the receiver of the AI SDK, which keeps the subscriptions.

const { service, api } = useRunningService();

const MEASURED = 100;

type Subscription = { key: string; id?: string; status: string; delivery: { url: string; secret: string } };
type Event = { eventId: string; name: string; data: { id: string } };

/** The store of the AI SDK in memory, as its documentation describes it. */
function createStore() {
  const stored = new Map<string, Subscription>();
  return {
    stored,
    get: async (key: string) => stored.get(key),
    getById: async (id: string) => [...stored.values()].find((each) => each.id === id),
    set: async (each: Subscription) => void stored.set(each.key, each),
    update: async (key: string, patch: object) => void stored.set(key, { ...stored.get(key)!, ...patch }),
    delete: async (key: string) => void stored.delete(key),
  };
}

const store = createStore();
const received = new Map<string, { event: Event; atMs: number }>();
const statuses: number[] = [];
let handle: (request: Request) => Promise<Response>;

const receiver = createServer(async (incoming, outgoing) => {
  const headers = incoming.headers as Record<string, string>;
  const url = `http://${headers.host}${incoming.url}`;
  const answer = await handle(new Request(url, { method: 'POST', headers, body: await text(incoming) }));
  statuses.push(answer.status);
  outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
});

let client: {
  experimental_events: {
    list: () => Promise<{ events: { name: string }[] }>;
    subscribe: (asked: object) => Promise<{ id: string; refreshBefore: string }>;
    refresh: (asked: object) => Promise<{ id: string; refreshBefore: string }>;
    unsubscribe: (asked: object) => Promise<void>;
  };
  close: () => Promise<void>;
};

beforeAll(async () => {
  const sdk = await import(pathToFileURL(join(MCP, 'node_modules/@ai-sdk/mcp/dist/index.js')).href);
  handle = sdk.experimental_createMCPEventWebhook({
    store,
    onEvent: async ({ event }: { event: Event }) => void received.set(event.data.id, { event, atMs: Date.now() }),
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const permissions = ['content:read', 'webhooks:write'];
  const key = read(await api('POST', '/keys', { name: 'An agent', agent: {}, permissions }), 201, KeySecretResponse());
  const authorization = `Bearer ${await getAccessToken(service.baseUrl, key)}`;
  client = await sdk.createMCPClient({
    transport: { type: 'http', url: `${service.url}/mcp`, headers: { authorization } },
    experimental_events: { store },
  });
});

afterAll(async () => {
  await client?.close();
  receiver.close();
});

const draft = async (title: string) =>
  read(await api('POST', '/content', { title, platforms: ['twitter'] }), 201, ContentResponse()).id;

test('the client lists, subscribes, receives, extends and unsubscribes', async () => {
  const events = client.experimental_events;
  expect((await events.list()).events.map(({ name }) => name)).toContain('content.created');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/mcp-events`;
  const delivery = { mode: 'webhook', url, allowInsecureLocalhost: true };
  const { id, refreshBefore } = await events.subscribe({ name: 'content.created', delivery });
  expect(statuses).toEqual([200]);
  const created = await draft('For the agent');
  await until('the event', () => received.has(created));
  expect(received.get(created)!.event).toMatchObject({ name: 'content.created', data: { title: 'For the agent' } });
  const extended = await events.refresh({ id });
  expect(extended.id).toBe(id);
  expect(Date.parse(extended.refreshBefore)).toBeGreaterThan(Date.parse(refreshBefore));

  const latenesses: number[] = [];
  for (let index = 0; index < MEASURED; index++) {
    const beganMs = Date.now();
    const item = await draft(`Measured ${index}`);
    await until('the event', () => received.has(item));
    latenesses.push(received.get(item)!.atMs - beganMs);
  }
  latenesses.sort((a, b) => a - b);
  const [p50, p95] = [0.5, 0.95].map((share) => latenesses[Math.ceil(share * MEASURED) - 1]);
  // From the request that creates an item to the event at the receiver.
  expect(p95).toBeLessThan(5_000);
  console.log(`MCP Events, request to receiver, ${MEASURED} events: ${p50} ms (p50), ${p95} ms (p95)`);
  expect(statuses.filter((status) => status !== 204)).toEqual([200]);

  await events.unsubscribe({ id });
  expect(store.stored.size).toBe(0);
  const { webhooks } = JSON.parse((await api('GET', '/webhooks')).text) as { webhooks: { agent: unknown }[] };
  expect(webhooks.filter(({ agent }) => agent)).toEqual([]);
});
