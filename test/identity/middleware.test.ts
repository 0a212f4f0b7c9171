import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import type { DocumentedOperation } from '../../lib/core/api/define-operation.ts';
import { PERMISSIONS } from '../../lib/core/api/permission.ts';
import { reserveQuota } from '../../lib/core/rate-limit/store.ts';
import { TOKENS_PER_MINUTE } from '../../lib/identity/rules/rate-limits.ts';
import { callApi, setupApi, storedItems, type TestRequest, type TestResponse } from '../functions/api-harness.ts';
import { repeatedRequests } from '../functions/repeated-requests.ts';
import { onePerShape } from '../functions/shapes.ts';
import { OWN_POLICIES } from '../functions/sign-ins.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';

// The behavior of every endpoint from lib/identity/pipeline/define-endpoint.ts, on one endpoint of each shape of declaration.

const table = setupApi();
const repeated = repeatedRequests(table);
const rows = onePerShape(allEndpoints());
const withToken = rows.filter(([, route]) => route.permissions !== 'none');
// Signed requests are authenticated by their signature first, in test/analytics/inbound.test.ts; forms are tested in
// test/content/review-page.test.ts.
const withBody = rows.filter(([, { body }]) => body !== 'none' && body !== 'raw' && body !== 'form');
// Platforms add parameters of their own to their verification requests.
const isOpen = ({ query }: DocumentedOperation) => query.def.catchall instanceof z.ZodMiniUnknown;
const withStrictQuery = rows.filter(([operation, route]) => operation !== 'auth.token' && !isOpen(route));
const withOwnId = rows.filter(([, route]) => route.path.includes('{id}'));

const KIB_256 = 256 * 1024;

/** The properties of every error response. */
function expectProblem(answer: TestResponse, status: number): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(answer.json).toMatchObject({
    type: expect.stringMatching(/^\/v1\/problems\/[a-z_-]+$/),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: expect.any(String),
    code: expect.any(String),
    request_id: answer.headers['x-request-id'],
    retryable: expect.any(Boolean),
  });
}

function expectRateHeaders(answer: TestResponse, limit: number, policy = 'minute'): void {
  expect(answer.headers).toMatchObject({
    'ratelimit-policy': `"${policy}";q=${limit};w=60`,
    ratelimit: expect.stringMatching(new RegExp(`^"${policy}";r=\\d+;t=([1-9]|[1-5]\\d|60)$`)),
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
    'x-ratelimit-reset': String(Date.parse('2026-08-03T10:01:00Z') / 1000),
  });
}

/** A response without the count of requests. */
function uncounted(answer: TestResponse) {
  const { ratelimit: _, 'x-ratelimit-remaining': __, ...headers } = answer.headers;
  return { ...answer, headers };
}

describe.each(withToken)('%s: its authentication', (operation) => {
  it('without a token is 401 with a challenge that has no error code, and nothing is written', async () => {
    const { good, before } = await repeated(operation);
    const answer = await callApi(operation, { ...good, token: undefined });
    expectProblem(answer, 401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="[^"]+"$/);
    expect(storedItems(table)).toEqual(before);
  });

  it('with an unknown or expired token is 401 invalid_token, with the same response, and nothing is written', async () => {
    const { tenant, good } = await repeated(operation);
    const expired = await newToken(tenant, PERMISSIONS, -1);
    const before = storedItems(table);
    const headers = { 'x-request-id': 'same', 'content-type': 'application/json' };
    const answers = [
      await callApi(operation, { ...good, headers, token: 'unknown' }),
      await callApi(operation, { ...good, headers, token: expired }),
    ];
    for (const answer of answers) {
      expectProblem(answer, 401);
      expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
      expect(uncounted(answer)).toEqual(uncounted(answers[0]!));
    }
    expect(storedItems(table)).toEqual(before);
  });
});

