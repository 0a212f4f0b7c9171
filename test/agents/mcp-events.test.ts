import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import { advanceTime, callApi, inSeconds, type Json, storedItems, succeed } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import {
  EVENT_SECRET,
  eventReceiver,
  newSubscriber,
  rpcErrorOf,
  subscribe,
  subscription,
} from '../functions/given/event-subscriptions.ts';
import { send, sendEarlier } from '../functions/mcp-client.ts';
import { UNREACHABLE_URL } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();

const DAY_SECONDS = 86_400;
const OTHER_SECRET = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;

const endpoints = () => storedItems(harness.table).filter(({ entity }) => entity === 'Endpoint');
const listed = async ({ token }: Pick<Tenant, 'token'>) =>
  (await callApi('webhooks.list', { token, query: { limit: '50' } })).json.webhooks as Json[];
const request = (token: string, url: string, fields: Json = {}, secret?: string) =>
  send(token, 'events/subscribe', subscription(url, fields, secret));

async function setup(fields: Json = {}) {
  const tenant = await newTenant();
  const agent = await newSubscriber(tenant, fields);
  return { tenant, agent, token: agent.token };
}

describe('the capabilities', () => {
  it('name the events for clients of both eras', async () => {
    const { token } = await setup();
    const expected = { events: {}, extensions: { 'io.modelcontextprotocol/events': {} } };
    const answers = [await send(token, 'server/discover'), await sendEarlier(token, 'initialize', {})];
    for (const { json } of answers) expect((json.result as Json).capabilities).toMatchObject(expected);
  });
});

describe('events/list', () => {
  const names = (json: Json) => ((json.result as Json).events as Json[]).map(({ name }) => name);

  it('describes the kinds with the schemas of their arguments and their data', async () => {
    const { token } = await setup();
    const { json } = await send(token, 'events/list');
    const events = (json.result as Json).events as Json[];
    expect(events).toHaveLength(29);
    expect(events.find(({ name }) => name === 'content.published')).toMatchObject({
      description: expect.stringContaining('published'),
      delivery: ['webhook'],
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      payloadSchema: { type: 'object', properties: { id: { type: 'string' } } },
    });
  });

  it('leaves out the kinds that the key may not read, in both eras', async () => {
    const { token } = await setup({ permissions: ['content:read'] });
    const found = names((await send(token, 'events/list')).json);
    expect(found).toContain('content.created');
    expect(found).not.toContain('comment.created');
    expect(names((await sendEarlier(token, 'events/list')).json)).toEqual(found);
  });
});

