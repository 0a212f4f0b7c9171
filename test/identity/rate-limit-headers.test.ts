import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import { reserveQuota } from '../../lib/core/rate-limit/store.ts';
import { addressPolicy, TOKENS_PER_MINUTE } from '../../lib/identity/rules/rate-limits.ts';
import {
  advanceTime,
  callApi,
  callUnmatchedRoute,
  newInstance,
  setupApi,
  succeed,
  type TestRequest,
  type TestResponse,
} from '../functions/api-harness.ts';
import { inboundAccount, webhook } from '../functions/platform-webhooks.ts';
import { repeatedRequests } from '../functions/repeated-requests.ts';
import { newContent } from '../functions/resources.ts';
import { onePerShape } from '../functions/shapes.ts';
import { freshAddress, OWN_POLICIES } from '../functions/sign-ins.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

const table = setupApi();
const repeated = repeatedRequests(table);

const ADDRESS_LIMIT = 10_000;

const rows = onePerShape(allEndpoints());
const all = rows.map(([operation]) => operation);
const withToken = rows.filter(([, { permissions }]) => permissions !== 'none');
const isPublic = (operation: string) => !withToken.some(([id]) => id === operation);

const NO_TOKEN = { body: { title: 'A', platforms: ['twitter'] } };
const credentials = ({ key, clientSecret }: Tenant, secret = clientSecret) => ({
  body: { client_id: key.client_id, client_secret: secret, grant_type: 'client_credentials' },
});

/** Every header of a policy, with a count. */
function expectHeaders({ headers }: TestResponse, policy: string, limit: number): void {
  expect(headers).toMatchObject({
    'ratelimit-policy': `"${policy}";q=${limit};w=60`,
    ratelimit: expect.stringMatching(new RegExp(`^"${policy}";r=\\d+;t=([1-9]|[1-5]\\d|60)$`)),
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
    'x-ratelimit-reset': String((Math.floor(Date.now() / 60_000) + 1) * 60),
  });
}

/** Use up the limit of a source address in another instance. */
async function useUp(sourceIp: string): Promise<void> {
  const { subjectId, limit, seconds } = addressPolicy(sourceIp);
  const window = Math.floor(Date.now() / 1000 / seconds);
  await reserveQuota({ subject_id: subjectId, window, seconds }, { batch: limit, limit, isFirst: true });
}

