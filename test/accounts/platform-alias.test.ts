import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import { callApi, inSeconds, type Json, setupApi, succeed } from '../functions/api-harness.ts';
import { inboundAccount, VERIFICATION_QUERY, webhook } from '../functions/platform-webhooks.ts';
import { engagementWith, newContent } from '../functions/resources.ts';
import { newTenant, newTenantFor, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';

setupApi();

const create = (tenant: Tenant, fields: Json, headers: Record<string, string> = {}) => {
  const body = { title: 'A title', ...fields };
  return callApi('content.create', {
    token: tenant.token,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
};

describe('the platform x', () => {
  describe('in a body', () => {
    it('creates an item for twitter, as every response names it', async () => {
      const tenant = await newTenant();
      const created = await create(tenant, {
        platforms: ['linkedin', 'x'],
        platform_options: { x: { text: 'Shorter' }, linkedin: { text: 'Longer' } },
        scheduled_at: inSeconds(60),
      });
      expect(created.status).toBe(201);
      expect(created.json).toMatchObject({
        platforms: ['linkedin', 'twitter'],
        platform_options: { twitter: { text: 'Shorter' }, linkedin: { text: 'Longer' } },
      });
      const { text } = await callApi('content.get', { token: tenant.token, params: { id: String(created.json.id) } });
      expect(text).not.toContain('"x"');
    });

    it('updates platforms and options of an item', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const body = { platforms: ['x'], platform_options: { x: { text: 'Short' } } };
      const updated = await callApi('content.update', { token: tenant.token, params: { id }, body });
      expect(updated.json).toMatchObject({ platforms: ['twitter'], platform_options: { twitter: { text: 'Short' } } });
    });

    it('is validated by the rules of twitter', async () => {
      const { token } = await newTenant();
      const answer = await callApi('content.validate', {
        token,
        body: { title: 'A', description: 'x'.repeat(281), platforms: ['x'] },
      });
      expect(answer.json).toMatchObject({ status: 422, errors: [{ platform: 'twitter' }] });
    });

    it.each([
      ['platforms', { platforms: ['x', 'twitter'] }, '/platforms'],
      ['platforms', { platforms: ['x', 'x'] }, '/platforms'],
      [
        'options',
        { platforms: ['x'], platform_options: { x: { text: 'A' }, twitter: { text: 'A' } } },
        '/platform_options/x',
      ],
      ['platforms', { platforms: ['X'] }, '/platforms/0'],
    ])('together with twitter is a duplicate among the %s: %j', async (_, fields, pointer) => {
      const answer = await create(await newTenant(), fields);
      expect([answer.status, (answer.json.errors as Json[]).map((error) => error.pointer)]).toEqual([422, [pointer]]);
    });

    it('schedules for twitter', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const body = { content_id: id, platforms: ['x'], scheduled_at: inSeconds(60) };
      const scheduled = await callApi('schedule.create', { token: tenant.token, body });
      expect(scheduled.json).toMatchObject({ platforms: ['twitter'], entries: [{ platform: 'twitter' }] });
    });

    it('connects the account of twitter', async () => {
      const tenant = await newTenant();
      const body = { platform: 'x', external_id: '1000000001', access_token: 'a', expires_in: 7200 };
      const connected = await callApi('accounts.create', { token: tenant.token, body });
      expect([connected.status, connected.json.platform]).toEqual([201, 'twitter']);
      const again = await callApi('accounts.create', { token: tenant.token, body: { ...body, platform: 'twitter' } });
      expect(again.json.id).toBe(connected.json.id);
    });

    it('reports engagement on twitter, a duplicate of the same report for twitter', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      const engagements = ['x', 'twitter'].map((platform) => engagementWith(id, { platform }));
      const answer = await callApi('engagements.create', { token: tenant.token, body: { engagements } });
      expect((answer.json.results as Json[]).map(({ status }) => status)).toEqual(['accepted', 'duplicate']);
    });

    it('is the same request as one with twitter for an Idempotency-Key', async () => {
      const tenant = await newTenant();
      const headers = { 'idempotency-key': 'one' };
      const [first, second] = [
        await create(tenant, { platforms: ['x'] }, headers),
        await create(tenant, { platforms: ['twitter'] }, headers),
      ];
      expect([second.status, second.text]).toEqual([201, first.text]);
    });
  });

  describe('in a query', () => {
    const withPlatform = allEndpoints().filter(([, { query }]) => 'platform' in query.shape);

    it.each(withPlatform)('of %s has the same response as twitter', async (operation) => {
      const tenant = await newTenantFor(operation);
      await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(60) });
      await newContent(tenant, { platforms: ['linkedin'], scheduled_at: inSeconds(60) });
      const request = await validRequest(operation, tenant);
      const ask = (platform: string) => callApi(operation, { ...request, query: { ...request.query, platform } });
      const [short, long] = [await ask('x'), await ask('twitter')];
      expect([short.status, short.text]).toEqual([200, long.text]);
      expect((await ask('facebook')).status).toBe(400);
    });

    it('continues the list of twitter', async () => {
      const tenant = await newTenant();
      for (let count = 0; count < 3; count++) await newContent(tenant, { platforms: ['twitter'] });
      const list = (query: Record<string, string>) => callApi('content.list', { token: tenant.token, query });
      const first = await list({ platform: 'x', limit: '2' });
      const { next_cursor } = first.json.pagination as { next_cursor: string };
      const second = await list({ platform: 'twitter', limit: '2', cursor: next_cursor });
      expect((second.json.data as Json[]).length).toBe(1);
    });
  });

  describe('in a path', () => {
    it('resolves the target of twitter', async () => {
      const tenant = await newTenant();
      const request = await validRequest('content.resolve', tenant);
      const params = { ...request.params, platform: 'x' };
      await succeed('content.resolve', { ...request, params });
    });

    it('receives and verifies webhooks of twitter', async () => {
      const target = await inboundAccount(await newTenant(), 'twitter');
      const params = { platform: 'x', account: target.account };
      expect((await callApi('inbound.receive', { ...webhook(target, '{}'), params })).status).toBe(200);
      const query = VERIFICATION_QUERY.twitter;
      expect((await callApi('inbound.verify', { params, query })).status).toBe(200);
    });
  });
});