describe('events/subscribe', () => {
  it('sends a signed challenge first, and stores the subscription with an encrypted secret', async () => {
    const { tenant, agent, token } = await setup();
    const receiver = await eventReceiver();
    const result = await subscribe(token, receiver.url, { ttlMs: 7_200_000 });
    expect(result).toMatchObject({ refreshBefore: inSeconds(7200), cursor: null, truncated: false });
    const [{ headers, body }] = receiver.challenges as [(typeof receiver.challenges)[0]];
    expect(new Webhook(EVENT_SECRET).verify(body, headers)).toMatchObject({ type: 'verification' });
    expect(headers).toMatchObject({ 'x-mcp-subscription-id': result.id, 'webhook-id': expect.stringMatching(/^msg_/) });
    expect(JSON.stringify(storedItems(harness.table))).not.toContain(EVENT_SECRET.slice(6));
    expect(await listed(tenant)).toMatchObject([
      {
        ...{ id: result.id, url: receiver.url, events: ['content.created'], status: 'active', is_verified: true },
        agent: { client_id: agent.id, name: 'Planner', expires_at: inSeconds(7200) },
        authorized_by: { user_id: tenant.owner.id, client_id: agent.id },
      },
    ]);
  });

  it('is answered in the earlier era too', async () => {
    const { token } = await setup();
    const receiver = await eventReceiver();
    const { json } = await sendEarlier(token, 'events/subscribe', subscription(receiver.url));
    expect(json.result).toMatchObject({ id: expect.stringMatching(/^wh_/), truncated: false });
  });

  it.each([
    [1, 3_600],
    [40 * DAY_SECONDS * 1000, 7 * DAY_SECONDS],
    [null, 7 * DAY_SECONDS],
    [undefined, DAY_SECONDS],
  ])('with ttlMs %s ends after %s seconds', async (ttlMs, seconds) => {
    const { token } = await setup();
    const receiver = await eventReceiver();
    const fields = ttlMs === undefined ? {} : { ttlMs };
    expect((await subscribe(token, receiver.url, fields)).refreshBefore).toBe(inSeconds(seconds));
  });

  it('never outlives the agent key', async () => {
    const { token } = await setup({ expires_at: inSeconds(5_000) });
    const receiver = await eventReceiver();
    expect((await subscribe(token, receiver.url)).refreshBefore).toBe(inSeconds(5_000));
  });

  it('again extends the same subscription, without another challenge within a day', async () => {
    const { tenant, agent, token } = await setup();
    const receiver = await eventReceiver();
    const first = await subscribe(token, receiver.url, { ttlMs: null });
    advanceTime(23 * 3_600_000);
    const later = await agent.newToken();
    const { id, refreshBefore } = await subscribe(later, receiver.url, { ttlMs: null });
    expect([id, refreshBefore]).toEqual([first.id, inSeconds(7 * DAY_SECONDS)]);
    await subscribe(later, receiver.url, { name: 'content.failed' });
    expect(receiver.challenges).toHaveLength(1);
    expect(await listed({ token: await newToken(tenant) })).toHaveLength(2);
  });

  it('verifies the URL again after a day and with another secret', async () => {
    const { agent, token } = await setup();
    const receiver = await eventReceiver();
    await subscribe(token, receiver.url, { ttlMs: null });
    await subscribe(token, receiver.url, { ttlMs: null }, OTHER_SECRET);
    expect(receiver.challenges).toHaveLength(2);
    expect(endpoints()[0]!.secrets).toHaveLength(1);
    expect(endpoints()[0]!.retired_secrets).toHaveLength(1);
    advanceTime(DAY_SECONDS * 1000);
    await subscribe(await agent.newToken(), receiver.url, {}, OTHER_SECRET);
    expect(receiver.challenges).toHaveLength(3);
  });

  it('is one subscription for two calls at once', async () => {
    const { token } = await setup();
    const receiver = await eventReceiver();
    const [one, two] = await Promise.all([subscribe(token, receiver.url), subscribe(token, receiver.url)]);
    expect(one!.id).toBe(two!.id);
    expect(endpoints()).toHaveLength(1);
  });

  it('is a subscription of its own for another agent key and another workspace', async () => {
    const { tenant, token } = await setup();
    const receiver = await eventReceiver();
    const tokens = [token, (await newSubscriber(tenant)).token, (await setup()).token];
    const ids = [];
    for (const each of tokens) ids.push((await subscribe(each, receiver.url)).id);
    expect(new Set(ids).size).toBe(3);
    expect(receiver.challenges).toHaveLength(3);
    expect(await listed(tenant)).toHaveLength(2);
  });
});

