import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, isRateLimitCommand, mockKms, newInstance } from '../functions/api-harness.ts';
import {
  APP_SECRET,
  inboundAccount,
  receive,
  VERIFICATION_QUERY,
  VERIFY_TOKEN,
  webhook,
} from '../functions/platform-webhooks.ts';
import { simulatePlatforms } from '../functions/simulated.ts';
import { newId, newTenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();

simulatePlatforms();

const mac = (text: string, secret = APP_SECRET) => createHmac('sha256', secret).update(text);

describe('inbound.verify', () => {
  describe('200', () => {
    it("returns Meta's challenge as plain text, which no browser renders as a page", async () => {
      const params = await inboundAccount(await newTenant(), 'instagram');
      const query = { ...VERIFICATION_QUERY.instagram, 'hub.challenge': '<script>alert(1)</script>' };
      const { status, headers, text } = await callApi('inbound.verify', { params, query });
      expect([status, text]).toEqual([200, '<script>alert(1)</script>']);
      expect(headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
    });

    it("returns the token's signature to X", async () => {
      const params = await inboundAccount(await newTenant(), 'twitter');
      const { status, json } = await callApi('inbound.verify', { params, query: VERIFICATION_QUERY.twitter });
      const digest = mac('NDQzNTM0NTM0NQ==').digest('base64');
      expect([status, json]).toEqual([200, { response_token: `sha256=${digest}` }]);
    });

    it("returns the code and the code's signature to LinkedIn", async () => {
      const params = await inboundAccount(await newTenant(), 'linkedin');
      const { status, json } = await callApi('inbound.verify', {
        params,
        query: VERIFICATION_QUERY.linkedin,
      });
      const challengeCode = '890e4665-4dfe-4ab1-b689-ed553bceeed0';
      const challengeResponse = mac(challengeCode).digest('hex');
      expect([status, json]).toEqual([200, { challengeCode, challengeResponse }]);
    });
  });

  describe('400', () => {
    it.each([
      ['missing', {}],
      ['empty', { crc_token: '' }],
      ['long', { crc_token: 'a'.repeat(256) }],
      ['repeated', { crc_token: 'one,two' }],
      ['a body to be signed', { crc_token: '{"for_user_id":"1"}' }],
    ] as [string, Record<string, string>][])('for a crc_token that is %s', async (_, query) => {
      const params = await inboundAccount(await newTenant(), 'twitter');
      const { status, json, text } = await callApi('inbound.verify', { params, query });
      expect([status, json.code]).toEqual([400, 'invalid_query']);
      expect(text).not.toContain(mac(query.crc_token ?? '').digest('base64'));
    });

    it('for a challengeCode that would sign a body', async () => {
      const params = await inboundAccount(await newTenant(), 'linkedin');
      const query = { challengeCode: 'hmacsha256={"notifications":[]}' };
      expect((await callApi('inbound.verify', { params, query })).status).toBe(400);
    });

    it.each(['', 'x'.repeat(1001)])('for a challenge of Meta that is empty or long', async (challenge) => {
      const params = await inboundAccount(await newTenant(), 'instagram');
      const query = { ...VERIFICATION_QUERY.instagram, 'hub.challenge': challenge };
      expect((await callApi('inbound.verify', { params, query })).status).toBe(400);
    });
  });

  describe('403', () => {
    it.each([
      ['another verify_token', { 'hub.verify_token': 'verify-token-of-a-tesT' }],
      ['a longer verify_token', { 'hub.verify_token': `${VERIFY_TOKEN}x` }],
      ['an empty verify_token', { 'hub.verify_token': '' }],
      ['the verify_token twice', { 'hub.verify_token': `${VERIFY_TOKEN},${VERIFY_TOKEN}` }],
      ['another mode', { 'hub.mode': 'unsubscribe' }],
    ] as [string, Record<string, string>][])('for %s, and the challenge is not returned', async (_, wrong) => {
      const params = await inboundAccount(await newTenant(), 'instagram');
      const query = { ...VERIFICATION_QUERY.instagram, ...wrong };
      const { status, json, text } = await callApi('inbound.verify', { params, query });
      expect([status, json.code]).toEqual([403, 'verification_refused']);
      expect(text).not.toContain('1158201444');
    });
  });
});

describe('inbound.verify and inbound.receive', () => {
  describe.each(['inbound.verify', 'inbound.receive'] as const)('%s', (operation) => {
    it('404: no account, one without inbound secrets and another platform have one response, and one read', async () => {
      const tenant = await newTenant();
      const there = await inboundAccount(tenant, 'instagram');
      const body = { platform: 'twitter', external_id: '1', access_token: 'a' };
      const without = (await callApi('accounts.create', { token: tenant.token, body })).json.id as string;
      const seen = [];
      for (const params of [
        { platform: 'instagram', account: newId('account') },
        { platform: 'twitter', account: without },
        { platform: 'twitter', account: there.account },
      ]) {
        const commands: string[] = [];
        harness.table.fault = (command, input) => {
          if (!isRateLimitCommand(input)) commands.push(command);
          return null;
        };
        const asked = { ...webhook(there, '{}'), params, query: VERIFICATION_QUERY.instagram };
        const headers = { ...asked.headers, 'x-request-id': 'same' };
        const { status, text } = await callApi(operation, { ...asked, headers });
        harness.table.fault = null;
        seen.push({ status, text, commands });
      }
      expect(seen[0]).toMatchObject({ status: 404, commands: ['GetCommand'] });
      expect(seen[1]).toEqual(seen[0]);
      expect(seen[2]).toEqual(seen[0]);
    });

    it('404: after the account was deleted', async () => {
      const tenant = await newTenant();
      const params = await inboundAccount(tenant, 'instagram');
      await callApi('accounts.delete', { token: tenant.token, params: { id: params.account } });
      const asked = { ...webhook(params, '{}'), query: VERIFICATION_QUERY.instagram };
      expect((await callApi(operation, asked)).status).toBe(404);
    });

    it('503: while KMS is unavailable', async () => {
      const params = await inboundAccount(await newTenant(), 'instagram');
      mockKms().fault = Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
      const asked = { ...webhook(params, '{}'), query: VERIFICATION_QUERY.instagram };
      expect((await callApi(operation, asked)).status).toBe(503);
    });
  });

  it('decrypt the secrets of an account once in five minutes, for any number of requests', async () => {
    const params = await inboundAccount(await newTenant(), 'instagram');
    const instance = await newInstance('inbound.receive');
    const before = mockKms().calls;
    for (let time = 0; time < 20; time++) await instance(webhook(params, '{}', 'wrong'));
    expect(mockKms().calls - before).toBe(1);
    advanceTime(300_001);
    await instance(webhook(params, '{}'));
    expect(mockKms().calls - before).toBe(2);
  });

  it('use the new secret immediately when an account is connected again with another', async () => {
    const tenant = await newTenant();
    const params = await inboundAccount(tenant, 'twitter');
    expect((await receive(params, {})).status).toBe(200);
    await inboundAccount(tenant, 'twitter', { inbound: { secret: 'another-secret' } });
    expect((await receive(params, {})).status).toBe(401);
    expect((await callApi('inbound.receive', webhook(params, '{}', 'another-secret'))).status).toBe(200);
  });
});
