import { describe, expect, it } from 'vitest';
import { allEndpoints, endpointOf, type OperationId } from '../../lib/bundle/endpoints.ts';
import type { Permission } from '../../lib/core/api/permission.ts';
import {
  advanceTime,
  callApi,
  inSeconds,
  setupApi,
  storedItems,
  type TestRequest,
  type TestResponse,
} from '../functions/api-harness.ts';
import { ORGANIZATIONS } from '../functions/connections.ts';
import { newContent, newMember, newWebhook } from '../functions/resources.ts';
import { onePerShape } from '../functions/shapes.ts';
import { newId, newTenant, newTenantFor, newToken, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';
import { httpReceiver } from '../webhooks/delivery/receivers.ts';

const table = setupApi();

const POSTS = onePerShape(
  allEndpoints().filter(([, route]) => route.method === 'POST' && route.permissions !== 'none'),
);

const KEY = 'order-1';
const keyed = (asked: TestRequest, key = KEY): TestRequest => ({
  ...asked,
  headers: { 'content-type': 'application/json', ...asked.headers, 'idempotency-key': key },
});
const create = (tenant: Tenant, fields: object = {}, key = KEY) =>
  callApi(
    'content.create',
    keyed({ token: tenant.token, body: { title: 'A', platforms: ['twitter'], ...fields } }, key),
  );
/** The response of the operation itself: without the headers of the current request. */
const answered = ({ status, headers, text }: TestResponse) => ({
  status,
  text,
  location: headers.location,
  type: headers['content-type'],
});

describe.each(POSTS)('%s with an Idempotency-Key', (operation) => {
  it('returns the same response for the same request, byte for byte, and has no second effect', async () => {
    const tenant = await newTenantFor(operation);
    const asked = keyed(await validRequest(operation, tenant));
    const first = await callApi(operation, asked);
    const before = storedItems(table);
    advanceTime(5_000);
    const second = await callApi(operation, asked);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(answered(second)).toEqual(answered(first));
    expect(storedItems(table)).toEqual(before);
  });

  it('rejects another body with 422, and leaves the first result unchanged', async () => {
    const tenant = await newTenantFor(operation);
    const asked = keyed(await validRequest(operation, tenant));
    const first = await callApi(operation, asked);
    const other = await another(operation, asked, tenant);
    const before = storedItems(table);
    const rejected = await callApi(operation, other);
    expect([rejected.status, rejected.json.code]).toEqual([422, 'idempotency_key_reused']);
    expect(storedItems(table)).toEqual(before);
    expect(answered(await callApi(operation, asked))).toEqual(answered(first));
  });

  it('returns the same response for two requests at any distance in time', async () => {
    for (let distance = 0; distance < 120; distance += 3) {
      table.clear();
      const tenant = await newTenantFor(operation);
      const asked = keyed(await validRequest(operation, tenant));
      const first = callApi(operation, asked);
      for (let turn = 0; turn < distance; turn++) await null;
      const [one, two] = await Promise.all([first, callApi(operation, asked)]);
      // Operations with external calls may report that the first request is still in flight.
      if ([one, two].some(({ json }) => json.code === 'request_in_flight')) continue;
      expect(answered(two), `${distance} turns later`).toEqual(answered(one));
    }
  });

  it.skipIf(endpointOf(operation).body === 'none')('does not consume the key with a rejected body', async () => {
    const tenant = await newTenantFor(operation);
    const good = await validRequest(operation, tenant);
    const rejected = await callApi(operation, keyed({ ...good, body: { nonsense: true } }));
    expect(rejected.status).toBe(422);
    const answer = await callApi(operation, keyed(good));
    expect(answer.status).toBeLessThan(300);
    expect(answer.headers).not.toHaveProperty('idempotent-replayed');
  });

  it.each([
    ['empty', ''],
    ['of 256 characters', 'k'.repeat(256)],
    ['not ASCII', 'schlüssel'],
    ['with a control character', 'a\tb'],
    ['an empty quotation', '""'],
  ])('rejects a key that is %s with 400, without an effect', async (_, key) => {
    const tenant = await newTenantFor(operation);
    const good = await validRequest(operation, tenant);
    const before = storedItems(table);
    const answer = await callApi(operation, keyed(good, key));
    expect(answer.status).toBe(400);
    expect(storedItems(table)).toEqual(before);
  });
});

/** Another request with the same key: with another body, or, where there is none, about another resource. */
async function another(operation: OperationId, asked: TestRequest, tenant: Tenant): Promise<TestRequest> {
  if (asked.body !== undefined) return { ...asked, body: changed(operation, asked.body as object) };
  if (asked.params?.platform) return { ...asked, params: { platform: 'linkedin' } };
  return { ...asked, ...(await validRequest(operation, tenant)), headers: asked.headers ?? {} };
}

function changed(operation: OperationId, body: object): object {
  const other: Partial<Record<OperationId, object>> = {
    'content.create': { title: 'Something else' },
    'content.approve': { note: 'Another note' },
    'content.submit': { note: 'Another note' },
    'content.resolve': { outcome: 'published', url: undefined },
    'content.create-comment': { body: 'Another remark' },
    'content.create-review-link': { name: 'Grace Example' },
    'imports.create': { format: 'jsonl' },
    'exports.create': { format: 'jsonl' },
    'accounts.create': { access_token: 'another-token' },
    'connect.create': { return_url: 'https://app.example.com/another' },
    'connect.select': { external_id: ORGANIZATIONS[1] },
    'keys.create': { name: 'Something else' },
    'webhooks.create': { url: 'https://example.com/another' },
    'webhooks.rotate-secret': { secret: 'another sixteen letters!' },
    'webhooks.test': { event_type: 'content.failed' },
  };
  // What has a name can have another one.
  return { ...body, ...('name' in body ? { name: 'Another name' } : {}), ...other[operation] };
}

describe('an Idempotency-Key', () => {
  it('of fifty concurrent requests creates one item, and all get the same response', async () => {
    const tenant = await newTenant();
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(tenant)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'])).toHaveLength(49);
    expect(storedItems(table).filter(({ entity }) => entity === 'Content')).toHaveLength(1);
  });

  it('of fifty concurrent requests with two bodies creates one item, and the others are 422', async () => {
    const tenant = await newTenant();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) => create(tenant, { title: number % 2 ? 'odd' : 'even' })),
    );
    const counts = Object.groupBy(answers, ({ status }) => String(status));
    expect([counts['201']?.length, counts['422']?.length]).toEqual([25, 25]);
    expect(storedItems(table).filter(({ entity }) => entity === 'Content')).toHaveLength(1);
  });

  it('of two concurrent test deliveries sends one; the other gets its response, or 409 with Retry-After', async () => {
    const tenant = await newTenant();
    const receiver = await httpReceiver((_, response) => response.end());
    const { webhook_id } = await newWebhook(tenant, { url: `http://127.0.0.1:${receiver.port}/` });
    const asked = keyed({
      token: tenant.token,
      params: { id: webhook_id },
      body: { event_type: 'content.created' },
    });
    const answers = await Promise.all([callApi('webhooks.test', asked), callApi('webhooks.test', asked)]);
    expect(receiver.seen.requests).toBe(1);
    for (const { status, headers } of answers) {
      expect([200, 409]).toContain(status);
      if (status === 409) expect(headers['retry-after']).toBe('1');
    }
  });

  it('of a test delivery whose function crashed is in flight for a minute, and then free', async () => {
    const tenant = await newTenant();
    const asked = keyed(await validRequest('webhooks.test', tenant));
    let puts = 0;
    // The in-flight record and the lease are written, the response is not.
    table.fault = (command) => (command === 'PutCommand' && ++puts === 3 ? new Error('stopped') : null);
    expect((await callApi('webhooks.test', asked)).status).toBe(500);
    table.fault = null;
    for (const later of [0, 59_999]) {
      advanceTime(later);
      const { status, json, headers } = await callApi('webhooks.test', asked);
      expect([status, json.code, headers['retry-after']]).toEqual([409, 'request_in_flight', '1']);
    }
    advanceTime(1);
    const free = await callApi('webhooks.test', asked);
    expect([free.status, free.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect((await callApi('webhooks.test', asked)).headers['idempotent-replayed']).toBe('true');
  });

  it('of a test delivery that was rejected while in flight is free immediately', async () => {
    const tenant = await newTenant();
    const good = await validRequest('webhooks.test', tenant);
    const unknown = keyed({ ...good, params: { id: newId('endpoint') } });
    expect((await callApi('webhooks.test', unknown)).status).toBe(404);
    const answer = await callApi('webhooks.test', keyed(good));
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  it('is the same quoted and unquoted, and has up to 255 characters of any kind', async () => {
    const tenant = await newTenant();
    const key = ` !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~${'k'.repeat(222)}`;
    expect(key).toHaveLength(255);
    const bare = await create(tenant, {}, key);
    const quoted = await create(tenant, {}, `"${key}"`);
    expect([bare.status, quoted.status]).toEqual([201, 201]);
    expect(quoted.text).toBe(bare.text);
  });

  it('matches the same request with another order of fields, and with other whitespace', async () => {
    const tenant = await newTenant();
    const first = await create(tenant);
    const text = '{ "platforms" : ["twitter"], "title":"A" }';
    const second = await callApi('content.create', keyed({ token: tenant.token, text }));
    expect(second.text).toBe(first.text);
  });

  it('is scoped to its workspace', async () => {
    const [one, other] = [await create(await newTenant()), await create(await newTenant())];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.json.id).not.toBe(other.json.id);
  });

  it('is scoped to its operation', async () => {
    const tenant = await newTenant();
    await create(tenant);
    const invited = await callApi('team.invite', keyed(await validRequest('team.invite', tenant)));
    expect([invited.status, invited.headers['idempotent-replayed']]).toEqual([201, undefined]);
  });

  it('used for another id is another request', async () => {
    const tenant = await newTenant();
    const [one, two] = [await newWebhook(tenant), await newWebhook(tenant, { url: 'http://127.0.0.1:9/two' })];
    const testOf = ({ webhook_id: id }: { webhook_id: string }) =>
      callApi('webhooks.test', keyed({ token: tenant.token, params: { id }, body: { event_type: 'content.created' } }));
    expect((await testOf(one)).status).toBe(200);
    expect((await testOf(two)).status).toBe(422);
  });

  it('is shared by the tokens of a workspace', async () => {
    const tenant = await newTenant();
    const first = await create(tenant);
    const again = await create({ ...tenant, token: await newToken(tenant) });
    expect(again.text).toBe(first.text);
  });

  it.each(['keys.create', 'keys.reroll', 'webhooks.create', 'team.invite', 'content.create'] as const)(
    'of %s returns its response to no token with fewer permissions, not even one of the same API key',
    async (operation) => {
      const tenant = await newTenantFor(operation);
      const asked = keyed(await validRequest(operation, tenant));
      const first = await callApi(operation, asked);
      expect(first.status, first.text).toBeLessThan(300);
      const { permissions } = endpointOf(operation);
      const lesser = await newToken(tenant, permissions as Permission[]);
      const before = storedItems(table);
      const rejected = await callApi(operation, { ...asked, token: lesser });
      expect([rejected.status, rejected.json.code]).toEqual([403, 'insufficient_scope']);
      expect(rejected.json.required_permissions).not.toEqual(permissions);
      for (const secret of [first.json.client_secret, first.json.secret, first.json.token, first.json.id]) {
        if (secret !== undefined) expect(rejected.text).not.toContain(String(secret));
      }
      expect(storedItems(table)).toEqual(before);
      expect((await callApi(operation, asked)).text).toBe(first.text);
    },
  );

  it('of another member returns its response to a token with as many permissions, and to no lesser one', async () => {
    const tenant = await newTenant();
    const editor = await newMember(tenant, 'editor');
    const first = await create({ ...tenant, token: editor.token });
    expect((await create(tenant)).text).toBe(first.text);
    const writer = await newMember(tenant, 'editor', ['content:write']);
    const rejected = await create({ ...tenant, token: writer.token });
    expect(rejected.json.required_permissions).toEqual(['content:read', 'schedule:read']);
  });

  it('of a member whose permissions were reduced since returns nothing they may no longer see', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'editor');
    expect((await create({ ...tenant, token: member.token })).status).toBe(201);
    const body = { permissions: ['content:write'] };
    await callApi('team.update-member', { token: tenant.token, params: { id: member.id }, body });
    advanceTime(60_000);
    expect((await create({ ...tenant, token: member.token })).json.code).toBe('insufficient_scope');
  });

  it('expires after 24 hours', async () => {
    const tenant = await newTenant();
    const first = await create(tenant);
    advanceTime(24 * 3_600_000 - 1);
    expect((await create({ ...tenant, token: await newToken(tenant) })).text).toBe(first.text);
    advanceTime(1);
    const later = await create({ ...tenant, token: await newToken(tenant) });
    expect(later.status).toBe(201);
    expect(later.json.id).not.toBe(first.json.id);
  });

  it.each(['content.create', 'schedule.create'] as const)(
    'of %s for a later time is stored until 24 hours after that time',
    async (operation) => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const scheduled_at = inSeconds(5 * 86_400);
      const body =
        operation === 'content.create'
          ? { title: 'A', platforms: ['twitter'], scheduled_at }
          : { content_id: id, platforms: ['twitter'], scheduled_at };
      const first = await callApi(operation, keyed({ token: tenant.token, body }));
      expect(first.status).toBe(201);
      advanceTime(6 * 86_400_000 - 1);
      const again = await callApi(operation, keyed({ token: await newToken(tenant), body }));
      expect(again.text).toBe(first.text);
      advanceTime(1);
      const later = await callApi(operation, keyed({ token: await newToken(tenant), body }));
      expect(later.headers).not.toHaveProperty('idempotent-replayed');
    },
  );

  it('stores no response of a request that failed with a server error', async () => {
    const tenant = await newTenant();
    table.fault = (command) => (command === 'TransactWriteCommand' ? new Error('gone') : null);
    expect((await create(tenant)).status).toBe(500);
    table.fault = null;
    const answer = await create(tenant);
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([201, undefined]);
  });

  it('finds the response again when the function crashed between the commit and its response', async () => {
    const tenant = await newTenant();
    table.failAfterWrite = (command) => (command === 'TransactWriteCommand' ? new Error('stopped') : null);
    expect((await create(tenant)).status).toBe(500);
    table.failAfterWrite = null;
    const answer = await create(tenant);
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(storedItems(table).filter(({ entity }) => entity === 'Content')).toHaveLength(1);
  });

  it('is ignored by PUT, DELETE and GET, and changes nothing there', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const put = (title: string) =>
      callApi('content.update', keyed({ token: tenant.token, params: { id }, body: { title } }));
    expect((await put('one')).status).toBe(200);
    expect((await put('two')).json.title).toBe('two');
  });

  it('of the token endpoint is ignored', async () => {
    const tenant = await newTenant();
    const asked = keyed(await validRequest('auth.token', tenant));
    const [one, two] = [await callApi('auth.token', asked), await callApi('auth.token', asked)];
    expect(two.json.access_token).not.toBe(one.json.access_token);
    expect(storedItems(table).filter(({ entity }) => entity === 'Idempotency')).toEqual([]);
  });
});

describe('a thousand concurrent requests with one Idempotency-Key', () => {
  it('create one item; every other is the same response again or 409, and none is a 5xx', async () => {
    const tenant = await newTenant();
    const scheduled_at = inSeconds(3600);
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => create(tenant, { scheduled_at })));
    const made = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(made.filter(({ headers }) => !headers['idempotent-replayed'])).toHaveLength(1);
    const count = (entity: string) => storedItems(table).filter((item) => item.entity === entity).length;
    expect([count('Content'), count('ScheduleEntry'), count('Idempotency')]).toEqual([1, 1, 1]);
  });
});
