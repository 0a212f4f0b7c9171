import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { ScheduleCreateResponse } from '../../lib/content/api/schedule/create.ts';
import { Problem } from '../../tools/openapi/problem-schema.ts';
import { findLeaks, getTableInfo, PLATFORM_TOKENS, scanTable } from './assertions.ts';
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

const { service, folder } = useRunningService();
let token: string;
let api: ApiClient;
/** One resource of every kind, so that damage would be visible. */
let known: { content: string; entry: string; webhook: string };
const secrets: Record<string, string> = { ...PLATFORM_TOKENS };
/** What was stored at the last check; null when it may have changed since. */
let rest: unknown[] | null = null;
const answered: { what: string; answer: HttpResponse }[] = [];

const POST = { title: 'A post', platforms: ['twitter'] };
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

  // The item was created and scheduled.
  await streamProcessed(2, known.content);
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
const get = (target: string): RawRequest => ({ target, headers: [bearer()] });

/** Return paths that match no route or no resource; `content` and `entry` are ids that exist. */
const pathsAround = ({ content, entry }: { content: string; entry: string }): string[] => [
  '/',
  '/v1',
  '/v2/content',
  '/content',
  '/v1/content/',
  '/v1//content',
  '//v1/content',
  '/v1/content//',
  `/v1/content/${content}/`,
  `/v1/content//${content}`,
  `/v1/content/${content}/targets`,
  `/v1/content/x/../${content}`,
  '/v1/content/../schedule',
  '/v1/content/%2e%2e',
  '/v1/content/%2e%2e/schedule',
  '/v1/content/%2e%2e%2fschedule',
  `/v1/content/%2F${content}`,
  `/v1/content/${content}%2F`,
  `/v1/content/${content}%00`,
  `/v1/content/${content}%20`,
  `/v1/content/${content}%23`,
  `/v1/content/${content}#x`,
  `/v1/content/${content};v=1`,
  `/v1/content/${content.toLowerCase()}`,
  `/v1/content/${content.slice(0, -1)}`,
  `/v1/content/${content}0`,
  `/v1/content/${entry}`,
  '/v1/content/%00',
  '/v1/content/a%23b',
  '/v1/content/%E2%80%AE',
  '/v1/content/%F0%9F%98%80',
  '/v1/content/__proto__',
  '/v1/content/constructor',
  '/v1/content/undefined',
  '/v1/content/*',
  `/v1/content/cnt_${'0'.repeat(26)}`,
  `/v1/content/cnt_${'0'.repeat(4000)}`,
  `/V1/content`,
  '/v1/Content',
  '/v1/%63ontent',
  '/v1/content%3Fstatus=draft',
  '*',
];

describe('an unknown path is 404, and never another resource', () => {
  test('over forty spellings', async () => {
    for (const target of pathsAround(known)) await rejected(target, get(target), { status: 404, code: 'not_found' });
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

test('headers over 10,240 bytes get the gateway’s own 431', async () => {
  const answer = await send(service.url, {
    target: '/v1/content',
    headers: [bearer(), ['x-much', 'a'.repeat(11_000)]],
  });
  expect(answer.status).toBe(431);
});

describe('a query parameter whose name or value is encoded, repeated or empty is 400 and named', () => {
  test.each([
    ['page%5B%5D=1', 'page[]'],
    ['%00=1', '\u0000'],
    ['__proto__=1', '__proto__'],
    ['status=', 'status'],
    ['status=draft&status=draft', 'status'],
    ['page=%EF%BC%91', 'page'],
    ['page=1&page=2', 'page'],
  ])('%s', async (query, name) => {
    await rejected(query, get(`/v1/content?${query}`), { status: 400, code: 'invalid_query', names: [name] });
  });
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
  expect(answered.length).toBeGreaterThan(75);
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
    Object.entries(secrets).filter(([name]) => /client secret|access token/.test(name)),
  );
  const files = ['table.sqlite', 'table.sqlite-wal', 'runner.sqlite', 'runner.sqlite-wal'];
  expect(
    findLeaks(
      files.map((name) => join(folder, name)),
      hashed,
    ),
  ).toEqual([]);
});