describe('the rate limit headers are in every response', () => {
  it.each(all)('of %s', async (operation) => {
    const answer = await callApi(operation, (await repeated(operation)).good);
    expect(answer.status).toBeLessThan(400);
    const own = OWN_POLICIES[operation];
    if (own) expect(answer.headers).toMatchObject({ 'ratelimit-policy': own, ratelimit: expect.any(String) });
    if (own === '"tokens";q=100;w=60') expectHeaders(answer, 'tokens', TOKENS_PER_MINUTE);
    else if (own) expect(answer.headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
    else if (isPublic(operation)) expectHeaders(answer, 'address', ADDRESS_LIMIT);
    else expectHeaders(answer, 'minute', 10_000);
  });

  it.each(withToken)('of %s: 401 without and with an unknown token, and 403', async (operation) => {
    const { good: request } = await repeated(operation);
    const barred = await newTenant('enterprise', { allowed_ips: ['192.0.2.1'] });
    for (const [status, changes] of [
      [401, { token: undefined }],
      [401, { token: 'A'.repeat(43) }],
      [403, { token: barred.token }],
    ] as [number, TestRequest][]) {
      const answer = await callApi(operation, { ...request, ...changes });
      expect(answer.status).toBe(status);
      expectHeaders(answer, 'address', ADDRESS_LIMIT);
    }
  });

  it.each(withToken)('of %s: 413 and 415, with the count of the caller that its token names', async (operation) => {
    const { good: request } = await repeated(operation);
    const compressed = { text: '{}', headers: { 'content-encoding': 'gzip' } };
    for (const [status, changes] of [
      [413, { text: 'x'.repeat(262_145) }],
      [415, compressed],
    ] as [number, TestRequest][]) {
      const answer = await callApi(operation, { ...request, body: undefined, ...changes });
      expect(answer.status).toBe(status);
      expectHeaders(answer, 'minute', 10_000);
      for (const token of [undefined, 'A'.repeat(43)]) {
        const unknown = await callApi(operation, { ...request, body: undefined, ...changes, token });
        expect(unknown.status).toBe(status);
        expectHeaders(unknown, 'address', ADDRESS_LIMIT);
      }
    }
  });

  it.each([
    ['GET', '/v1/nothing', 404],
    ['GET', '/', 404],
    ['PATCH', '/v1/content', 405],
    ['GET', '/v1/content/validate', 405],
    ['OPTIONS', '/v1/problems', 405],
  ])('of %s %s, %i', async (method, path, status) => {
    const answer = await callUnmatchedRoute(method, path);
    expect(answer.status).toBe(status);
    expectHeaders(answer, 'address', ADDRESS_LIMIT);
  });

  it.each([
    [400, { body: { grant_type: 'client_credentials' } }],
    [401, { body: { client_id: 'key_x', client_secret: 'no', grant_type: 'client_credentials' } }],
    [415, { text: '{}', headers: { 'content-type': 'text/plain' } }],
  ] as [number, TestRequest][])('of a token request that is %i', async (status, request) => {
    const answer = await callApi('auth.token', request);
    expect(answer.status).toBe(status);
    expectHeaders(answer, 'address', ADDRESS_LIMIT);
  });

  it.each([
    ['problems.get', 404, { params: { code: 'none' } }],
    ['docs.openapi', 304, { headers: { 'if-none-match': '*' } }],
    [
      'inbound.receive',
      404,
      { params: { platform: 'twitter', account: 'acc_01K00000000000000000000000' }, text: '{}' },
    ],
  ] as [string, number, TestRequest][])('of %s that is %i', async (operation, status, request) => {
    const answer = await callApi(operation, request);
    expect(answer.status).toBe(status);
    expectHeaders(answer, 'address', ADDRESS_LIMIT);
  });
});

const remaining = ({ headers }: TestResponse) => Number(headers['x-ratelimit-remaining']);

function expectNeverRising(counts: number[]): void {
  for (const [index, count] of counts.entries()) {
    if (index > 0) expect(count, counts.join(' ')).toBeLessThanOrEqual(counts[index - 1]!);
  }
}

describe('the remaining count of one sequential caller', () => {
  it('never rises, whichever of many instances of many endpoints answers', async () => {
    const { token } = await newTenant('standard');
    const verify = [await newInstance('auth.verify'), await newInstance('auth.verify')];
    const list = [await newInstance('content.list'), await newInstance('schedule.list')];
    const instances = [...verify, ...list, await newInstance('team.list-members')];
    const counts: number[] = [];
    const passed = { 200: 0, 429: 0 } as Record<number, number>;
    let state = 7;
    for (let request = 0; request < 1_400; request++) {
      state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
      // For a while only some of them are called, so that the others hold old quota.
      const awake = request % 200 < 100 ? instances.length : 2;
      const answer = await instances[Math.floor((state / 2 ** 32) * awake)]!({ token });
      passed[answer.status]! += 1;
      counts.push(remaining(answer));
    }
    expectNeverRising(counts);
    expect(counts[0]).toBe(999);
    expect(counts.at(-1)).toBe(0);
    expect(passed[200]! + passed[429]!).toBe(1_400);
    expect(passed[200]).toBeLessThanOrEqual(1_000);
  });

  it('never claims quota that a later request does not get', async () => {
    const { token } = await newTenant('standard');
    const instances = [await newInstance('auth.verify'), await newInstance('content.list')];
    for (let request = 0; request < 1_100; request++) {
      const answer = await instances[request % 2]!({ token });
      if (answer.status === 429) expect(remaining(answer)).toBe(0);
      if (request + 1 < 1_000) expect(remaining(answer)).toBeLessThanOrEqual(1_000 - request - 1);
    }
  });

  it('never rises for both policies of a key with an hourly limit', async () => {
    const { token } = await newTenant('standard', { hourly_limit: 300 });
    const instances = [await newInstance('auth.verify'), await newInstance('content.list')];
    const counts: Record<string, number[]> = { minute: [], hour: [] };
    for (let request = 0; request < 400; request++) {
      const { headers } = await instances[request % 7 === 0 ? 1 : 0]!({ token });
      for (const [, name, count] of headers.ratelimit!.matchAll(/"(\w+)";r=(\d+)/g)) counts[name!]!.push(Number(count));
    }
    expectNeverRising(counts.minute!);
    expectNeverRising(counts.hour!);
    expect([counts.minute!.length, counts.hour!.length]).toEqual([400, 400]);
  });

  it('never rises without a token over pages, unknown paths, token exchanges and 401s', async () => {
    const tenant = await newTenant();
    const [docs, exchange, verify] = [
      await newInstance('problems.list'),
      await newInstance('auth.token'),
      await newInstance('auth.verify'),
    ];
    const from = { sourceIp: freshAddress() };
    const counts: number[] = [];
    for (let round = 0; round < 40; round++) {
      counts.push(remaining(await docs(from)), remaining(await callUnmatchedRoute('GET', '/v1/nothing', from)));
      counts.push(remaining(await exchange({ ...from, ...credentials(tenant, 'no') })), remaining(await verify(from)));
    }
    expectNeverRising(counts);
    expect(counts[0]).toBe(ADDRESS_LIMIT - 1);
    expect(counts.at(-1)).toBeLessThanOrEqual(ADDRESS_LIMIT - 160);
  });

  it('begins again with the next minute', async () => {
    const { token } = await newTenant('standard');
    await callApi('auth.verify', { token });
    advanceTime(60_000);
    expect(remaining(await callApi('auth.verify', { token }))).toBe(999);
  });

  it('is not read again once the limit is reached', async () => {
    const { token } = await newTenant('standard');
    await Promise.all(Array.from({ length: 1_001 }, () => callApi('auth.verify', { token })));
    const commands: string[] = [];
    table.fault = (command) => {
      commands.push(command);
      return null;
    };
    expect(remaining(await callApi('auth.verify', { token }))).toBe(0);
    expect(commands).toEqual([]);
  });

  it('is left out while the table is unreachable, and the other headers are not', async () => {
    const { token } = await newTenant('standard');
    // Enough that this instance holds quota.
    for (let request = 0; request < 5; request++) await callApi('auth.verify', { token });
    table.fault = () => new Error('The table is away.');
    const answer = await callApi('auth.verify', { token });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'ratelimit-policy': '"minute";q=1000;w=60', 'x-ratelimit-limit': '1000' });
    expect(answer.headers).not.toHaveProperty('x-ratelimit-remaining');
  });
});

