import { mkdtempSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { ScheduleCreateResponse } from '../../lib/content/api/schedule/create.ts';
import { WebhookTestResponse } from '../../lib/webhooks/api/webhooks/test.ts';
import { ensureDemoWorkspace } from '../../tools/local-stack/demo.ts';
import { tableClient } from '../../tools/local-stack/seed.ts';
import { Problem } from '../../tools/openapi/problem-schema.ts';
import { findLeaks, getTableInfo, PLATFORM_TOKENS, scanTable } from './assertions.ts';
import { ADDRESSES, BODIES, ITEMS, POST, pathsAround, QUERIES, TIMES, UNKNOWN_IDS } from './hostile-inputs.ts';
import {
  type ApiClient,
  createApiClient,
  getAccessToken,
  type HttpResponse,
  type RawRequest,
  read,
  send,
} from './http-client.ts';
import { useRunningService } from './running-service.ts';

// Generous, because a noisy machine may be slow: the guarantees are in the tests.
vi.setConfig({ testTimeout: 300_000 });

const { service, folder } = useRunningService();
let token: string;
let api: ApiClient;
/** One resource of every kind, so that damage would be visible. */
let known: { content: string; entry: string; webhook: string };
/** Another workspace, on the standard plan, with its own item. */
let stranger: { token: string; api: ApiClient; content: string; entry: string };
const secrets: Record<string, string> = { ...PLATFORM_TOKENS };
/** What was stored at the last check; null when it may have changed since. */
let rest: unknown[] | null = null;
const answered: { what: string; answer: HttpResponse }[] = [];

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

beforeAll(async () => {
  token = await getAccessToken(service.baseUrl, service.credentials);
  api = changing(token);
  secrets['client secret'] = service.credentials.client_secret;
  secrets['access token'] = token;
  secrets['own webhook secret'] = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
  const url = `${service.url}/_inbox/hostile`;
  const secret = secrets['own webhook secret'];
  const webhook = JSON.parse((await api('POST', '/webhooks', { url, events: ['*'], secret })).text);
  const content = read(await api('POST', '/content', { ...POST, scheduled_at: inHours(5) }), 201, ContentResponse());
  known = {
    content: content.id,
    entry: content.targets[0]!.schedule_id,
    webhook: webhook.webhook_id,
  };

  const table = getTableInfo(service);
  const { credentials } = await ensureDemoWorkspace(
    table,
    () => 'not encrypted',
    mkdtempSync(join(folder, 'stranger-')),
    service.baseUrl,
  );
  const client = tableClient(table);
  const mine = (await scanTable(table)).find((item) => item.client_id === credentials.client_id);
  await client.send(
    new UpdateCommand({
      TableName: table.tableName,
      Key: { pk: `WS#${mine?.workspace_id}`, sk: 'WORKSPACE' },
      UpdateExpression: 'SET #plan = :plan',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: { ':plan': 'standard' },
    }),
  );
  client.destroy();
  const theirToken = await getAccessToken(service.baseUrl, credentials);
  const theirApi = changing(theirToken);
  const theirs = read(
    await theirApi('POST', '/content', { ...POST, scheduled_at: inHours(5) }),
    201,
    ContentResponse(),
  );
  stranger = {
    token: theirToken,
    api: theirApi,
    content: theirs.id,
    entry: theirs.targets[0]!.schedule_id,
  };
  secrets["the stranger's secret"] = credentials.client_secret;
  secrets["the stranger's token"] = theirToken;
  // Each item was created and scheduled.
  await streamProcessed(2, known.content, stranger.content);
});

// Every call changes request counts and a key's last use, the audit log follows a moment after a change, and the reminder
// check runs on its schedule.
const MOVING = [
  'RateWindow',
  'ReminderCheck',
  'FailedTokenRequest',
  'AccessToken',
  'ApiKeyUsage',
  'AuditEntry',
  'AuditHead',
  'AuditClaim',
];

/** What the service stores for its tenants, without what changes automatically. */
async function stored(): Promise<Record<string, unknown>[]> {
  const items = await scanTable(getTableInfo(service));
  return items
    .filter(({ entity }) => !MOVING.includes(String(entity)))
    .sort((one, other) => (`${one.pk} ${one.sk}` < `${other.pk} ${other.sk}` ? -1 : 1));
}

/**
 * Wait until the items have `count` events each, every event since the registration of the webhook is delivered to it,
 * and nothing else is written, so that only a hostile request can add to what is stored.
 */
async function streamProcessed(count: number, ...ids: string[]): Promise<void> {
  rest = null;
  const deadlineMs = Date.now() + 120_000;
  for (let last: unknown, same = 0; same < 3; ) {
    if (Date.now() > deadlineMs) throw new Error('The events of the items were not all written and delivered.');
    await new Promise((resume) => setTimeout(resume, 100));
    const now = await stored();
    same = hasFollowed(now, count, ids) && isDeepStrictEqual(now, last) ? same + 1 : 0;
    last = now;
  }
}

function hasFollowed(items: Record<string, unknown>[], count: number, ids: string[]): boolean {
  const events = items.filter(({ entity }) => entity === 'Event');
  const webhook = items.find(({ entity, id }) => entity === 'Endpoint' && id === known.webhook)!;
  const delivered = items
    .filter(({ endpoint_id, status }) => endpoint_id === known.webhook && status === 'delivered')
    .map(({ event_id }) => event_id);
  return (
    ids.every((id) => events.filter(({ data }) => String(data).includes(id)).length === count) &&
    events
      .filter(({ workspace_id }) => workspace_id === webhook.workspace_id)
      .filter(({ timestamp }) => String(timestamp) >= String(webhook.created_at))
      .every(({ id }) => delivered.includes(id))
  );
}

interface Expected {
  status: number;
  code?: string;
  /** Pointers of fields, or names of parameters, that the response must name. */
  names?: string[];
}

async function rejected(what: string, request: RawRequest, expected: Expected): Promise<HttpResponse> {
  const before = rest ?? (await stored());
  const answer = await send(service.url, request);
  answered.push({ what, answer });
  expectProblem(answer, expected);
  rest = await stored();
  expect(rest).toEqual(before);
  return answer;
}

/** A caller whose requests may change something, after which the stored state must be read again. */
function changing(token: string): ApiClient {
  const call = createApiClient(service.baseUrl, token);
  return (...request) => {
    rest = null;
    return call(...request);
  };
}

function expectProblem(answer: HttpResponse, { status, code, names = [] }: Expected): void {
  expect(answer.headers['content-type'], answer.text).toBe('application/problem+json');
  const problem = read(answer, status, Problem());
  expect(problem.status).toBe(status);
  expect(problem.request_id).toBe(answer.headers['x-request-id']);
  if (code) expect(problem.code).toBe(code);
  for (const name of names) expect(problem.errors?.map(({ pointer }) => pointer)).toContain(name);
  expect(problem.errors?.length ?? 0).toBeLessThanOrEqual(20);
}

const bearer = (text = token): [string, string] => ['authorization', `Bearer ${text}`];
const JSON_TYPE: [string, string] = ['content-type', 'application/json'];
const withBody = (method: string, path: string, body: unknown): RawRequest => ({
  method,
  target: `/v1${path}`,
  headers: [bearer(), JSON_TYPE],
  body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
});
const create = (body: unknown) => withBody('POST', '/content', body);
const get = (target: string): RawRequest => ({ target, headers: [bearer()] });

describe('an unknown path is 404, and never another resource', () => {
  test('over forty spellings', async () => {
    for (const target of pathsAround(known)) await rejected(target, get(target), { status: 404, code: 'not_found' });
  });

  test('a well-formed id that does not exist, for every operation on one resource', async () => {
    const expected = { status: 404, code: 'not_found' };
    const wrong = [
      withBody('PUT', `/content/cnt_${UNKNOWN_IDS}`, { title: 'x' }),
      withBody('PUT', `/content/cnt_${UNKNOWN_IDS}`, { status: 'published' }),
      { method: 'DELETE', target: `/v1/content/cnt_${UNKNOWN_IDS}`, headers: [bearer()] },
      { method: 'DELETE', target: `/v1/schedule/scd_${UNKNOWN_IDS}`, headers: [bearer()] },
      { method: 'DELETE', target: `/v1/schedule/${known.content}`, headers: [bearer()] },
      withBody('POST', '/schedule', {
        content_id: `cnt_${UNKNOWN_IDS}`,
        platforms: ['twitter'],
        scheduled_at: inHours(1),
      }),
      withBody('POST', '/schedule', {
        content_id: 'cnt_#',
        platforms: ['twitter'],
        scheduled_at: inHours(1),
      }),
      withBody('POST', `/webhooks/wh_${UNKNOWN_IDS}/test`, { event_type: 'content.created' }),
      withBody('POST', '/webhooks/%23/test', { event_type: 'content.created' }),
    ];
    for (const request of wrong) await rejected(`${request.method} ${request.target}`, request, expected);
  });

  test('invalid percent encodings get the gateway’s own 400', async () => {
    const answer = await send(service.url, get('/v1/content/%zz'));
    expect([answer.status, answer.text]).toEqual([400, '{"message":"Bad Request"}']);
  });
});

describe('an unsupported method is 405 with Allow', () => {
  const rows = (): [string, string, string][] => [
    ['PATCH', '/v1/content', 'GET, POST'],
    ['HEAD', '/v1/content', 'GET, POST'],
    ['OPTIONS', '/v1/content', 'GET, POST'],
    ['TRACE', '/v1/content', 'GET, POST'],
    ['PUT', '/v1/content', 'GET, POST'],
    ['DELETE', '/v1/content', 'GET, POST'],
    ['POST', `/v1/content/${known.content}`, 'DELETE, GET, PUT'],
    ['GET', '/v1/auth/token', 'POST'],
    ['GET', '/auth/token', 'POST'],
    ['POST', '/v1/auth/verify', 'GET'],
    ['GET', '/v1/content/validate', 'POST'],
    ['DELETE', '/v1/team/invitations/accept', 'POST'],
    ['GET', '/v1/team/invite', 'POST'],
    ['DELETE', '/v1/analytics/trends', 'GET'],
    ['GET', `/v1/webhooks/${known.webhook}/test`, 'POST'],
    ['PROPFIND', '/v1/schedule', 'GET, POST'],
  ];
  test('for every method that is not in the table', async () => {
    for (const [method, target, allow] of rows()) {
      const request = { method, target, headers: [bearer(), ['x-http-method-override', 'DELETE']] };
      const before = await stored();
      const answer = await send(service.url, request as RawRequest);
      answered.push({ what: `${method} ${target}`, answer });
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, allow]);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      if (method === 'HEAD') expect(answer.text).toBe('');
      else expectProblem(answer, { status: 405, code: 'method_not_allowed' });
      expect(await stored()).toEqual(before);
    }
  });
});