describe('events/subscribe stores nothing', () => {
  const expectNothing = async (answer: Promise<Awaited<ReturnType<typeof request>>>, code: number, data?: unknown) => {
    const rejected = await answer;
    expect(rpcErrorOf(rejected), rejected.text).toEqual([code, data ?? expect.anything()]);
    expect(endpoints()).toEqual([]);
    expect(rejected.text + harness.logged()).not.toContain(EVENT_SECRET.slice(6));
  };

  it.each<[string, Parameters<typeof eventReceiver>[0], string]>([
    ['returns another challenge', (response) => response.end('{"challenge":"guess"}'), 'challenge_failed'],
    ['returns no JSON', (response) => response.end('received'), 'challenge_failed'],
    ['returns the whole request', (response, json) => response.end(JSON.stringify(json)), 'challenge_failed'],
    ['returns null', (response) => response.end('null'), 'challenge_failed'],
    ['redirects', (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), 'challenge_failed'],
    [
      'returns the challenge with 404',
      (response, json) => response.writeHead(404).end(JSON.stringify({ challenge: json.challenge })),
      'http_4xx',
    ],
    ['fails', (response) => response.writeHead(500).end(), 'http_5xx'],
    ['ends the connection', (response) => response.destroy(), 'connection_refused'],
  ])('when the receiver %s', async (_, onChallenge, reason) => {
    const { token } = await setup();
    const receiver = await eventReceiver(onChallenge);
    await expectNothing(request(token, receiver.url), -32015, { reason });
    expect(receiver.challenges).toHaveLength(1);
  });

  it('when nothing listens at the URL', async () => {
    await expectNothing(request((await setup()).token, UNREACHABLE_URL), -32015, { reason: 'connection_refused' });
  });

  it.each([
    ['https://10.0.0.1/hook', /delivery\.url/],
    ['http://example.com/hook', /delivery\.url/],
    ['https://user:password@example.com/hook', /delivery\.url/],
  ])('at the URL %s', async (url, message) => {
    const answer = await request((await setup()).token, url);
    expect(answer.json.error).toMatchObject({ code: -32602, message: expect.stringMatching(message) });
    expect(endpoints()).toEqual([]);
  });

  it.each<[string, Json, string | undefined, RegExp]>([
    ['a secret without its prefix', {}, 'a secret of sixteen characters', /delivery\.secret/],
    ['a secret of 16 bytes', {}, `whsec_${Buffer.alloc(16).toString('base64')}`, /delivery\.secret/],
    ['arguments', { arguments: { platform: 'x' } }, undefined, /arguments/],
    ['a negative ttlMs', { ttlMs: -1 }, undefined, /ttlMs/],
    ['no name', { name: null }, undefined, /name/],
    ['no delivery', { delivery: null }, undefined, /delivery/],
  ])('with %s', async (_, fields, secret, message) => {
    const answer = await request((await setup()).token, UNREACHABLE_URL, fields, secret);
    expect(answer.json.error).toMatchObject({ code: -32602, message: expect.stringMatching(message) });
    expect(answer.text).not.toContain('a secret of sixteen');
    expect(endpoints()).toEqual([]);
  });

  it('for an unknown event, and for another delivery mode', async () => {
    const { token } = await setup();
    await expectNothing(request(token, UNREACHABLE_URL, { name: 'content.*' }), -32011, { kind: 'event' });
    const delivery = { mode: 'push', url: UNREACHABLE_URL };
    const data = { feature: 'deliveryMode', value: 'push' };
    await expectNothing(request(token, UNREACHABLE_URL, { delivery }), -32014, data);
    const unnamed = { ...delivery, mode: { toString: 1, valueOf: 1 } };
    const other = { feature: 'deliveryMode', value: 'object' };
    await expectNothing(request(token, UNREACHABLE_URL, { delivery: unnamed }), -32014, other);
  });

  it('for a key to which no person has granted it, and says what a person has to do', async () => {
    const { token } = await newAgent(await newTenant());
    const answer = await request(token, UNREACHABLE_URL);
    expect(answer.json.error).toMatchObject({
      code: -32012,
      message: expect.stringMatching(/webhooks:write\. A person has to create/),
      data: { required_permissions: ['webhooks:write'] },
    });
    expect(endpoints()).toEqual([]);
  });

  it('of a kind that the key may not read, and on a plan without webhooks', async () => {
    const { token } = await setup({ permissions: ['content:read', 'webhooks:write'] });
    const data = { required_permissions: ['analytics:read'] };
    await expectNothing(request(token, UNREACHABLE_URL, { name: 'comment.created' }), -32012, data);
    const standard = await newSubscriber(await newTenant('standard'));
    await expectNothing(request(standard.token, UNREACHABLE_URL), -32012, { required_plan: 'enterprise' });
  });
});

describe('an agent key with webhooks:write', () => {
  it('can request no endpoint of webhooks', async () => {
    const { tenant, token } = await setup();
    const { id } = await subscribe(token, (await eventReceiver()).url);
    const before = endpoints();
    const operations = allEndpoints().flatMap(([name]) => (name.startsWith('webhooks.') ? [name] : []));
    expect(operations).toHaveLength(11);
    for (const name of operations) {
      const { status, json } = await callApi(name as never, { token, params: { id, delivery_id: 'x' }, body: {} });
      expect([status, json.code], name).toEqual([403, 'agent_not_permitted']);
    }
    expect(endpoints()).toEqual(before);
    expect(await listed(tenant)).toHaveLength(1);
  });

  it('cannot be created by a person without it', async () => {
    const tenant = await newTenant();
    const token = await newToken(tenant, ['content:read', 'keys:write']);
    const body = { name: 'Planner', agent: {}, permissions: ['content:read', 'webhooks:write'] };
    expect((await callApi('keys.create', { token, body })).status).toBe(403);
  });
});

