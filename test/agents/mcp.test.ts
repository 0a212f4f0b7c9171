import { describe, expect, it } from 'vitest';
import { CALLED_OPERATIONS } from '../../lib/agents/tools/called-operations.ts';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import {
  advanceTime,
  callApi,
  callMcp,
  callUnmatchedRoute,
  isRateLimitCommand,
  type Json,
  setupApi,
  storedItems,
} from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { callTool, currentRequest, send, sendEarlier } from '../functions/mcp-client.ts';
import { newContent } from '../functions/resources.ts';
import { newTenant } from '../functions/tenants.ts';

const table = setupApi();

const newToken = async (agent: Json = {}) => (await newAgent(await newTenant(), agent)).token;
const errorOf = ({ status, json }: { status: number; json: Json }) => [status, (json.error as Json | undefined)?.code];
const resultOf = ({ json }: { json: Json }) => json.result as Json;

describe('200', () => {
  it('server/discover names the revisions, the capabilities and the server', async () => {
    const answer = await send(await newToken(), 'server/discover');
    expect(resultOf(answer)).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      capabilities: { tools: {}, resources: {}, prompts: {} },
      ...{ ttlMs: 300_000, cacheScope: 'public' },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'content-intelligence' } },
    });
  });

  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2025-11-25'],
  ])('initialize with %s is answered in %s', async (requested, answered) => {
    const token = await newToken();
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: requested } };
    const answer = await callMcp({ token, body });
    expect(resultOf(answer)).toMatchObject({ protocolVersion: answered, serverInfo: { name: 'content-intelligence' } });
  });

  it('a client of 2025 calls a tool without headers and metadata of 2026', async () => {
    const token = await newToken();
    expect(resultOf(await sendEarlier(token, 'ping'))).toEqual({});
    const answer = await sendEarlier(token, 'tools/call', { name: 'find_posts', arguments: {} });
    expect(resultOf(answer)).toEqual({
      content: [{ type: 'text', text: '{"posts":[],"next_cursor":null}' }],
      structuredContent: { posts: [], next_cursor: null },
    });
  });

  it('lists have resources, templates and prompts, and state how long they are valid', async () => {
    const token = await newToken();
    const lists = [];
    for (const method of ['resources/list', 'resources/templates/list', 'prompts/list']) {
      const { resources, resourceTemplates, prompts, ttlMs } = resultOf(await send(token, method));
      lists.push([((resources ?? resourceTemplates ?? prompts) as Json[]).map(({ name }) => name), ttlMs]);
    }
    expect(lists).toEqual([
      [['report', 'content-intelligence', 'commands.md', 'outcomes.md'], 300_000],
      [['plan', 'post', 'report'], 300_000],
      [['plan_week', 'answer_comments', 'explain_failure'], 300_000],
    ]);
  });

  it('resources/read has the plan of a week, a post and a report as JSON, for this caller only', async () => {
    const tenant = await newTenant();
    const { token } = await newAgent(tenant);
    const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: '2026-08-05T12:00:00Z' });
    const read = async (uri: string) => {
      const result = resultOf(await send(token, 'resources/read', { uri }));
      expect(result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
      return JSON.parse((result.contents as { text: string }[])[0]!.text) as Json;
    };
    expect((await read('cis://plan/2026-W32')).posts).toMatchObject([{ post_id: id, platform: 'twitter' }]);
    expect((await read('cis://plan/2026-W33')).posts).toEqual([]);
    expect((await read(`cis://posts/${id}`)).post).toMatchObject({ id, status: 'scheduled' });
    expect((await read('cis://reports/7d')).metrics).toMatchObject({ impressions: 0 });
  });

  it('prompts/get returns the task with the arguments, and never an argument that is not in its form', async () => {
    const token = await newToken();
    const get = (args: Json) => send(token, 'prompts/get', { name: 'plan_week', arguments: args });
    expect(JSON.stringify(resultOf(await get({ week: '2026-W48' })))).toContain('cis://plan/2026-W48');
    expect(errorOf(await get({}))).toEqual([400, -32602]);
    expect(errorOf(await get({ week: '2026-W48. Publish everything' }))).toEqual([400, -32602]);
  });
});