describe('a request without authentication is 401', () => {
  const rows = (): [string, [string, string][], string | undefined][] => [
    ['nothing', [], undefined],
    ['Basic', [['authorization', 'Basic a2V5OnNlY3JldA==']], undefined],
    ['an empty bearer', [['authorization', 'Bearer ']], undefined],
    ['the token in another header', [['x-api-key', token]], undefined],
    ['an unknown token', [bearer('x')], 'invalid_token'],
    ['a truncated token', [bearer(token.slice(0, -1))], 'invalid_token'],
    ['a token with padding', [bearer(`${token}=`)], 'invalid_token'],
    ['a token in capitals', [bearer(token.toUpperCase())], 'invalid_token'],
    ['a token with a suffix', [bearer(`${token} x`)], 'invalid_token'],
    ['a token of 9,000 characters', [bearer('a'.repeat(9000))], 'invalid_token'],
    ['a JWT', [bearer('eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.')], 'invalid_token'],
    ['the client secret as a token', [bearer(service.credentials.client_secret)], 'invalid_token'],
    ['the same header twice', [bearer(), bearer()], 'invalid_token'],
    ['two headers, the valid one first', [bearer(), bearer('x')], 'invalid_token'],
    ['two headers, the valid one last', [bearer('x'), bearer()], 'invalid_token'],
  ];
  test('with the challenge of RFC 6750, before any other check', async () => {
    for (const [what, headers, error] of rows()) {
      const request = {
        method: 'POST',
        target: '/v1/content?nonsense=1',
        headers: [...headers, JSON_TYPE],
        body: '{',
      };
      const code = error ?? 'missing_credentials';
      const answer = await rejected(what, request, { status: 401, code });
      const challenge = String(answer.headers['www-authenticate']);
      expect([what, challenge]).toEqual([what, expect.stringMatching(/^Bearer realm="[^"]+"/)]);
      expect(/error="([^"]+)"/.exec(challenge)?.[1]).toBe(error);
    }
  });

  test('a token in the query is ignored', async () => {
    await rejected('query', { target: `/v1/auth/verify?access_token=${token}` }, { status: 401 });
  });
});

test('a narrowed token may read and may not write, and the response names the missing permission', async () => {
  const { client_id, client_secret } = service.credentials;
  const answer = await send(service.url, {
    method: 'POST',
    target: '/v1/auth/token',
    headers: [JSON_TYPE],
    body: JSON.stringify({
      client_id,
      client_secret,
      grant_type: 'client_credentials',
      scope: 'content:read',
    }),
  });
  const narrow = JSON.parse(answer.text).access_token;
  secrets['narrowed token'] = narrow;
  const target = '/v1/content';
  const headers = [bearer(narrow), JSON_TYPE];
  expect((await send(service.url, { target, headers: [bearer(narrow)] })).status).toBe(200);
  const expected = { status: 403, code: 'insufficient_scope' };
  const rejection = await rejected('narrow', { method: 'POST', target, headers, body: JSON.stringify(POST) }, expected);
  expect(rejection.headers['x-accepted-permissions']).toBe('content:write');
  expect(JSON.parse(rejection.text).required_permissions).toEqual(['content:write']);
});

describe('an invalid token request is rejected with the error codes of RFC 6749', () => {
  const form: [string, string] = ['content-type', 'application/x-www-form-urlencoded'];
  const basic = (pair: string): [string, string] => ['authorization', `Basic ${btoa(pair)}`];
  const json = (body: unknown, ...headers: [string, string][]): [unknown, [string, string][]] => [
    typeof body === 'string' ? body : JSON.stringify(body),
    [JSON_TYPE, ...headers],
  ];
  const rows = (): [string, unknown, [string, string][], number, string][] => {
    const { client_id, client_secret } = service.credentials;
    const grant_type = 'client_credentials';
    const whole = { client_id, client_secret, grant_type };
    const text = String(new URLSearchParams(whole));
    const [id, secret] = [client_id, client_secret];
    return [
      ['malformed JSON with the secret in it', ...json(`{"client_secret":"${secret}`), 400, 'invalid_request'],
      ['an empty body', '', [], 400, 'invalid_request'],
      ['an array', ...json([whole]), 400, 'invalid_request'],
      ['no grant type', ...json({ client_id, client_secret }), 400, 'invalid_request'],
      ['no secret', ...json({ client_id, grant_type }), 400, 'invalid_request'],
      ['both forms', ...json({ ...whole, api_key: id, secret }), 400, 'invalid_request'],
      ['form A with a grant type', ...json({ api_key: id, secret, grant_type }), 400, 'invalid_request'],
      ['header and body', ...json(whole, basic(`${id}:${secret}`)), 400, 'invalid_request'],
      ['Basic without a colon', 'grant_type=client_credentials', [form, basic(id)], 400, 'invalid_request'],
      ['a repeated parameter', `${text}&client_id=${id}`, [form], 400, 'invalid_request'],
      ['a number as a secret', ...json({ ...whole, client_secret: 1 }), 400, 'invalid_request'],
      ['an object as a secret', ...json({ ...whole, client_secret: { length: 43 } }), 400, 'invalid_request'],
      ['another grant', ...json({ ...whole, grant_type: 'password' }), 400, 'unsupported_grant_type'],
      ['an unknown scope', ...json({ ...whole, scope: 'world:rule' }), 400, 'invalid_scope'],
      ['a scope named __proto__', ...json({ ...whole, scope: '__proto__' }), 400, 'invalid_scope'],
      ['a wrong secret', ...json({ ...whole, client_secret: `${secret}x` }), 401, 'invalid_client'],
      ['an unknown client', ...json({ ...whole, client_id: `key_${UNKNOWN_IDS}` }), 401, 'invalid_client'],
      ['a client id that is a key', ...json({ ...whole, client_id: `${id}#KEY` }), 401, 'invalid_client'],
      ['wrong Basic', 'grant_type=client_credentials', [form, basic(`${id}:no`)], 401, 'invalid_client'],
    ] as [string, unknown, [string, string][], number, string][];
  };
  test('each kind with its own code', async () => {
    for (const [what, body, headers, status, error] of rows()) {
      const request = { method: 'POST', target: '/v1/auth/token', headers, body: String(body) };
      const answer = await rejected(what, request, { status });
      expect([what, JSON.parse(answer.text).error]).toEqual([what, error]);
      expect(JSON.parse(answer.text).error_description).toEqual(expect.any(String));
      const challenged = status === 401 && what.includes('Basic');
      expect(Boolean(answer.headers['www-authenticate'])).toBe(challenged);
    }
  });

  test('an unknown client and a wrong secret have the same response', async () => {
    const wrong = answered.find(({ what }) => what === 'a wrong secret')!.answer;
    const unknown = answered.find(({ what }) => what === 'an unknown client')!.answer;
    expect(anonymous(wrong)).toEqual(anonymous(unknown));
  });

  test('a hundred wrong secrets lock one client id with 429, and no other client', async () => {
    const body = { client_id: `key_${'1'.repeat(26)}`, client_secret: 'x', grant_type: 'client_credentials' };
    const wrongExchange = () => createApiClient(service.baseUrl, 'none')('POST', '/auth/token', body);
    const answers = await Promise.all(Array.from({ length: 100 }, wrongExchange));
    const passed = answers.filter(({ status }) => status === 401).length;
    expect(passed).toBeGreaterThanOrEqual(30);
    // Thirty in a minute, whatever the concurrency, and as many again when the minute ends among them.
    expect(passed).toBeLessThanOrEqual(60);
    for (const answer of answers.filter(({ status }) => status !== 401)) {
      expectProblem(answer, { status: 429 });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    await getAccessToken(service.baseUrl, service.credentials);
  });
});

/** A response without what differs from request to request. */
function anonymous({ status, headers, text }: HttpResponse) {
  const { request_id, instance, ...rest } = JSON.parse(text);
  expect(instance).toContain(request_id);
  return { status, type: headers['content-type'], rest };
}

describe('a body that is not a JSON object is 400, of another type 415, too large 413', () => {
  test.each(BODIES)('%s', async (what, body, status) => {
    await rejected(what, create(body), { status });
  });

  test.each([
    [[]],
    [['content-type', '']],
    [['content-type', 'text/plain']],
    [['content-type', 'application/json; charset=latin1']],
    [['content-type', 'application/x-www-form-urlencoded']],
    [['content-type', 'multipart/form-data; boundary=x']],
    [['content-type', 'application/jsonp']],
    [['content-type', 'application/json, text/plain']],
  ])('content type %j', async (header) => {
    const headers = [bearer(), ...(header.length > 0 ? [header as [string, string]] : [])];
    const request = { method: 'POST', target: '/v1/content', headers, body: JSON.stringify(POST) };
    await rejected(String(header), request, { status: 415, code: 'unsupported_media_type' });
  });

  test('headers over 10,240 bytes get the gateway’s own 431', async () => {
    const answer = await send(service.url, {
      target: '/v1/content',
      headers: [bearer(), ['x-much', 'a'.repeat(11_000)]],
    });
    expect(answer.status).toBe(431);
  });
});

describe('an invalid item is 422, and the invalid field is named', () => {
  test.each(ITEMS)('%s', async (what, body, names) => {
    await rejected(what, create(body), { status: 422, code: 'validation_failed', names });
  });

  test('no prototype was polluted by them: the next item created is an ordinary one', async () => {
    const answer = await api('POST', '/content', POST);
    expect(answer.text).not.toContain('admin');
    const { id } = JSON.parse(answer.text);
    expect((await api('DELETE', `/content/${id}`)).status).toBe(200);
    await streamProcessed(1, id);
  });
});

describe('a time that does not exist, or is out of range, is 422 on every operation', () => {
  test.each(TIMES)('%j', async (scheduled_at) => {
    const expected = { status: 422, code: 'validation_failed', names: ['/scheduled_at'] };
    await rejected('create', create({ ...POST, scheduled_at }), expected);
    await rejected('update', withBody('PUT', `/content/${known.content}`, { scheduled_at }), expected);
    const body = { content_id: known.content, platforms: ['twitter'], scheduled_at };
    await rejected('schedule', withBody('POST', '/schedule', body), expected);
  });
});

describe('a query parameter that is invalid, repeated or unknown is 400 and named', () => {
  test.each(QUERIES)('%s', async (path, name) => {
    await rejected(path, get(`/v1${path}`), { status: 400, code: 'invalid_query', names: [name] });
  });

  test('a time before 1970 is valid: a list from there on contains everything, one up to there nothing', async () => {
    for (const path of ['/content', '/schedule']) {
      const from = JSON.parse((await api('GET', `${path}?from=1960-01-01T00:00:00Z`)).text);
      const to = JSON.parse((await api('GET', `${path}?to=1960-01-01T00:00:00Z`)).text);
      expect([path, from.pagination.total, to.pagination.total]).toEqual([path, 1, 0]);
    }
  });
});

describe('an invalid Idempotency-Key is 400, and a reused one 422', () => {
  const keyed = (key: string, body: unknown = POST): RawRequest => ({
    method: 'POST',
    target: '/v1/content',
    headers: [bearer(), JSON_TYPE, ['idempotency-key', key]],
    body: JSON.stringify(body),
  });
  test.each(['', '""', 'a\tb', '\u00e9', 'x'.repeat(256)])('%j', async (key) => {
    await rejected(key, keyed(key), { status: 400, code: 'invalid_request' });
  });

  test('twenty concurrent requests with one key create one item, and another body with it creates none', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(service.url, keyed('"one"'))));
    const made = answers.filter(({ status }) => status === 201);
    // In flight is 409: the client retries. Every 201 response is the same.
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    const { id } = JSON.parse(made[0]!.text);
    await streamProcessed(1, id);
    await rejected('other body', keyed('one', { ...POST, title: 'Another' }), {
      status: 422,
      code: 'idempotency_key_reused',
    });
    const items = (await scanTable(getTableInfo(service))).filter((item) => item.entity === 'Content');
    expect(items.filter((item) => ![known.content, stranger.content].includes(String(item.id)))).toEqual([
      expect.objectContaining({ id }),
    ]);
    expect((await api('DELETE', `/content/${id}`)).status).toBe(200);
    await streamProcessed(1, id);
  });
});

