import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { authorize, MCP_RESOURCE, requestTokens } from '../functions/authorizations.ts';
import { decide, poll, signInDevice, startDevice } from '../functions/device-logins.ts';
import { newSessionCookie } from '../functions/sign-ins.ts';
import { newTenant } from '../functions/tenants.ts';

const table = setupApi();

const refresh = (refresh_token: unknown, fields: Json = {}) =>
  requestTokens({ grant_type: 'refresh_token', client_id: 'cis', refresh_token, ...fields });
const isRevoked = () => storedItems(table).some((item) => item.entity === 'ApiKey' && item.revoked_for_reuse === true);

const GRANTS = {
  'of an application': async () => (await authorize((await newTenant()).owner)).json,
  'of a device': async () => (await signInDevice((await newTenant()).owner)).json,
};

describe.each(Object.entries(GRANTS))('the refresh token %s', (_, grant) => {
  it('is exchanged for another one each time', async () => {
    const first = (await grant()).refresh_token;
    const second = (await refresh(first)).json.refresh_token;
    const third = (await refresh(second)).json.refresh_token;
    expect(new Set([first, second, third]).size).toBe(3);
    expect((await refresh(third)).status).toBe(200);
  });

  it('returns the same next one when it is sent again after a lost response', async () => {
    const first = (await grant()).refresh_token;
    const second = (await refresh(first)).json.refresh_token;
    advanceTime(60_000);
    expect((await refresh(first)).json.refresh_token).toBe(second);
    expect((await refresh(second)).status).toBe(200);
    expect(isRevoked()).toBe(false);
  });

  it('twice at the same time returns the same next one', async () => {
    const first = (await grant()).refresh_token;
    const answers = await Promise.all([refresh(first), refresh(first)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0].json.refresh_token).toBe(answers[1].json.refresh_token);
  });

  it('that was stolen revokes the key when both have used it', async () => {
    const first = (await grant()).refresh_token;
    const second = (await refresh(first)).json.refresh_token;
    const { access_token, refresh_token: third } = (await refresh(second)).json;
    expect((await refresh(first)).json.error).toBe('invalid_grant');
    expect(isRevoked()).toBe(true);
    expect((await refresh(third)).json.error).toBe('invalid_grant');
    advanceTime(60_000);
    expect((await callApi('auth.verify', { token: String(access_token) })).status).toBe(401);
  });

  it('that is sent again after more than a minute revokes the key', async () => {
    const first = (await grant()).refresh_token;
    await refresh(first);
    advanceTime(60_001);
    expect((await refresh(first)).json.error).toBe('invalid_grant');
    expect(isRevoked()).toBe(true);
  });

  it('with a wrong secret revokes nothing', async () => {
    const first = String((await grant()).refresh_token);
    await refresh(first);
    const wrong = `${first.split('.')[0]}.${'x'.repeat(43)}`;
    expect((await refresh(wrong)).json.error).toBe('invalid_grant');
    expect(isRevoked()).toBe(false);
  });

  it('leaves earlier access tokens valid', async () => {
    const { access_token, refresh_token } = await grant();
    await refresh((await refresh(refresh_token)).json.refresh_token);
    expect((await callApi('auth.verify', { token: String(access_token) })).status).toBe(200);
  });

  it('is stored by its hash only', async () => {
    const { refresh_token } = (await refresh((await grant()).refresh_token)).json;
    expect(JSON.stringify(table.items())).not.toContain(String(refresh_token).split('.')[1]);
  });

  it('revokes the key also when it was rotated', async () => {
    const first = (await grant()).refresh_token;
    const second = (await refresh(first)).json.refresh_token;
    await callApi('auth.revoke', { body: { client_id: 'cis', token: first } });
    expect((await refresh(second)).json.error).toBe('invalid_grant');
  });

  it('of another client is an invalid grant', async () => {
    const first = (await grant()).refresh_token;
    const answer = await refresh(first, { client_id: 'https://app.example.com/client.json' });
    expect(answer.json.error).toBe('invalid_grant');
    expect(isRevoked()).toBe(false);
  });

  it('of another resource is an invalid target, and is not rotated', async () => {
    const first = (await grant()).refresh_token;
    const answer = await refresh(first, { resource: 'https://other.example.com/mcp' });
    expect(answer.json.error).toBe('invalid_target');
    expect((await refresh(first)).status).toBe(200);
  });
});

describe('the refresh token of an integration', () => {
  it('gives no access token for the MCP server', async () => {
    const first = (await GRANTS['of an application']()).refresh_token;
    expect((await refresh(first, { resource: MCP_RESOURCE })).json.error).toBe('invalid_target');
  });
});

describe('a poll with a device code', () => {
  it('after the first refresh returns no refresh token that was used', async () => {
    const { owner } = await newTenant();
    const { device_code, user_code } = await startDevice();
    await decide(await newSessionCookie(owner), user_code);
    const { refresh_token } = (await poll(device_code)).json;
    await refresh(refresh_token);
    expect((await poll(device_code)).json.error).toBe('invalid_grant');
    expect(isRevoked()).toBe(false);
  });
});