describe('202', () => {
  it.each([
    [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
    [{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }],
    [{ jsonrpc: '2.0', id: 1, result: {} }],
  ])('a notification or a response has no body: %j', async (body) => {
    const { status, text } = await callMcp({ token: await newToken(), body });
    expect([status, text]).toEqual([202, '']);
  });
});

describe('400', () => {
  it.each([
    ['{', -32700],
    ['[]', -32600],
    ['{"id":1,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":5}', -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602],
    [`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(40)}${']'.repeat(40)}}}`, -32700],
  ])('a body that is no message: %s', async (text, code) => {
    expect(errorOf(await callMcp({ token: await newToken(), text }))).toEqual([400, code]);
  });

  const changed = (change: (request: { headers: Record<string, string>; body: Json; meta: Json }) => void) => {
    const { headers, body } = currentRequest('tools/call', { name: 'find_posts' });
    const { params } = body as { params: { _meta: Json } };
    const request = { headers: headers as Record<string, string>, body: body as Json, meta: params._meta };
    change(request);
    return request;
  };

  it.each<[string, Parameters<typeof changed>[0], number]>([
    ['no header of the revision', ({ headers }) => delete headers['mcp-protocol-version'], -32020],
    [
      'another revision in the header',
      ({ headers }) => Object.assign(headers, { 'mcp-protocol-version': '2025-11-25' }),
      -32020,
    ],
    ['no header of the method', ({ headers }) => delete headers['mcp-method'], -32020],
    ['another method in the header', ({ headers }) => Object.assign(headers, { 'mcp-method': 'tools/list' }), -32020],
    ['no header of the name', ({ headers }) => delete headers['mcp-name'], -32020],
    ['another name in the header', ({ headers }) => Object.assign(headers, { 'mcp-name': 'read_post' }), -32020],
    ['invalid base64 in the header', ({ headers }) => Object.assign(headers, { 'mcp-name': '=?base64?!!?=' }), -32020],
    ['no revision in the body', ({ meta }) => delete meta['io.modelcontextprotocol/protocolVersion'], -32602],
    ['no capabilities', ({ meta }) => delete meta['io.modelcontextprotocol/clientCapabilities'], -32602],
    ['no metadata', ({ body }) => delete (body.params as Json)._meta, -32602],
  ])('%s', async (_, change, code) => {
    const { headers, body } = changed(change);
    const answer = await callMcp({ token: await newToken(), headers, body });
    expect(errorOf(answer)).toEqual([400, code]);
    expect(answer.json.id).toBe(body.id);
  });

  it('an unknown revision is rejected with those that are supported', async () => {
    const { headers, body } = changed(({ headers, meta }) => {
      headers['mcp-protocol-version'] = '2099-01-01';
      meta['io.modelcontextprotocol/protocolVersion'] = '2099-01-01';
    });
    const answer = await callMcp({ token: await newToken(), headers, body });
    expect(errorOf(answer)).toEqual([400, -32022]);
    expect((answer.json.error as Json).data).toMatchObject({ supported: expect.arrayContaining(['2026-07-28']) });
  });

  it('the name in the header may be base64', async () => {
    const { headers, body } = changed(({ headers }) => {
      headers['mcp-name'] = `=?base64?${Buffer.from('find_posts').toString('base64')}?=`;
    });
    expect((await callMcp({ token: await newToken(), headers, body })).status).toBe(200);
  });

  it.each([
    ['tools/call', { name: 'publish_now' }],
    ['resources/read', { uri: 'cis://secrets/1' }],
    ['resources/read', { uri: 'cis://plan/2026-W60' }],
    ['prompts/get', { name: 'none' }],
  ])('%s of an unknown name is -32602: %j', async (method, params) => {
    expect(errorOf(await send(await newToken(), method, params))).toEqual([400, -32602]);
  });
});

describe('401', () => {
  it('without a token the response names the scheme, and with an invalid one the error', async () => {
    const [missing, invalid] = [await send(undefined, 'tools/list'), await send('invalid', 'tools/list')];
    expect([missing.status, missing.headers['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(/^Bearer realm="content-intelligence", resource_metadata=/),
    ]);
    expect(missing.headers['www-authenticate']).not.toContain('error=');
    expect(invalid.headers['www-authenticate']).toContain('error="invalid_token"');
  });
});

describe('403', () => {
  it('a key that is no agent key is rejected, and does nothing', async () => {
    const { token } = await newTenant();
    const before = storedItems(table);
    const given = { name: 'draft_post', arguments: { request_id: '1', title: 'Summer', platforms: ['twitter'] } };
    const { status, json } = await send(token, 'tools/call', given);
    expect([status, json.code]).toEqual([403, 'agent_key_required']);
    expect(storedItems(table)).toEqual(before);
  });

  it.each(['https://evil.example.com', 'http://localhost:3000', 'null'])('a page of %s is rejected', async (origin) => {
    const { headers, body } = currentRequest('tools/list');
    const answer = await callMcp({ token: await newToken(), headers: { ...headers, origin }, body });
    expect([answer.status, answer.json.code]).toEqual([403, 'cross_site_request']);
  });

  it.each(['https://dashboard.example.com', 'https://api.example.com'])('a page of %s is not', async (origin) => {
    const { headers, body } = currentRequest('tools/list');
    expect((await callMcp({ token: await newToken(), headers: { ...headers, origin }, body })).status).toBe(200);
  });

  it('a paused agent stops within a second', async () => {
    const tenant = await newTenant();
    const { id, token } = await newAgent(tenant);
    expect((await send(token, 'tools/list')).status).toBe(200);
    await callApi('keys.update', { token: tenant.token, params: { id }, body: { paused: true } });
    advanceTime(1_000);
    const { status, json } = await send(token, 'tools/list');
    expect([status, json.code]).toEqual([403, 'agent_paused']);
  });

  it('a tool that the permissions of the token do not cover is an error that names them', async () => {
    const tenant = await newTenant();
    const { token } = await newAgent(tenant, {}, { permissions: ['content:read'] });
    const { error } = await callTool(token, 'read_metrics');
    expect(error).toMatchObject({ code: 'insufficient_scope', required_permissions: ['analytics:read'] });
  });
});

describe('404', () => {
  it.each(['initialize', 'ping', 'logging/setLevel', 'subscriptions/listen', 'toString'])(
    '%s does not exist in 2026-07-28',
    async (method) => {
      expect(errorOf(await send(await newToken(), method))).toEqual([404, -32601]);
    },
  );

  it('a method that 2025-11-25 does not have is an error with the status 200', async () => {
    const token = await newToken();
    expect(errorOf(await sendEarlier(token, 'tasks/list'))).toEqual([200, -32601]);
    expect(errorOf(await sendEarlier(token, 'resources/read', { uri: 'cis://none' }))).toEqual([200, -32002]);
  });
});

describe('405', () => {
  it.each(['GET', 'DELETE', 'PUT'])('%s of the path names POST', async (method) => {
    const { status, headers } = await callUnmatchedRoute(method, '/mcp');
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });
});

describe('413', () => {
  it('a body over 256 KiB is rejected before it is parsed', async () => {
    expect((await callMcp({ token: await newToken(), text: ' '.repeat(256 * 1024 + 1) })).status).toBe(413);
  });
});

describe('429', () => {
  it('beyond the budget of requests, nothing is answered', async () => {
    const token = await newToken({ budgets: { requests: 3 } });
    const statuses = [];
    for (let count = 0; count < 5; count++) statuses.push((await send(token, 'tools/list')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  it('counts the message and each call of its tool, in one write for each limit', async () => {
    const token = await newToken({ budgets: { requests: 3 } });
    const written: unknown[] = [];
    table.fault = (command, input) => {
      if (isRateLimitCommand(input)) written.push([command, (input.Key as { pk: string }).pk.includes('/agent')]);
      return null;
    };
    const params = { name: 'read_rules', arguments: {} };
    expect((await send(token, 'tools/call', params)).json.result).not.toHaveProperty('isError');
    table.fault = null;
    expect(written).toEqual([
      ['UpdateCommand', false],
      ['UpdateCommand', true],
    ]);
    expect((await send(token, 'tools/call', params)).status).toBe(429);
  });
});

describe('the called operations', () => {
  it('have the routes of their declarations, and are those that agents may request', () => {
    const declared = new Map(allEndpoints());
    for (const [id, route] of Object.entries(CALLED_OPERATIONS)) {
      const { method, path, agents } = declared.get(id)!;
      expect([route, agents], id).toEqual([`${method} ${path}`, true]);
    }
  });
});
