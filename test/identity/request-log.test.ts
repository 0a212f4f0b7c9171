import { describe, expect, it, vi } from 'vitest';
import { callApi, type Json, setupApi, type TestRequest } from '../functions/api-harness.ts';
import { newInvitation } from '../functions/resources.ts';
import { newId, newTenant, newToken } from '../functions/tenants.ts';

setupApi();

/** The lines that a function writes about a request. */
async function logOf(ask: () => Promise<unknown>): Promise<{ line: Json; text: string }> {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  process.env.LOG_LEVEL = 'DEBUG';
  try {
    await ask();
  } finally {
    process.env.LOG_LEVEL = 'SILENT';
    spy.mockRestore();
  }
  const line = lines.map((each) => JSON.parse(each) as Json).find(({ message }) => message === 'request');
  return { line: line!, text: lines.join('') };
}

const sourceIp = '203.0.113.9';
const exchange = (body: Json, more: TestRequest = {}) =>
  logOf(() => callApi('auth.token', { body, sourceIp, ...more }));

describe('the log line of a token request', () => {
  it('has the client id and the source address when it succeeds, and neither secret nor token', async () => {
    const { key, clientSecret } = await newTenant();
    const { line, text } = await exchange({ api_key: key.client_id, secret: clientSecret });
    expect(line).toMatchObject({ status: 200, client_id: key.client_id, source_ip: sourceIp });
    expect(text).not.toContain(clientSecret);
    expect(text).not.toContain('access_token');
  });

  it.each([
    ['a wrong secret', 1, 401],
    ['too many wrong secrets', 31, 429],
  ])('has them for %s', async (_, times, status) => {
    const { key } = await newTenant();
    let found = await exchange({ api_key: key.client_id, secret: 'a wrong secret' });
    for (let time = 1; time < times; time++)
      found = await exchange({ api_key: key.client_id, secret: 'a wrong secret' });
    expect(found.line).toMatchObject({ status, client_id: key.client_id, source_ip: sourceIp });
    expect(found.text).not.toContain('a wrong secret');
  });

  it('has the id of an unknown client, and that of a client whose request is malformed', async () => {
    const api_key = newId('key');
    const { line } = await exchange({ api_key, secret: 'wrong' });
    expect(line).toMatchObject({ status: 401, client_id: api_key, source_ip: sourceIp });
    const malformed = await exchange({ api_key });
    expect(malformed.line).toMatchObject({ status: 400, source_ip: sourceIp });
  });

  it('has no client id that is not well formed, which may be the secret in the wrong field', async () => {
    const { key, clientSecret } = await newTenant();
    const { line, text } = await exchange({ api_key: clientSecret, secret: key.client_id });
    expect(line).toMatchObject({ status: 401, source_ip: sourceIp });
    expect(line).not.toHaveProperty('client_id');
    expect(text).not.toContain(clientSecret);
  });
});

describe('the log line of a rejected request', () => {
  const verify = (token?: string) => logOf(() => callApi('auth.verify', { token, sourceIp }));

  it('has the source address without a token and with an unknown one', async () => {
    for (const { line } of [await verify(), await verify('unknown')]) {
      expect(line).toMatchObject({ status: 401, source_ip: sourceIp });
      expect(line).not.toHaveProperty('client_id');
    }
  });

  it.each([
    ['an expired token', { lifetimeSeconds: -1 }, {}, 401],
    ['a token of a revoked key', {}, { revoked_at: '2026-08-01T00:00:00.000Z' }, 401],
    ['an address that the key does not allow', {}, { allowed_ips: ['192.0.2.1'] }, 403],
  ])('has the client id, too, for %s', async (_, { lifetimeSeconds }: { lifetimeSeconds?: number }, fields, status) => {
    const tenant = await newTenant('enterprise', fields);
    const token = await newToken(tenant, ['content:read'], lifetimeSeconds ?? 60);
    const { line, text } = await verify(token);
    expect(line).toMatchObject({ status, client_id: tenant.key.client_id, source_ip: sourceIp });
    expect(text).not.toContain(token);
  });

  it('has both for a missing permission', async () => {
    const tenant = await newTenant();
    const token = await newToken(tenant, ['content:read']);
    const { line } = await logOf(() => callApi('keys.list', { token, sourceIp }));
    expect(line).toMatchObject({ status: 403, client_id: tenant.key.client_id, source_ip: sourceIp });
  });

  it('has the address for a wrong invitation token, and not the token', async () => {
    const { token } = await newInvitation(await newTenant());
    const wrong = `${token}-wrong`;
    const body = { token: wrong, name: 'Grace' };
    const { line, text } = await logOf(() => callApi('team.accept-invitation', { body, sourceIp }));
    expect(line).toMatchObject({ status: 404, source_ip: sourceIp });
    expect(text).not.toContain(token);
  });
});

describe('the log line of a successful request with a token', () => {
  it('has the client id, and no address', async () => {
    const tenant = await newTenant();
    const { line } = await logOf(() => callApi('auth.verify', { token: tenant.token, sourceIp }));
    expect(line).toMatchObject({ status: 200, client_id: tenant.key.client_id });
    expect(line).not.toHaveProperty('source_ip');
  });
});
