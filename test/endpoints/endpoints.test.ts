import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { handler as onDeliveryQueued } from '../../functions/on-delivery-queued.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { WebhookEndpoint } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { advanceTime, callApi, type Json, START, storedItems, type TestResponse } from '../functions/api-harness.ts';
import { newContent, newWebhook } from '../functions/resources.ts';
import { newId, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, sqsEvent } from '../functions/worker-harness.ts';
import { httpReceiver } from '../webhooks/delivery/receivers.ts';

const harness = setupWorkers();

const URL_1 = 'https://example.com/hook';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const UNKNOWN = () => newId('endpoint');

type Operation = 'webhooks.get' | 'webhooks.update' | 'webhooks.delete' | 'webhooks.rotate-secret';
const request = (operation: Operation, tenant: Tenant, id: string, body?: unknown) =>
  callApi(operation, { token: tenant.token, params: { id }, ...(body === undefined ? {} : { body }) });
const get = (tenant: Tenant, id: string) => request('webhooks.get', tenant, id);
const update = (tenant: Tenant, id: string, body: unknown) => request('webhooks.update', tenant, id, body);
const remove = (tenant: Tenant, id: string) => request('webhooks.delete', tenant, id);
const rotate = (tenant: Tenant, id: string, body?: unknown) => request('webhooks.rotate-secret', tenant, id, body);

async function registered(fields: Json = {}): Promise<{ tenant: Tenant; id: string }> {
  const tenant = await newTenant();
  const { webhook_id: id } = await newWebhook(tenant, { url: URL_1, secret: SECRET, ...fields });
  return { tenant, id };
}

async function change(tenant: Tenant, id: string, fields: Partial<WebhookEndpoint>): Promise<void> {
  const endpoint = (await loadEndpoint(tenant.workspace.id, id))!;
  await commit([endpointWrite(endpoint, { ...endpoint, ...fields })]);
}

const pointers = ({ json }: TestResponse) => (json.errors as Json[]).map(({ pointer }) => pointer);

const WRONG: [string, Operation, unknown][] = [
  ['GET', 'webhooks.get', undefined],
  ['PUT', 'webhooks.update', { status: 'paused' }],
  ['DELETE', 'webhooks.delete', undefined],
  ['POST rotate-secret', 'webhooks.rotate-secret', {}],
];

describe('404', () => {
  it.each(WRONG)(
    '%s of an endpoint of another workspace is as of an unknown one, and changes nothing',
    async (_, operation, body) => {
      const { id } = await registered();
      const other = await newTenant();
      const before = storedItems(harness.table);
      const answers = [await request(operation, other, id, body), await request(operation, other, UNKNOWN(), body)];
      const [foreign, unknown] = answers.map(({ status, json }) => {
        const { request_id: _r, instance: _i, ...rest } = json;
        return { status, ...rest };
      });
      expect(foreign).toEqual(unknown);
      expect(foreign).toMatchObject({ status: 404 });
      expect(storedItems(harness.table)).toEqual(before);
    },
  );
});

describe('403', () => {
  it.each(['webhooks.update', 'webhooks.rotate-secret'] as const)(
    'on the standard plan %s is plan_required, naming both plans, and changes nothing',
    async (operation) => {
      const tenant = await newTenant('standard');
      const before = storedItems(harness.table);
      const { status, json } = await request(operation, tenant, UNKNOWN(), { status: 'paused' });
      expect([status, json.code]).toEqual([403, 'plan_required']);
      expect(json).toMatchObject({ required_plan: 'enterprise', plan: 'standard' });
      expect(storedItems(harness.table)).toEqual(before);
    },
  );

  it('on the standard plan existing endpoints can be read and deleted', async () => {
    const tenant = await newTenant('standard');
    expect((await get(tenant, UNKNOWN())).status).toBe(404);
    expect((await remove(tenant, UNKNOWN())).status).toBe(404);
  });

  it('changes require webhooks:write', async () => {
    const { tenant, id } = await registered();
    const reader = { ...tenant, token: await newToken(tenant, ['webhooks:read']) };
    expect((await get(reader, id)).status).toBe(200);
    for (const answer of [
      await update(reader, id, { status: 'paused' }),
      await remove(reader, id),
      await rotate(reader, id),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([403, 'insufficient_scope']);
    }
  });
});

describe('GET /webhooks/{id}', () => {
  it('200 returns the endpoint as the list does, without its secret', async () => {
    const { tenant, id } = await registered({ events: ['content.published'] });
    const answer = await get(tenant, id);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      id,
      url: URL_1,
      events: ['content.published'],
      status: 'active',
      created_at: START,
      updated_at: START,
      paused_reason: null,
      disabled_reason: null,
      failing_since: null,
      warned_at: null,
      disables_at: null,
      is_verified: false,
      workspaces: null,
      labels: null,
      agent: null,
      authorized_by: { user_id: tenant.owner.id, client_id: tenant.key.client_id, expires_at: null },
    });
    const list = await callApi('webhooks.list', { token: tenant.token });
    expect(list.json.webhooks).toEqual([answer.json]);
    expect(answer.text).not.toContain(SECRET);
  });
});

