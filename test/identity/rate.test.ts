import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import { reserveQuota } from '../../lib/core/rate-limit/store.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { withPlan, withRequestLimit } from '../../lib/identity/rules/workspace.ts';
import { loadWorkspace, workspaceUpdateWrite } from '../../lib/identity/store/workspaces.ts';
import { listen } from '../../tools/local-stack/http.ts';
import {
  advanceTime,
  callApi,
  inSeconds,
  mockKms,
  newInstance,
  setupApi,
  storedItems,
} from '../functions/api-harness.ts';
import { newWebhook } from '../functions/resources.ts';
import { newId, newTenant, newTenantFor, newToken, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';

const table = setupApi();
const withToken = allEndpoints().filter(([, route]) => route.permissions !== 'none');

const verify = (token: string) => callApi('auth.verify', { token });

async function statuses(requests: Promise<{ status: number }>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(requests)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('the requests of a minute', () => {
  it('of 1,500 concurrent ones, exactly 1,000 of a standard workspace pass', async () => {
    const { token } = await newTenant('standard');
    const requests = Array.from({ length: 1_500 }, () => verify(token));
    expect(await statuses(requests)).toEqual({ 200: 1_000, 429: 500 });
  });

  it('pass exactly 1,000 times through five function instances without shared memory', async () => {
    const { token } = await newTenant('standard');
    const instances: Awaited<ReturnType<typeof newInstance>>[] = [];
    for (let number = 0; number < 5; number++) instances.push(await newInstance('auth.verify'));
    const passed: Record<number, number> = {};
    for (let round = 0; round < 260; round++) {
      for (const instance of instances) {
        const { status } = await instance({ token });
        passed[status] = (passed[status] ?? 0) + 1;
      }
    }
    expect(passed).toEqual({ 200: 1_000, 429: 300 });
  });

  it('are counted for the workspace, whichever token and endpoint they use', async () => {
    const tenant = await newTenant('standard');
    const second = await newToken(tenant, ['content:read']);
    const requests = Array.from({ length: 600 }, () => [
      verify(tenant.token),
      callApi('content.list', { token: second }),
    ]);
    expect(await statuses(requests.flat())).toEqual({ 200: 1_000, 429: 200 });
  });

  it('are counted per workspace: an exhausted limit affects no other workspace', async () => {
    const [busy, calm] = [await newTenant('standard'), await newTenant('standard')];
    await Promise.all(Array.from({ length: 1_001 }, () => verify(busy.token)));
    expect((await verify(calm.token)).status).toBe(200);
  });

  it('are available again in the next minute', async () => {
    const { token } = await newTenant('standard');
    await Promise.all(Array.from({ length: 1_001 }, () => verify(token)));
    advanceTime(29_999);
    expect((await verify(token)).status).toBe(429);
    advanceTime(1);
    const answer = await verify(token);
    expect(answer.status).toBe(200);
    expect(answer.headers['x-ratelimit-reset']).toBe(String(Date.parse('2026-08-03T10:02:00Z') / 1000));
  });

  it('are 10,000 for an enterprise workspace', async () => {
    const tenant = await newTenant('enterprise');
    await useUpElsewhere(tenant, 9_900);
    const requests = Array.from({ length: 150 }, () => verify(tenant.token));
    expect(await statuses(requests)).toEqual({ 200: 100, 429: 50 });
  });

  it('that are rejected for another reason count as well', async () => {
    const { token } = await newTenant('standard');
    const wrong = () => callApi('content.create', { token, body: { scheduled_at: inSeconds(1) } });
    expect(await statuses(Array.from({ length: 1_001 }, wrong))).toEqual({ 422: 1_000, 429: 1 });
  });

  it('return the remaining count, which one instance decreases by its requests and by what it holds', async () => {
    const { token } = await newTenant('standard');
    const left: number[] = [];
    for (let time = 0; time < 25; time++) left.push(Number((await verify(token)).headers['x-ratelimit-remaining']));
    expect(left.slice(0, 2)).toEqual([999, 998]);
    for (const [index, count] of left.entries()) {
      expect(count).toBeLessThanOrEqual(999 - index);
      expect(count).toBeGreaterThanOrEqual(999 - index - 50);
    }
    expect(left).toEqual([...left].sort((one, other) => other - one));
  });
});

/** Start a new minute, and uses up its limit in another instance, so that this instance has not read it. */
async function useUpElsewhere({ workspace }: Tenant, limit = 10_000): Promise<void> {
  advanceTime(60_000);
  const window = Math.floor(Date.now() / 60_000);
  await reserveQuota({ subject_id: workspace.id, window, seconds: 60 }, { batch: limit, limit, isFirst: true });
}

describe.each(withToken)('%s in an instance that has not read the exhausted limit', (operation) => {
  it('is 429, and has no effect', async () => {
    const tenant = await newTenantFor(operation);
    const requestInput = await validRequest(operation, tenant);
    await useUpElsewhere(tenant);
    const before = storedItems(table);
    const answer = await callApi(operation, requestInput);
    expect([answer.status, answer.json.code]).toEqual([429, 'quota-exceeded']);
    expect(answer.headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'retry-after': '30' });
    expect(storedItems(table)).toEqual(before);
  });
});

describe('a request over the limit, in an instance that has not read it', () => {
  it('sends no test delivery', async () => {
    let calls = 0;
    const receiver = createServer((_, response) => {
      calls += 1;
      response.end();
    });
    const port = await listen(receiver, 0);
    const tenant = await newTenant();
    const { webhook_id } = await newWebhook(tenant, { url: `http://127.0.0.1:${port}/` });
    const requestInput = {
      token: tenant.token,
      params: { id: webhook_id },
      body: { event_type: 'content.created' },
    };
    expect((await callApi('webhooks.test', requestInput)).json.status).toBe('delivered');
    await useUpElsewhere(tenant);
    expect((await callApi('webhooks.test', requestInput)).status).toBe(429);
    receiver.close();
    expect(calls).toBe(1);
  });

  it('has no secret encrypted', async () => {
    const tenant = await newTenant();
    const requestInput = await validRequest('accounts.create', tenant);
    await useUpElsewhere(tenant);
    const { calls } = mockKms();
    expect((await callApi('accounts.create', requestInput)).status).toBe(429);
    expect(mockKms().calls).toBe(calls);
  });
});

describe('a request over the limit is 429', () => {
  it('before its permissions are checked', async () => {
    const tenant = await newTenant();
    const token = await newToken(tenant, ['content:read']);
    await useUpElsewhere(tenant);
    expect((await callApi('content.create', { token, body: { title: 'A', platforms: ['twitter'] } })).status).toBe(429);
  });

  it('before its body is checked', async () => {
    const tenant = await newTenant();
    await useUpElsewhere(tenant);
    expect((await callApi('content.create', { token: tenant.token, body: { nonsense: 1 } })).status).toBe(429);
  });

  it('before its resource is read', async () => {
    const tenant = await newTenant();
    await useUpElsewhere(tenant);
    const params = { id: newId('content') };
    expect((await callApi('content.get', { token: tenant.token, params })).status).toBe(429);
  });

  it('before the stored response of its Idempotency-Key is returned', async () => {
    const tenant = await newTenant();
    const requestInput = await validRequest('content.create', tenant);
    const keyed = {
      ...requestInput,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
    };
    expect((await callApi('content.create', keyed)).status).toBe(201);
    await useUpElsewhere(tenant);
    expect((await callApi('content.create', keyed)).status).toBe(429);
  });

  it('before a failure of the table is reported', async () => {
    const tenant = await newTenant();
    const requestInput = await validRequest('content.get', tenant);
    await useUpElsewhere(tenant);
    table.fault = (command) => (command === 'GetCommand' ? new Error('broken') : null);
    // Its token is read first, so it must be cached.
    advanceTime(-30_000);
    expect((await callApi('content.get', requestInput)).status).toBe(429);
  });
});

describe("a workspace's own limit", () => {
  async function setLimit({ workspace }: Tenant, requestsPerMinute: number | null): Promise<void> {
    const stored = (await loadWorkspace(workspace.id))!;
    await commit([workspaceUpdateWrite(stored, withRequestLimit(stored, requestsPerMinute))]);
    // A token is cached for a minute.
    advanceTime(60_000);
  }

  it.each([
    ['standard', 20],
    ['standard', 1_200],
    ['enterprise', 20],
  ] as const)('replaces that of the %s plan: %i requests pass, and the headers name it', async (plan, limit) => {
    const tenant = await newTenant(plan);
    await verify(tenant.token);
    await setLimit(tenant, limit);
    expect(await statuses(Array.from({ length: limit + 50 }, () => verify(tenant.token)))).toEqual({
      200: limit,
      429: 50,
    });
    const { headers, json } = await verify(tenant.token);
    expect(headers).toMatchObject({
      'ratelimit-policy': `"minute";q=${limit};w=60`,
      'x-ratelimit-limit': String(limit),
    });
    expect(json.detail).toContain(`${limit} requests per minute`);
  });

  it('is kept when the plan changes, and the plan has its limit again once it is removed', async () => {
    const tenant = await newTenant('standard');
    await setLimit(tenant, 30);
    const stored = (await loadWorkspace(tenant.workspace.id))!;
    await commit([workspaceUpdateWrite(stored, withPlan(stored, 'enterprise'))]);
    advanceTime(60_000);
    expect((await verify(tenant.token)).headers['x-ratelimit-limit']).toBe('30');
    await setLimit(tenant, null);
    expect((await verify(tenant.token)).headers['x-ratelimit-limit']).toBe('10000');
  });

  it('survives a concurrent change of the plan, whichever is written first', async () => {
    const tenant = await newTenant('standard');
    await setLimit(tenant, 30);
    const read = (await loadWorkspace(tenant.workspace.id))!;
    await commit([workspaceUpdateWrite(read, withRequestLimit(read, 40))]);
    await expect(commit([workspaceUpdateWrite(read, withPlan(read, 'enterprise'))])).rejects.toThrow();
    const again = (await loadWorkspace(tenant.workspace.id))!;
    await commit([workspaceUpdateWrite(again, withPlan(again, 'enterprise'))]);
    await expect(commit([workspaceUpdateWrite(again, withRequestLimit(again, 50))])).rejects.toThrow();
    expect(await loadWorkspace(tenant.workspace.id)).toMatchObject({ plan: 'enterprise', requests_per_minute: 40 });
  });

  it('affects no other workspace', async () => {
    const [limited, other] = [await newTenant('standard'), await newTenant('standard')];
    await setLimit(limited, 20);
    expect((await verify(other.token)).headers['x-ratelimit-limit']).toBe('1000');
  });
});

describe('the hourly limit of a key', () => {
  const limited = (hourly_limit: number | null) => newTenant('standard', { hourly_limit });
  const resetOfHour = String(Date.parse('2026-08-03T11:00:00Z') / 1000);
  const resetOfMinute = String(Date.parse('2026-08-03T10:01:00Z') / 1000);

  it('is in the headers with that of the minute, and the X- headers have the one with less left', async () => {
    const { token } = await limited(5);
    expect((await verify(token)).headers).toMatchObject({
      'ratelimit-policy': '"minute";q=1000;w=60, "hour";q=5;w=3600',
      ratelimit: '"minute";r=999;t=30, "hour";r=4;t=3570',
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '4',
      'x-ratelimit-reset': resetOfHour,
    });
  });

  it('leaves the X- headers to the minute as long as that has less left', async () => {
    const { token } = await limited(5_000);
    expect((await verify(token)).headers).toMatchObject({
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': '999',
      'x-ratelimit-reset': resetOfMinute,
    });
  });

  it('rejects with 429 naming its policy, and the time until the hour ends', async () => {
    const { token } = await limited(5);
    expect(await statuses(Array.from({ length: 8 }, () => verify(token)))).toEqual({ 200: 5, 429: 3 });
    const answer = await verify(token);
    expect(answer.json).toMatchObject({ code: 'quota-exceeded', 'violated-policies': ['hour'] });
    expect(answer.headers).toMatchObject({ 'retry-after': '3570', 'x-ratelimit-remaining': '0' });
  });

  it('continues to count in the next minute, and is reset with the hour', async () => {
    const { token } = await limited(5);
    await statuses(Array.from({ length: 5 }, () => verify(token)));
    advanceTime(60_000);
    expect((await verify(token)).status).toBe(429);
    advanceTime(59 * 60_000);
    const tenant = await limited(5);
    expect((await verify(tenant.token)).status).toBe(200);
  });

  it('applies to all tokens of the key, and to no other key of the workspace', async () => {
    const tenant = await limited(5);
    const second = await newToken(tenant);
    const both = Array.from({ length: 5 }, () => [verify(tenant.token), verify(second)]).flat();
    expect(await statuses(both)).toEqual({ 200: 5, 429: 5 });
    const { token } = await limited(null);
    expect((await verify(token)).headers['ratelimit-policy']).toBe('"minute";q=1000;w=60');
  });

  it('passes exactly as often through five instances without shared memory', async () => {
    const { token } = await limited(40);
    const instances: Awaited<ReturnType<typeof newInstance>>[] = [];
    for (let number = 0; number < 5; number++) instances.push(await newInstance('auth.verify'));
    const passed: Record<number, number> = {};
    for (let request = 0; request < 60; request++) {
      const { status } = await instances[request % 5]!({ token });
      passed[status] = (passed[status] ?? 0) + 1;
    }
    expect(passed).toEqual({ 200: 40, 429: 20 });
  });

  it('is named with the minute when both are exhausted, with the later Retry-After', async () => {
    const tenant = await limited(1_000);
    await statuses(Array.from({ length: 1_000 }, () => verify(tenant.token)));
    const answer = await verify(tenant.token);
    expect(answer.json['violated-policies']).toEqual(['minute', 'hour']);
    expect(answer.headers['retry-after']).toBe('3570');
  });
});

describe('a 429', () => {
  it('of the minute names the minute', async () => {
    const tenant = await newTenant();
    await useUpElsewhere(tenant);
    const answer = await verify(tenant.token);
    expect(answer.json['violated-policies']).toEqual(['minute']);
  });
});