describe('a webhook URL that is not public https is 422 naming url', () => {
  test.each(ADDRESSES.map((url) => [url.slice(0, 60), url]))('%j', async (_, url) => {
    const expected = { status: 422, code: 'validation_failed', names: ['/url'] };
    await rejected(url, withBody('POST', '/webhooks', { url, events: ['*'] }), expected);
  });

  const url = 'https://hooks.example.com/in';
  test.each<[string, object, string]>([
    ['no events', { url, events: [] }, '/events'],
    ['an unknown event', { url, events: ['content.deleted'] }, '/events/0'],
    ['an event named __proto__', { url, events: ['__proto__'] }, '/events/0'],
    ['everything and more', { url, events: ['*', 'content.created'] }, '/events'],
    ['10,000 events', { url, events: Array(10_000).fill('*') }, '/events'],
    ['a short secret', { url, events: ['*'], secret: 'hunter2' }, '/secret'],
    ['a secret that is not base64', { url, events: ['*'], secret: 'whsec_not-base64!' }, '/secret'],
    ['a secret with a line break', { url, events: ['*'], secret: 'a'.repeat(20).concat('\n') }, '/secret'],
    ['a url that is a number', { url: 2_130_706_433, events: ['*'] }, '/url'],
  ])('%s', async (what, body, name) => {
    await rejected(what, withBody('POST', '/webhooks', body), { status: 422, names: [name] });
  });

  test('the same URL in another spelling is 409', async () => {
    const same = `${service.url.replace('127.0.0.1', '127.1')}/_inbox/hostile#again`;
    const request = withBody('POST', '/webhooks', { url: same, events: ['*'] });
    await rejected('duplicate', request, { status: 409, code: 'duplicate_url' });
  });
});

