import { describe, expect, it } from 'vitest';
import { callApi, type Json, setupApi } from '../functions/api-harness.ts';
import { LIST_KINDS, type ListKind } from '../functions/list-endpoint-fixtures.ts';
import { newContent, newWebhook } from '../functions/resources.ts';
import { newTenant } from '../functions/tenants.ts';

setupApi();

/** What Go (`time.Time{}`) and .NET (`DateTime.MinValue`, also with the offset of its host) send as no time. */
const ZERO_TIMES = ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00'];

const idsIn = (json: Json, kind: ListKind) => (json[kind.member] as Json[]).map((each) => each[kind.idMember ?? 'id']);
const filtered = LIST_KINDS.filter(({ hasTimes, operation }) => hasTimes || operation === 'schedule.list');

describe.each(filtered)('$operation', (kind) => {
  it.each(ZERO_TIMES)('takes %s as a time before all records', async (zero) => {
    const tenant = await newTenant();
    const { webhook_id } = await newWebhook(tenant);
    for (let number = 0; number < 3; number++) await kind.make(tenant, webhook_id, number);
    const params = kind.params ? { params: await kind.params(tenant, webhook_id) } : {};
    const list = async (query: Record<string, string>) => {
      const { status, json, text } = await callApi(kind.operation, { token: tenant.token, ...params, query });
      expect(status, text).toBe(200);
      return idsIn(json, kind);
    };
    const all = await list({});
    expect(all.length).toBeGreaterThan(0);
    expect(await list({ from: zero })).toEqual(all);
    expect(await list({ to: zero })).toEqual([]);
  });
});

describe('the zero time where a time must be in a range', () => {
  it.each(ZERO_TIMES)('%s of a post is in the past', async (scheduled_at) => {
    const tenant = await newTenant();
    const body = { title: 'A title', platforms: ['twitter'], scheduled_at };
    const { status, json } = await callApi('content.create', { token: tenant.token, body });
    expect([status, json.errors]).toMatchObject([422, [{ pointer: '/scheduled_at', code: 'time_in_past' }]]);
  });

  it('of the expiry of a review link is in the past', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const request = {
      token: tenant.token,
      params: { id },
      body: { name: 'A client', permission: 'comment', expires_at: ZERO_TIMES[0] },
    };
    const { status, json } = await callApi('content.create-review-link', request);
    expect([status, json.errors]).toMatchObject([422, [{ pointer: '/expires_at', code: 'time_in_past' }]]);
  });

  it('of the start of a period makes the period too long', async () => {
    const tenant = await newTenant();
    const query = { from: ZERO_TIMES[0]!, to: '2026-08-03T00:00:00Z' };
    const { status, json } = await callApi('analytics.performance', { token: tenant.token, query });
    expect([status, json.errors]).toMatchObject([400, [{ pointer: 'to', code: 'period_too_long' }]]);
  });
});