describe('PUT /webhooks/{id}', () => {
  describe('200', () => {
    it('changes url, events and status, and returns the updated endpoint', async () => {
      const { tenant, id } = await registered();
      advanceTime(5000);
      const body = { url: 'HTTPS://Example.com:443/other#part', events: ['*'], status: 'paused' };
      const answer = await update(tenant, id, body);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json).toMatchObject({
        url: 'https://example.com/other',
        events: ['*'],
        status: 'paused',
        paused_reason: 'owner',
        created_at: START,
        updated_at: new Date().toISOString(),
      });
      expect((await get(tenant, id)).json).toEqual(answer.json);
      expect(answer.text).not.toContain(SECRET);
    });

    it.each([{ url: URL_1 }, { events: ['content.created'] }, { status: 'active' }])(
      'with the current values changes nothing: %j',
      async (body) => {
        const { tenant, id } = await registered();
        const before = storedItems(harness.table);
        expect((await update(tenant, id, body)).status).toBe(200);
        expect(storedItems(harness.table)).toEqual(before);
      },
    );

    it('releases the previous url and reserves the new one', async () => {
      const { tenant, id } = await registered();
      await update(tenant, id, { url: `${URL_1}/2` });
      const create = (url: string) => callApi('webhooks.create', { token: tenant.token, body: { url, events: ['*'] } });
      expect((await create(`${URL_1}/2`)).json).toMatchObject({ code: 'duplicate_url', webhook_id: id });
      expect((await create(URL_1)).status).toBe(201);
    });

    it.each([
      { status: 'disabled' as const, disabled_reason: 'Gone.', failing_since: START, warned_at: START },
      { status: 'paused' as const, paused_reason: 'owner' as const },
    ])('activates an endpoint with %j again, and resets its failure time', async (fields) => {
      const { tenant, id } = await registered();
      await change(tenant, id, fields);
      expect((await update(tenant, id, { status: 'active' })).json).toMatchObject({
        status: 'active',
        disabled_reason: null,
        paused_reason: null,
        failing_since: null,
        warned_at: null,
      });
    });

    it('loses neither of two concurrent changes', async () => {
      const { tenant, id } = await registered();
      const answers = await Promise.all([
        update(tenant, id, { events: ['*'] }),
        update(tenant, id, { url: `${URL_1}/2` }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await get(tenant, id)).json).toMatchObject({ events: ['*'], url: `${URL_1}/2` });
    });
  });

  describe('409', () => {
    it('with the url of another endpoint names that one, and changes nothing', async () => {
      const { tenant, id } = await registered();
      const { webhook_id: other } = await newWebhook(tenant, { url: `${URL_1}/2` });
      const before = storedItems(harness.table);
      const answer = await update(tenant, id, { url: `${URL_1}/2`, events: ['*'] });
      expect([answer.status, answer.json.code]).toEqual([409, 'duplicate_url']);
      expect(answer.json.webhook_id).toBe(other);
      expect(storedItems(harness.table)).toEqual(before);
    });
  });

  describe('422', () => {
    it.each([
      ['no field', {}, ''],
      ['an unknown field', { status: 'paused', colour: 'red' }, '/colour'],
      ['a secret', { status: 'paused', secret: SECRET }, '/secret'],
      ['a status that only the service sets', { status: 'disabled' }, '/status'],
      ['no url', { url: null }, '/url'],
      ['a private url', { url: 'https://10.0.0.1/hook' }, '/url'],
      ['an obfuscated metadata address', { url: 'https://[64:ff9b::a9fe:a9fe]/' }, '/url'],
      ['no events', { events: [] }, '/events'],
      ['an unknown event', { events: ['content.gone'] }, '/events/0'],
    ])('%s is rejected, and changes nothing', async (_, body, pointer) => {
      const { tenant, id } = await registered();
      const before = storedItems(harness.table);
      const answer = await update(tenant, id, body);
      expect(answer.status, answer.text).toBe(422);
      expect(pointers(answer)).toEqual([pointer]);
      expect(storedItems(harness.table)).toEqual(before);
    });
  });

  it('400 without a body, which changes nothing', async () => {
    const { tenant, id } = await registered();
    expect((await update(tenant, id, undefined)).status).toBe(400);
  });
});