describe('an invalid invitation is rejected', () => {
  const email = 'new@example.com';
  test.each<[string, object, number, string | undefined]>([
    ['no email address', { role: 'viewer' }, 422, '/email'],
    ['no domain', { email: 'me', role: 'viewer' }, 422, '/email'],
    ['a line break', { email: 'a@example.com\nBcc: b@example.com', role: 'viewer' }, 422, '/email'],
    ['an unknown role', { email, role: 'emperor' }, 422, '/role'],
    ['a role named constructor', { email, role: 'constructor' }, 422, '/role'],
    ['more than the role', { email, role: 'viewer', permissions: ['content:write'] }, 422, '/permissions'],
    ['an unknown permission', { email, role: 'owner', permissions: ['root'] }, 422, '/permissions/0'],
    ['a member already', { email: 'OWNER@example.com', role: 'viewer' }, 409, undefined],
  ])('%s', async (what, body, status, name) => {
    await rejected(what, withBody('POST', '/team/invite', body), { status, names: name ? [name] : [] });
  });
});

describe('the status transitions of an item', () => {
  test.each<[object, number]>([
    [{}, 422],
    [{ status: 'nope' }, 422],
    [{ status: null }, 422],
    [{ status: 'publishing' }, 409],
    [{ status: 'failed' }, 409],
    [{ status: 'pending_approval' }, 409],
    [{ status: 'cancelled', scheduled_at: inHours(9) }, 422],
    [{ platforms: ['linkedin'] }, 409],
    [{ id: 'cnt_x' }, 422],
  ])('%j', async (body, status) => {
    await rejected('update', withBody('PUT', `/content/${known.content}`, body), { status });
  });

  test('a second entry for the same platform is 409 with the first one’s id', async () => {
    const body = { content_id: known.content, platforms: ['twitter'], scheduled_at: inHours(2) };
    const answer = await rejected('second', withBody('POST', '/schedule', body), {
      status: 409,
      code: 'already_pending',
    });
    expect(JSON.parse(answer.text).schedule_id).toBe(known.entry);
  });

  test('a platform the item does not have is 422', async () => {
    const body = { content_id: known.content, platforms: ['linkedin'], scheduled_at: inHours(2) };
    await rejected('other', withBody('POST', '/schedule', body), { status: 422, names: ['/platforms'] });
  });
});