describe('the limit of a source address', () => {
  it.each([
    ['an unknown path', (from) => callUnmatchedRoute('GET', '/v1/nothing', from)],
    ['an unsupported method', (from) => callUnmatchedRoute('PATCH', '/v1/content', from)],
    ['a public page', (from) => callApi('problems.list', from)],
    ['a request without a token', (from) => callApi('content.create', { ...from, ...NO_TOKEN })],
    ['an unknown token', (from) => callApi('content.list', { ...from, token: 'A'.repeat(43) })],
    ['a malformed token request', (from) => callApi('auth.token', { ...from, body: {} })],
    ['a wrong secret', async (from) => callApi('auth.token', { ...from, ...credentials(await newTenant(), 'wrong') })],
    [
      'a webhook with an invalid signature',
      async (from) => {
        const forged = webhook(await inboundAccount(await newTenant(), 'twitter'), '{}', 'wrong');
        return callApi('inbound.receive', { ...from, ...forged });
      },
    ],
  ] as [string, (from: TestRequest) => Promise<TestResponse>][])('once used up, is 429 for %s', async (_, ask) => {
    const sourceIp = freshAddress();
    await useUp(sourceIp);
    const answer = await ask({ sourceIp });
    expect([answer.status, answer.json.code]).toEqual([429, 'quota-exceeded']);
    expect(answer.json['violated-policies']).toEqual(['address']);
    expect(answer.headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'retry-after': '30' });
    expectHeaders(answer, 'address', ADDRESS_LIMIT);
  });

  it('lets every correct secret, valid signature and valid token pass, whatever others have sent', async () => {
    const tenant = await newTenant();
    const account = await inboundAccount(tenant, 'twitter');
    const sourceIp = freshAddress();
    await useUp(sourceIp);
    const exchanged = await succeed('auth.token', { sourceIp, ...credentials(tenant) });
    expect((await callApi('inbound.receive', { sourceIp, ...webhook(account, '{}') })).status).toBe(200);
    const token = String(exchanged.access_token);
    expect((await callApi('content.list', { sourceIp, token })).status).toBe(200);
  });

  it('affects no other address', async () => {
    await useUp(freshAddress());
    expect((await callApi('content.list', { sourceIp: freshAddress() })).status).toBe(401);
    expect((await callApi('content.list', { sourceIp: '2001:db8:7::1' })).status).toBe(401);
  });

  it('is one for all addresses of an IPv6 network of 64 bits, and for both forms of an IPv4 address', async () => {
    await useUp('2001:db8:5:6::1');
    const of = async (sourceIp: string) => (await callApi('problems.list', { sourceIp })).status;
    expect(await of('2001:DB8:5:6:ffff::abcd')).toBe(429);
    expect(await of('2001:db8:5:7::1')).toBe(200);
    await useUp('192.0.2.44');
    expect(await of('::ffff:192.0.2.44')).toBe(429);
    expect(await of('::ffff:192.0.2.45')).toBe(200);
  });

  it('is exact through five instances', async () => {
    const sourceIp = '192.0.2.200';
    const { subjectId, limit, seconds } = addressPolicy(sourceIp);
    const window = Math.floor(Date.now() / 1000 / seconds);
    await reserveQuota({ subject_id: subjectId, window, seconds }, { batch: limit - 100, limit, isFirst: true });
    const instances = [];
    for (let number = 0; number < 5; number++) instances.push(await newInstance('problems.list'));
    const statuses: number[] = [];
    for (let request = 0; request < 150; request++) statuses.push((await instances[request % 5]!({ sourceIp })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  });

  it('is counted in one item, which expires a minute after its window, and writes nothing else', async () => {
    const sourceIp = freshAddress();
    for (const token of [undefined, 'B'.repeat(43)]) await callApi('content.list', { sourceIp, token });
    const items = table.items();
    expect(items.map(({ pk, reserved }) => [pk, reserved])).toEqual([[`RATE#address/${sourceIp}`, 2]]);
    expect(items[0]!.expires_at_seconds).toBe(Date.parse('2026-08-03T10:02:00Z') / 1000);
  });

  it('rejects nothing while the table is unreachable', async () => {
    table.fault = () => new Error('The table is away.');
    const sourceIp = freshAddress();
    const answer = await callApi('content.list', { sourceIp });
    expect(answer.status).toBe(401);
    expect(answer.headers['ratelimit-policy']).toBe('"address";q=10000;w=60');
    expect((await callUnmatchedRoute('GET', '/v1/nothing', { sourceIp })).status).toBe(404);
    expect((await callApi('problems.list', { sourceIp })).status).toBe(200);
  });

  it('does not count requests with a valid token', async () => {
    const tenant = await newTenant();
    await newContent(tenant);
    const items = table.items().filter(({ entity }) => entity === 'RateWindow');
    expect(items.map(({ pk }) => pk)).toEqual([`RATE#${tenant.workspace.id}`]);
  });
});