describe('DELETE /webhooks/{id}', () => {
  it('200 deletes it: 404 afterwards, and its url is free, and it no longer counts', async () => {
    const tenant = await newTenant();
    const ids: string[] = [];
    for (let number = 1; number <= 20; number++) {
      ids.push((await newWebhook(tenant, { url: `${URL_1}/${number}` })).webhook_id);
    }
    const one = { token: tenant.token, body: { url: `${URL_1}/1`, events: ['*'] } };
    expect((await callApi('webhooks.create', one)).status).toBe(409);
    const answer = await remove(tenant, ids[0]!);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toEqual({ success: true, message: expect.stringContaining(ids[0]!) });
    for (const gone of [await get(tenant, ids[0]!), await remove(tenant, ids[0]!)]) expect(gone.status).toBe(404);
    expect((await callApi('webhooks.create', one)).status).toBe(201);
    const another = { token: tenant.token, body: { url: `${URL_1}/21`, events: ['*'] } };
    expect((await callApi('webhooks.create', another)).json.code).toBe('endpoint_limit');
  });

  it('200 after a change of the url releases the current url', async () => {
    const { tenant, id } = await registered();
    await update(tenant, id, { url: `${URL_1}/2` });
    await remove(tenant, id);
    for (const url of [URL_1, `${URL_1}/2`]) {
      expect((await callApi('webhooks.create', { token: tenant.token, body: { url, events: ['*'] } })).status).toBe(
        201,
      );
    }
  });

  it('of two concurrent requests one is 200, the other 404, and it is counted down once', async () => {
    const { tenant, id } = await registered();
    const answers = await Promise.all([remove(tenant, id), remove(tenant, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const counter = harness.table.items().find(({ entity, sk }) => entity === 'Counter' && sk === 'endpoints');
    expect(counter).toMatchObject({ endpoints: 0 });
  });

  it('drops its pending deliveries, without a call', async () => {
    const receiver = await httpReceiver((_, response) => response.end());
    const { tenant, id } = await registered({ url: `http://127.0.0.1:${receiver.port}/`, events: ['*'] });
    await newContent(tenant);
    await processAllChanges(harness);
    await remove(tenant, id);
    await onDeliveryQueued(sqsEvent(...harness.sent().map(({ message }) => message)));
    expect(receiver.seen.requests).toBe(0);
    const delivery = harness.table.items().find(({ entity }) => entity === 'Delivery');
    expect(delivery).toMatchObject({ status: 'dropped', attempts: [] });
  });
});

describe('POST /webhooks/{id}/rotate-secret', () => {
  describe('200', () => {
    it('returns a generated secret once, and the time until which the old one signs beside it', async () => {
      const { tenant, id } = await registered();
      const answer = await rotate(tenant, id, {});
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json).toEqual({
        webhook_id: id,
        rotated_at: START,
        previous_secret_expires_at: new Date(Date.now() + 86_400_000).toISOString(),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      });
      const shown = [await get(tenant, id), await callApi('webhooks.list', { token: tenant.token })];
      for (const { text } of shown) expect(text).not.toContain(String(answer.json.secret));
    });

    it('accepts a secret of the caller and does not repeat it', async () => {
      const { tenant, id } = await registered();
      const answer = await rotate(tenant, id, { secret: 'sixteen letters!' });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.text).not.toContain('sixteen letters!');
    });

    it('needs no body', async () => {
      const { tenant, id } = await registered();
      expect((await rotate(tenant, id)).json.secret).toMatch(/^whsec_/);
    });

    it('sent again with its key returns the same secret, and rotates once', async () => {
      const { tenant, id } = await registered();
      const requestInput = {
        token: tenant.token,
        params: { id },
        body: {},
        headers: { 'idempotency-key': 'once' },
      };
      const [first, again] = [
        await callApi('webhooks.rotate-secret', requestInput),
        await callApi('webhooks.rotate-secret', requestInput),
      ];
      expect(again.json).toEqual(first.json);
      expect((await loadEndpoint(tenant.workspace.id, id))!.retired_secrets).toHaveLength(1);
    });

    it("has every delivery verify with the receiver's secret: before, during and after", async () => {
      const received: { body: string; headers: Record<string, string> }[] = [];
      const receiver = await httpReceiver(({ body, headers }, response) => {
        received.push({ body, headers: headers as Record<string, string> });
        response.end();
      });
      const { tenant, id } = await registered({ url: `http://127.0.0.1:${receiver.port}/`, events: ['*'] });
      const verifiedBy = async (...secrets: string[]) => {
        await newContent({ ...tenant, token: await newToken(tenant) });
        await processAllChanges(harness);
        await onDeliveryQueued(sqsEvent(...harness.sent().map(({ message }) => message)));
        const { body, headers } = received.at(-1)!;
        // Its clock has been moved, and the library's tolerance is that of the real one.
        return secrets.map((secret) => {
          try {
            new Webhook(secret).verify(body, headers);
            return true;
          } catch {
            return false;
          }
        });
      };
      const fresh = async () => {
        const token = await newToken(tenant);
        const { json } = await callApi('webhooks.rotate-secret', { token, params: { id }, body: {} });
        return String(json.secret);
      };
      expect(await verifiedBy(SECRET)).toEqual([true]);
      const second = await fresh();
      expect(await verifiedBy(SECRET, second)).toEqual([true, true]);
      advanceTime(3_600_000);
      const third = await fresh();
      expect(await verifiedBy(SECRET, second, third)).toEqual([true, true, true]);
      advanceTime(86_400_000 - 3_600_000 - 1);
      expect(await verifiedBy(SECRET, second, third)).toEqual([true, true, true]);
      advanceTime(1);
      expect(await verifiedBy(SECRET, second, third)).toEqual([false, true, true]);
      advanceTime(3_600_000);
      expect(await verifiedBy(SECRET, second, third)).toEqual([false, false, true]);
      expect(received).toHaveLength(6);
    });
  });

  describe('409', () => {
    it('when five secrets sign already, names the next expiry, and changes nothing', async () => {
      const { tenant, id } = await registered();
      for (let number = 2; number <= 5; number++) expect((await rotate(tenant, id)).status).toBe(200);
      const before = storedItems(harness.table);
      const answer = await rotate(tenant, id);
      expect([answer.status, answer.json.code]).toEqual([409, 'too_many_secrets']);
      expect(answer.json.next_expires_at).toBe(new Date(Date.now() + 86_400_000).toISOString());
      expect(storedItems(harness.table)).toEqual(before);
    });
  });

  describe('422', () => {
    it.each([
      ['one that is too short', 'x'.repeat(15)],
      ['whsec_ without base64', 'whsec_not base64 at all'],
      ['the one that signs already', SECRET],
      ['no text', 7],
    ])('%s is rejected without being repeated, and changes nothing', async (_, secret) => {
      const { tenant, id } = await registered();
      const before = storedItems(harness.table);
      const answer = await rotate(tenant, id, { secret });
      expect(answer.status, answer.text).toBe(422);
      expect(pointers(answer)).toEqual(['/secret']);
      if (typeof secret === 'string') expect(answer.text).not.toContain(secret);
      expect(storedItems(harness.table)).toEqual(before);
    });
  });
});