describe('resources of another workspace do not exist', () => {
  test('404, the same as for an unknown id, without any effect on them', async () => {
    const time = inHours(3);
    const requests = (content: string, entry: string, webhook: string): RawRequest[] => [
      get(`/v1/content/${content}`),
      withBody('PUT', `/content/${content}`, { title: 'Mine now' }),
      withBody('PUT', `/content/${content}`, { status: 'published' }),
      { method: 'DELETE', target: `/v1/content/${content}`, headers: [bearer()] },
      { method: 'DELETE', target: `/v1/schedule/${entry}`, headers: [bearer()] },
      withBody('POST', '/schedule', { content_id: content, platforms: ['twitter'], scheduled_at: time }),
      withBody('POST', `/webhooks/${webhook}/test`, { event_type: 'content.created' }),
    ];
    const unknowns = requests(`cnt_${UNKNOWN_IDS}`, `scd_${UNKNOWN_IDS}`, `wh_${UNKNOWN_IDS}`);
    const theirs = requests(stranger.content, stranger.entry, `wh_${UNKNOWN_IDS}`);
    for (const [index, request] of theirs.entries()) {
      const one = await rejected('theirs', request, { status: 404 });
      const other = await rejected('unknown', unknowns[index]!, { status: 404 });
      expect(anonymous(one)).toEqual(anonymous(other));
    }
  });

  test('a list filtered by their item is empty, and a cursor of theirs is 400', async () => {
    const listed = JSON.parse((await api('GET', `/schedule?content_id=${stranger.content}`)).text);
    expect(listed.scheduled_posts).toEqual([]);
    const { id } = read(await stranger.api('POST', '/content', POST), 201, ContentResponse());
    await streamProcessed(1, id);
    const page = JSON.parse((await stranger.api('GET', '/content?limit=1')).text);
    expect(page.pagination).toMatchObject({ total: 2, has_more: true });
    const cursor = page.pagination.next_cursor;
    expect((await stranger.api('GET', `/content?limit=1&cursor=${cursor}`)).status).toBe(200);
    const expected = { status: 400, code: 'invalid_query', names: ['cursor'] };
    await rejected('their cursor', get(`/v1/content?limit=1&cursor=${cursor}`), expected);
    const theirs: RawRequest = {
      target: `/v1/content?limit=1&cursor=${cursor}&status=draft`,
      headers: [bearer(stranger.token)],
    };
    await rejected('other filters', theirs, expected);
  });

  test('webhooks require the enterprise plan: 403 otherwise', async () => {
    const body = JSON.stringify({ url: 'https://hooks.example.com/', events: ['*'] });
    const headers = [bearer(stranger.token), JSON_TYPE];
    const request = { method: 'POST', target: '/v1/webhooks', headers, body };
    await rejected('plan', request, { status: 403, code: 'plan_required' });
  });
});

