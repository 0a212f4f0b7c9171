import { describe, expect, it } from 'vitest';
import { allEndpoints, endpointOf } from '../../lib/bundle/endpoints.ts';
import { GRANTABLE_PERMISSIONS } from '../../lib/core/api/permission.ts';
import { advanceTime, callApi, inSeconds, setupApi } from '../functions/api-harness.ts';
import { request, tokenOf, verify } from '../functions/given/api-keys.ts';
import { newKey } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';

const table = setupApi();
const list = (tenant: Tenant) => callApi('keys.list', { token: tenant.token });

describe('last_used_at', () => {
  const usedAt = async (tenant: Tenant, id: string) => (await request('keys.get', tenant, id)).json.last_used_at;
  const writesOf = (count: { puts: number }) => {
    count.puts = 0;
    table.fault = (command) => {
      if (command === 'PutCommand') count.puts += 1;
      return null;
    };
  };

  it('is null until the first token exchange', async () => {
    const tenant = await newTenant();
    const { id, client_secret } = await newKey(tenant);
    expect(await usedAt(tenant, id)).toBeNull();
    advanceTime(5_000);
    await tokenOf(id, client_secret);
    expect(await usedAt(tenant, id)).toBe(inSeconds(0));
  });

  it('advances with requests, every five minutes', async () => {
    const tenant = await newTenant();
    const { id, client_secret } = await newKey(tenant);
    const token = await tokenOf(id, client_secret);
    const first = inSeconds(0);
    advanceTime(299_999);
    await verify(token);
    expect(await usedAt(tenant, id)).toBe(first);
    advanceTime(1);
    await verify(token);
    expect(await usedAt(tenant, id)).toBe(inSeconds(0));
  });

  it('is written once in five minutes by an instance, however many requests it serves', async () => {
    const tenant = await newTenant();
    await verify(tenant.token);
    const count = { puts: 0 };
    writesOf(count);
    for (let second = 0; second < 299; second++) {
      advanceTime(1_000);
      expect((await verify(tenant.token)).status).toBe(200);
    }
    expect(count.puts).toBe(0);
    advanceTime(1_000);
    await verify(tenant.token);
    expect(count.puts).toBe(1);
  });

  it('is not changed by a request that the key may not make', async () => {
    const tenant = await newTenant();
    const { id } = await newKey(tenant, { allowed_ips: ['192.0.2.1'] });
    const token = await newToken({ ...tenant, key: { ...tenant.key, client_id: id } });
    expect((await verify(token, '198.51.100.1')).status).toBe(403);
    expect(await usedAt(tenant, id)).toBeNull();
  });

  it('that cannot be written fails no request', async () => {
    const tenant = await newTenant();
    table.fault = (command) => (command === 'PutCommand' ? new Error('gone') : null);
    expect((await verify(tenant.token)).status).toBe(200);
    expect((await list(tenant)).status).toBe(200);
  });

  it('is written during the request: not before it, and not after its response', async () => {
    const tenant = await newTenant();
    const order: string[] = [];
    table.fault = (command) => {
      order.push(command);
      return null;
    };
    await list(tenant);
    expect(order.indexOf('PutCommand')).toBeLessThan(order.indexOf('UpdateCommand'));
    expect(table.items().filter(({ entity }) => entity === 'ApiKeyUsage')).toHaveLength(1);
  });
});

describe('responses with a secret', () => {
  const SECRETS = /secret$|^token$/;

  it('are marked in the route table, so that no record stores them in plain text', () => {
    const showing = allEndpoints().filter(
      ([operation, { method, permissions }]) =>
        method === 'POST' &&
        permissions !== 'none' &&
        Object.keys((endpointOf(operation).response() as { shape?: object }).shape ?? {}).some((name) =>
          SECRETS.test(name),
        ),
    );
    expect(showing.length).toBeGreaterThanOrEqual(4);
    for (const [operation, { showsSecret }] of showing) expect(showsSecret, operation).toBe(true);
  });

  it('of webhooks are not in the record of an Idempotency-Key', async () => {
    const tenant = await newTenant();
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' };
    const body = { url: 'https://example.com/hook', events: ['*'] };
    const first = await callApi('webhooks.create', { token: tenant.token, body, headers });
    const again = await callApi('webhooks.create', { token: tenant.token, body, headers });
    expect(again.text).toBe(first.text);
    const records = table.items().filter(({ entity }) => entity === 'Idempotency');
    expect(records).toHaveLength(1);
    expect(JSON.stringify(records)).not.toContain('whsec_');
  });

  it('are the only encrypted ones', async () => {
    const tenant = await newTenant();
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' };
    await callApi('content.create', {
      token: tenant.token,
      body: { title: 'A', platforms: ['twitter'] },
      headers,
    });
    const [record] = table.items().filter(({ entity }) => entity === 'Idempotency');
    expect(JSON.parse(String(record!.body))).toMatchObject({ title: 'A' });
  });
});

it('a key with all permissions has every permission of the list', async () => {
  const { permissions } = await newKey(await newTenant());
  expect([...(permissions as string[])].sort()).toEqual([...GRANTABLE_PERMISSIONS].sort());
});