describe.each(withBody)('%s: its body', (operation, route) => {
  const isOwn = route.body === 'custom';
  const rejected = async (corrupt: (good: TestRequest) => TestRequest, status: number): Promise<TestResponse> => {
    const { good, before } = await repeated(operation);
    const answer = await callApi(operation, corrupt(good));
    expectProblem(answer, status);
    expect(storedItems(table)).toEqual(before);
    return answer;
  };

  // Where every field is optional, no body is required.
  const isNeeded = typeof route.body === 'string' || !route.body.safeParse({}).success;

  it.each([
    ['truncated', '{"a":'],
    ...(isNeeded ? [['empty', '']] : []),
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a number', '1'],
  ])('that is %s is 400', async (_, text) => {
    const answer = await rejected((good) => ({ ...good, body: undefined, text }), 400);
    // Nothing from the parser's message, which repeats the body.
    expect(answer.text).not.toMatch(/JSON at|Unexpected/);
  });

  it('that is not UTF-8 is 400', async () => {
    const bytes = Buffer.concat([Buffer.from('{"title":"'), Buffer.of(0xff, 0xfe), Buffer.from('"}')]);
    await rejected((good) => ({ ...good, body: undefined, bytes }), 400);
  });

  it.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['no type', { 'content-type': '' }],
    ['JSON in another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['merge patch', { 'content-type': 'application/merge-patch+json' }],
  ])('sent as %s is 415', async (_, headers) => {
    await rejected((good) => ({ ...good, headers }), 415);
  });

  it('of 256 KiB and one byte is 413, and of 256 KiB is accepted', async () => {
    const padded = (good: TestRequest, length: number) => {
      const text = JSON.stringify(good.body);
      return { ...good, body: undefined, text: text + ' '.repeat(length - text.length) };
    };
    await rejected((good) => padded(good, KIB_256 + 1), 413);
    const { good } = await repeated(operation);
    expect((await callApi(operation, padded(good, KIB_256))).status).toBe(statusOf(route));
  });

  it('is decoded from base64, and its charset may be declared', async () => {
    const { good } = await repeated(operation);
    const answer = await callApi(operation, {
      ...good,
      body: undefined,
      bytes: Buffer.from(JSON.stringify(good.body)),
      headers: { ...good.headers, 'content-type': 'application/json; charset=UTF-8' },
    });
    expect(answer.status, answer.text).toBe(statusOf(route));
  });

  if (isOwn) return;

  it.each(['nonsense', '__proto__', 'constructor', 'id', 'workspace_id', 'created_at'])(
    'with the unknown field %s is 422 naming it',
    async (name) => {
      const corrupt = (good: TestRequest) => {
        const text = JSON.stringify(good.body).replace(/^\{/, `{${JSON.stringify(name)}:{"admin":true},`);
        return { ...good, body: undefined, text };
      };
      const answer = await rejected(corrupt, 422);
      expect(answer.json.errors).toContainEqual({
        pointer: `/${name}`,
        code: 'unknown_field',
        detail: expect.any(String),
      });
      expect(({} as Record<string, unknown>).admin).toBeUndefined();
    },
  );

  it('with many unknown fields names at most 20', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field_${index}`, 1]));
    const answer = await rejected((good) => ({ ...good, body: { ...(good.body as object), ...many } }), 422);
    expect(answer.json.errors).toHaveLength(20);
  });
});

describe.each(withStrictQuery)('%s: its query', (operation) => {
  it('with an unknown parameter is 400 naming it, and nothing is written', async () => {
    const { good, before } = await repeated(operation);
    const answer = await callApi(operation, { ...good, query: { nonsense: '1' } });
    expectProblem(answer, 400);
    expect(answer.json.errors).toContainEqual(expect.objectContaining({ pointer: 'nonsense' }));
    expect(storedItems(table)).toEqual(before);
  });
});

describe.each(withOwnId)('%s: its id', (operation) => {
  const askFor = (requestInput: TestRequest, tenant: Tenant, id: string) => {
    const headers = {
      ...requestInput.headers,
      'x-request-id': 'same',
      ...(requestInput.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return callApi(operation, { ...requestInput, token: tenant.token, params: { id }, headers });
  };

  it.each([
    ['the separator of keys', 'cnt_#CONTENT'],
    ['a NUL', 'cnt_\u0000'],
    ['an encoded NUL', '%00'],
    ['an encoded slash', 'cnt_%2f'],
    ['another kind', 'usr_01K00000000000000000000000'],
    ['another script', 'cnt_０１K0000000000000000000000'],
    ['ten thousand letters', 'A'.repeat(10_000)],
    ['nothing', ''],
  ])('with %s in it is 404, like any unknown id', async (_, id) => {
    const { tenant, good, before } = await repeated(operation);
    expectProblem(await askFor(good, tenant, id), 404);
    expect(storedItems(table)).toEqual(before);
  });
});

const statusOf = (route: DocumentedOperation) => route.status;

describe.each(rows)('%s: its headers', (operation, route) => {
  it('are complete in its success response: request id, type that no browser guesses, rate limit', async () => {
    const answer = await callApi(operation, (await repeated(operation)).good);
    expect(answer.status, answer.text).toBe(statusOf(route));
    expect(answer.headers['content-type']?.split(';')[0]).toBe(route.contentTypes?.[0] ?? 'application/json');
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    const own = OWN_POLICIES[operation];
    if (own === '"tokens";q=100;w=60') expectRateHeaders(answer, TOKENS_PER_MINUTE, 'tokens');
    else if (own) expect(answer.headers).toMatchObject({ 'ratelimit-policy': own, ratelimit: expect.any(String) });
    else expectRateHeaders(answer, 10_000, route.permissions === 'none' ? 'address' : 'minute');
  });

  it('preserve a well-formed request id, and replace any other', async () => {
    const { good } = await repeated(operation);
    const type: Record<string, string> = good.body === undefined ? {} : { 'content-type': 'application/json' };
    const askWith = (id: string) => callApi(operation, { ...good, headers: { ...type, 'x-request-id': id } });
    expect((await askWith('client-1.a_B')).headers['x-request-id']).toBe('client-1.a_B');
    for (const id of ['with space', 'line\nbreak', 'ü', '<script>', 'A'.repeat(129), '']) {
      const { headers, text } = await askWith(id);
      expect(headers['x-request-id']).toMatch(/^req_[0-9A-Z]{26}$/);
      if (id) expect(text).not.toContain(id);
    }
  });
});

describe.each(withToken)('%s: its rate limit', (operation) => {
  it('is exceeded with 429 after the 1,000 requests of a standard workspace', async () => {
    const { good } = await repeated(operation);
    const standard = await newTenant('standard');
    await useUp(standard, 1_000);
    const before = storedItems(table);
    const answer = await callApi(operation, { ...good, token: standard.token });
    expectProblem(answer, 429);
    expectRateHeaders(answer, 1_000);
    expect(answer.json).toMatchObject({ code: 'quota-exceeded', retryable: true });
    expect(answer.headers['retry-after']).toBe('30');
    expect(answer.headers['x-ratelimit-remaining']).toBe('0');
    expect(storedItems(table)).toEqual(before);
  });
});

/** Use up the limit as another instance would. */
async function useUp({ workspace }: Tenant, requests: number): Promise<void> {
  const window = Math.floor(Date.now() / 60_000);
  const counter = { subject_id: workspace.id, window, seconds: 60 };
  await reserveQuota(counter, { batch: requests, limit: requests, isFirst: true });
}