describe('a limit', () => {
  it('of ten subscriptions per agent key holds for calls at once', async () => {
    const { tenant, token } = await setup();
    const receiver = await eventReceiver();
    const urls = Array.from({ length: 12 }, (_, index) => `${receiver.url}/${index}`);
    const answers = [];
    for (const url of urls.slice(0, 8)) answers.push(await request(token, url));
    answers.push(...(await Promise.all(urls.slice(8).map((url) => request(token, url)))));
    const rejected = answers.filter(({ json }) => json.error);
    expect(rejected.map(rpcErrorOf)).toEqual(Array(2).fill([-32013, { limit: 'subscriptions', max: 10 }]));
    expect(await listed(tenant)).toHaveLength(10);
    const other = await newSubscriber(tenant);
    await subscribe(other.token, receiver.url);
  });

  it('of subscriptions leaves people their 20 endpoints, and their URLs', async () => {
    const { tenant, token } = await setup();
    const receiver = await eventReceiver();
    await subscribe(token, receiver.url);
    for (let index = 0; index < 20; index++) {
      const url = index === 0 ? receiver.url : `${receiver.url}/${index}`;
      await succeed('webhooks.create', { token: tenant.token, body: { url, events: ['media.ready'] } });
    }
    const names = (await listed(tenant)).map(({ agent }) => agent !== null);
    expect(names).toEqual([...Array(20).fill(false), true]);
  });

  it('of 30 challenges an hour ends a flood of a host that does not return them', async () => {
    const { token } = await setup();
    const receiver = await eventReceiver((response) => response.writeHead(404).end());
    const codes = [];
    for (let index = 0; index < 33; index++)
      codes.push(rpcErrorOf(await request(token, `${receiver.url}/${index}`))[0]);
    expect(receiver.challenges).toHaveLength(30);
    expect(codes.slice(-3)).toEqual([-32013, -32013, -32013]);
  });
});

describe('a limit of challenges', () => {
  it('of 600 an hour to one host holds over all agent keys and workspaces', async () => {
    const receiver = await eventReceiver((response) => response.writeHead(404).end());
    // A host that no other test uses: the instance counts it for an hour.
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    for (let workspace = 0; workspace < 21; workspace++) {
      const { token } = await setup();
      for (let index = 0; index < 30; index++) await request(token, `${url}/${index}`);
    }
    expect(receiver.challenges).toHaveLength(600);
    expect(rpcErrorOf(await request((await setup()).token, url))).toEqual([-32013, { limit: 'verifications' }]);
  });
});

describe('a limit of challenges of a workspace', () => {
  it('of 60 an hour to one host leaves those of the host to the other workspaces', async () => {
    const receiver = await eventReceiver((response) => response.writeHead(404).end());
    const tenant = await newTenant();
    for (let key = 0; key < 3; key++) {
      const { token } = await newSubscriber(tenant);
      for (let index = 0; index < 30; index++) await request(token, `${receiver.url}/${key}/${index}`);
    }
    expect(receiver.challenges).toHaveLength(60);
    const other = await setup();
    expect(rpcErrorOf(await request(other.token, receiver.url))).toEqual([-32015, { reason: 'http_4xx' }]);
  });
});

describe('events/unsubscribe', () => {
  it('deletes the subscription of this agent key, and the audit log names the agent', async () => {
    const { tenant, agent, token } = await setup();
    const receiver = await eventReceiver();
    const { id } = await subscribe(token, receiver.url);
    await processAllChanges(harness);
    const params = { name: 'content.created', arguments: {}, delivery: { mode: 'webhook', url: receiver.url } };
    const other = await newSubscriber(tenant);
    expect(rpcErrorOf(await send(other.token, 'events/unsubscribe', params))).toEqual([
      -32011,
      { kind: 'subscription' },
    ]);
    const { json } = await send(token, 'events/unsubscribe', params);
    expect(json.error).toBeUndefined();
    expect(endpoints()).toEqual([]);
    await processAllChanges(harness);
    const { json: log } = await callApi('audit.list', { token: tenant.token });
    const ofEndpoint = (log.entries as Json[]).filter(({ resource }) => (resource as Json).id === id);
    expect(ofEndpoint).toMatchObject([
      { action: 'deleted', actor: { type: 'agent', client_id: agent.id } },
      { action: 'created', actor: { type: 'agent', client_id: agent.id } },
    ]);
    expect(JSON.stringify(log)).not.toContain(EVENT_SECRET.slice(6));
  });
});