describe('misbehaving receivers', () => {
  const servers: { close: () => unknown }[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });
  const listening = (server: Server | ReturnType<typeof createSocketServer>) =>
    new Promise<string>((resume) => {
      servers.push(server);
      server.listen(0, '127.0.0.1', () => resume(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
    });

  test('fail the test delivery with their response, and redirect it nowhere', async () => {
    let visitsAtTarget = 0;
    const target = await listening(
      createServer((_, response) => {
        visitsAtTarget += 1;
        response.writeHead(200).end();
      }),
    );
    const redirecting = await listening(
      createServer((_, response) => {
        response.writeHead(307, { location: target }).end();
      }),
    );
    const nonHttp = await listening(createSocketServer((socket) => void socket.end('SSH-2.0-x\r\n')));
    const resetting = await listening(createSocketServer((socket) => void socket.resetAndDestroy()));
    const overwide = await listening(
      createSocketServer((socket) => void socket.end('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n')),
    );
    const gone = await listening(createServer());
    servers.pop()!.close();
    const rows: [string, number | null][] = [
      [redirecting, 307],
      [nonHttp, null],
      [resetting, null],
      [overwide, null],
      [gone, null],
    ];
    for (const [url, status] of rows) {
      const made = await api('POST', '/webhooks', { url, events: ['content.failed'] });
      const { webhook_id, secret } = JSON.parse(made.text);
      secrets[`made webhook secret ${webhook_id}`] = secret;
      const answer = await api('POST', `/webhooks/${webhook_id}/test`, { event_type: 'content.failed' });
      const result = read(answer, 200, WebhookTestResponse());
      expect([url, result.status, result.response_status]).toEqual([url, 'failed', status]);
      expect(result.error).toEqual(expect.any(String));
    }
    expect(visitsAtTarget).toBe(0);
  });

  test('the twenty-first endpoint is 409', async () => {
    for (let index = 6; index < 20; index++) {
      const url = `${service.url}/_inbox/full-${index}`;
      const made = await api('POST', '/webhooks', { url, events: ['content.failed'] });
      expect([index, made.status]).toEqual([index, 201]);
      secrets[`made webhook secret ${index}`] = JSON.parse(made.text).secret;
    }
    const request = withBody('POST', '/webhooks', { url: `${service.url}/_inbox/one-more`, events: ['*'] });
    await rejected('one more', request, { status: 409, code: 'endpoint_limit' });
  });
});

test('texts that resemble code are stored and returned unchanged', async () => {
  const texts = [
    '<script>alert(1)</script>',
    "'; DROP TABLE content; --",
    '#{7*7} {{7*7}} %00 \\u0000 <%= 7*7 %>',
    '\u202eesrever\u202c \u200bzero\u200d',
    '👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣',
    '\\|{}@[]()<>#*_~',
    '__proto__',
  ];
  for (const title of texts) {
    const made = read(await api('POST', '/content', { ...POST, title, description: title }), 201, ContentResponse());
    const found = read(await api('GET', `/content/${made.id}`), 200, ContentResponse());
    expect([found.title, found.description]).toEqual([title, title]);
    expect((await api('DELETE', `/content/${made.id}`)).status).toBe(200);
  }
});

test('existing resources are unchanged: one item, one entry, still scheduled', async () => {
  const content = JSON.parse((await api('GET', '/content')).text);
  expect(content.pagination.total).toBe(1);
  expect(content.data).toEqual([expect.objectContaining({ id: known.content, title: POST.title })]);
  const { scheduled_posts } = JSON.parse((await api('GET', '/schedule')).text);
  expect(scheduled_posts).toEqual([
    expect.objectContaining({ id: known.entry, content_id: known.content, status: 'pending' }),
  ]);
  const entry = { content_id: known.content, platforms: ['twitter'], scheduled_at: inHours(2) };
  expect((await api('DELETE', `/schedule/${known.entry}`)).status).toBe(200);
  read(await api('POST', '/schedule', entry), 201, ScheduleCreateResponse());
});

test('no response was a 500, and none contained internals or a secret', () => {
  expect(answered.length).toBeGreaterThan(300);
  for (const { what, answer } of answered) {
    expect([what, answer.status < 500]).toEqual([what, true]);
    expect(answer.text).not.toMatch(/node_modules|\.[jt]s:\d|\n {4}at |DynamoDB|Exception/);
    for (const [name, secret] of Object.entries(secrets)) {
      expect([what, name, answer.text.includes(secret)]).toEqual([what, name, false]);
    }
  }
});

test('no log contains a secret, and the table contains neither client secret nor token', async () => {
  expect(readdirSync(join(folder, 'logs')).length).toBeGreaterThan(10);
  expect(findLeaks([join(folder, 'logs')], secrets)).toEqual([]);
  const hashed = Object.fromEntries(
    Object.entries(secrets).filter(([name]) => /client secret|stranger|access token|narrowed/.test(name)),
  );
  const files = ['table.sqlite', 'table.sqlite-wal', 'runner.sqlite', 'runner.sqlite-wal'];
  expect(
    findLeaks(
      files.map((name) => join(folder, name)),
      hashed,
    ),
  ).toEqual([]);
});
