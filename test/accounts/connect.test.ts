import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../lib/accounts/rules/account.ts';
import { CONNECTORS } from '../../lib/platforms/adapters.ts';
import type { GrantedAccount } from '../../lib/platforms/kit/oauth-connector.ts';
import { advanceTime, callApi, type Json, setupApi, succeed } from '../functions/api-harness.ts';
import {
  continueInBrowser,
  newWorkspaceApp,
  ORGANIZATIONS,
  offeringFlow,
  setStageApp,
  startFlow,
} from '../functions/connections.ts';
import { ACCOUNT, accounts, flowItem, result, returnWithCode } from '../functions/given/connect-flow.ts';
import { newAccount } from '../functions/resources.ts';
import { newSessionCookie } from '../functions/sign-ins.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

// The consent of the person is the callback; the exchange of its code is a function of this file.

const table = setupApi();

const exchange = vi.spyOn(CONNECTORS.twitter!, 'exchange');

afterEach(() => exchange.mockReset());

const granting = (...accounts: GrantedAccount[]) => exchange.mockResolvedValue({ outcome: 'granted', accounts });

describe('POST /connect/{platform}', () => {
  it('returns a start page that leads to the platform with the callback of this stage and the client of the app', async () => {
    const tenant = await newTenant();
    await setStageApp('twitter');
    const json = await succeed('connect.create', {
      token: tenant.token,
      params: { id_or_platform: 'x' },
      body: {},
    });
    expect(json).toMatchObject({ platform: 'twitter', status: 'pending', expires_at: '2026-08-03T10:10:30.000Z' });
    const { origin, pathname, searchParams: own } = new URL(json.url as string);
    expect(`${origin}${pathname}`).toBe('https://dashboard.example.com/v1/auth/connect');
    const created = { id: String(json.id), url: String(json.url), start: own.get('token')! };
    const { searchParams } = new URL((await continueInBrowser(created)).consentUrl);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'stage-client',
      redirect_uri: 'https://api.example.com/v1/connect/callback',
      code_challenge_method: 'S256',
    });
  });

  it('stores neither the tokens, nor the cookie, nor the verifier of PKCE in readable form', async () => {
    const tenant = await newTenant();
    const { state, cookie, start } = await startFlow(tenant);
    const stored = JSON.stringify(table.items());
    for (const secret of [state.slice(52), start.slice(52), cookie.split('=')[1]!])
      expect(stored).not.toContain(secret);
    granting(ACCOUNT);
    await returnWithCode({ state, cookie });
    const { pending } = exchange.mock.lastCall![0];
    expect(pending.code_verifier).toMatch(/^[\w-]{43}$/);
  });

  it('names the command and the endpoint that set missing app credentials', async () => {
    const { token } = await newTenant();
    const { status, json } = await callApi('connect.create', {
      token,
      params: { id_or_platform: 'twitter' },
      body: {},
    });
    expect(status).toBe(409);
    expect(json).toMatchObject({ code: 'platform_app_missing', platform: 'twitter' });
    expect(json.detail).toContain('npm run platform -- set twitter');
    expect(json.detail).toContain('PUT /v1/platform-apps/twitter');
  });

  it('uses the app of the workspace before that of the stage, and of no other workspace', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    await newWorkspaceApp(one, 'twitter');
    const clientOf = async (tenant: Tenant) =>
      new URL((await startFlow(tenant)).consentUrl).searchParams.get('client_id');
    expect([await clientOf(one), await clientOf(other)]).toEqual(['own-client', 'stage-client']);
  });

  it('needs no app credentials where the client id is a URL of the stage', async () => {
    const tenant = await newTenant();
    const connector = CONNECTORS.twitter!;
    connector.clientIdOf = (redirectUri) => `${redirectUri}/client`;
    const asked = { token: tenant.token, params: { id_or_platform: 'twitter' }, body: {} };
    const { json } = await callApi('connect.create', asked).finally(() => delete connector.clientIdOf);
    const start = new URL(json.url as string).searchParams.get('token')!;
    const { consentUrl } = await continueInBrowser({ id: '', url: '', start });
    const client = new URL(consentUrl).searchParams.get('client_id');
    expect(client).toBe('https://api.example.com/v1/connect/callback/client');
  });

  it.each([
    ['https://user@app.example.com/', 'Must not contain a user name or a password.'],
    ['javascript:alert(1)', 'Must be an https URL.'],
    ['no url', 'Must be an https URL.'],
  ])('rejects the return_url %s with its field and rule', async (return_url, detail) => {
    const { token } = await newTenant();
    const body = { return_url };
    const { status, json } = await callApi('connect.create', { token, params: { id_or_platform: 'twitter' }, body });
    expect(status).toBe(422);
    expect(json.errors).toEqual([expect.objectContaining({ pointer: '/return_url', detail })]);
  });

  it('rejects an account on another platform for a reconnect', async () => {
    const tenant = await newTenant();
    const { id: account_id } = await newAccount(tenant);
    const asked = { params: { id_or_platform: 'linkedin' }, body: { account_id } };
    const { status, json } = await callApi('connect.create', { token: tenant.token, ...asked });
    expect([status, json.detail]).toEqual([
      422,
      expect.stringContaining('/account_id: Must be an account on linkedin'),
    ]);
  });

  it('returns 404 for a platform that does not exist', async () => {
    const { token } = await newTenant();
    const { status } = await callApi('connect.create', { token, params: { id_or_platform: 'myspace' }, body: {} });
    expect(status).toBe(404);
  });
});

describe('a reconnect', () => {
  const reconnecting = async (fields: Json = {}) => {
    const tenant = await newTenant();
    const account = await newAccount(tenant, { external_id: ACCOUNT.externalId, ...fields });
    return { tenant, account, flow: await startFlow(tenant, 'twitter', { account_id: account.id }) };
  };

  it('keeps the id of the account and replaces its tokens', async () => {
    const { tenant, account, flow } = await reconnecting();
    const before = accounts(tenant)[0]!.encrypted_secrets;
    granting(ACCOUNT);
    await returnWithCode(flow);
    expect(await result(tenant, flow.id)).toMatchObject({ status: 'connected', account: { id: account.id } });
    expect(accounts(tenant)).toHaveLength(1);
    expect(accounts(tenant)[0]!.encrypted_secrets).not.toBe(before);
  });

  it('rejects another account than the one to reconnect, and changes neither', async () => {
    const { tenant, flow } = await reconnecting({ external_id: '42' });
    const before = accounts(tenant);
    granting(ACCOUNT);
    expect((await returnWithCode(flow)).text).toContain('<code>other_account</code>');
    expect(accounts(tenant)).toEqual(before);
    expect(await result(tenant, flow.id)).toMatchObject({ status: 'failed', error: { code: 'other_account' } });
  });

  it('takes the account to reconnect from several, without a choice', async () => {
    const { tenant, account, flow } = await reconnecting();
    granting({ ...ACCOUNT, externalId: '7' }, ACCOUNT);
    expect((await returnWithCode(flow)).text).toContain('is connected');
    expect(await result(tenant, flow.id)).toMatchObject({ account: { id: account.id } });
  });

  it('of an account that was deleted in the meantime connects nothing', async () => {
    const { tenant, account, flow } = await reconnecting();
    await callApi('accounts.delete', { token: tenant.token, params: { id: account.id } });
    granting(ACCOUNT);
    expect((await returnWithCode(flow)).text).toContain('<code>account_deleted</code>');
    expect(accounts(tenant)).toEqual([]);
  });
});

describe('the choice of one of several accounts', () => {
  type Offered = { token: string; cookie: string };
  const choose = ({ token, cookie }: Offered) => callApi('connect.choose', { query: { token }, headers: { cookie } });
  const submit = ({ token, cookie }: Offered, external_id: string) =>
    callApi('connect.submit-choice', { query: { token, external_id }, headers: { cookie } });
  const offeredToMember = async (tenant: Tenant) => offeringFlow(tenant, {}, await newSessionCookie(tenant.owner));
  const select = (tenant: Tenant, id: string, external_id: string) =>
    callApi('connect.select', { token: tenant.token, params: { id }, body: { external_id } });

  it('follows the callback, which leads to its page with a token that is not the state', async () => {
    const tenant = await newTenant();
    const flow = await startFlow(tenant, 'twitter', {}, await newSessionCookie(tenant.owner));
    granting(ACCOUNT, { ...ACCOUNT, externalId: '1000000011', name: '@second' });
    const { status, headers } = await returnWithCode(flow);
    expect(status).toBe(303);
    const { pathname, searchParams } = new URL(headers.location!, 'https://api.example.com');
    expect([pathname, searchParams.get('token')]).not.toContain(flow.state);
    const page = await choose({ token: searchParams.get('token')!, cookie: flow.cookie });
    expect(page.text).toContain('<strong>@second</strong>');
    expect(await result(tenant, flow.id)).toMatchObject({
      status: 'selecting',
      accounts: [
        { external_id: '1000000001', name: '@acme <b>' },
        { external_id: '1000000011', name: '@second' },
      ],
    });
    expect(accounts(tenant)).toEqual([]);
    expect(JSON.stringify(table.items())).not.toContain('granted-');
    // The way back to the consent page leads to the callback again.
    expect((await returnWithCode(flow)).text).toContain('<code>already_used</code>');
  });

  it('on the page connects the account in the name of the caller who started the flow', async () => {
    const tenant = await newTenant();
    const flow = await offeringFlow(tenant, { return_url: 'https://app.example.com/' });
    const page = await submit(flow, ORGANIZATIONS[1]!);
    expect(page.text).toContain('Acme &lt;1&gt; is connected');
    expect(page.headers.refresh).toContain('https://app.example.com/?connect_id=');
    const done = await result(tenant, flow.id);
    expect(done).toMatchObject({ status: 'connected', account: { external_id: ORGANIZATIONS[1] }, accounts: [] });
    const stamp = accounts(tenant)[0]!.audit_stamp as unknown[];
    expect(stamp.slice(0, 3)).toEqual(['user', tenant.key.user_id, tenant.key.client_id]);
    expect(flowItem(flow.id).candidates).toEqual([]);
  });

  it('by a request connects the account, and its token expires when the platform stated', async () => {
    const tenant = await newTenant();
    const { id } = await offeredToMember(tenant);
    advanceTime(60_000);
    const { status, json } = await select(tenant, id, ORGANIZATIONS[0]!);
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: 'connected', account: { external_id: ORGANIZATIONS[0] } });
    expect((json.account as Account).token_expires_at).toBe('2026-08-03T11:00:30.000Z');
  });

  it.each(['page', 'request'])('by the %s of an account that is not offered connects nothing', async (way) => {
    const tenant = await newTenant();
    const flow = await offeredToMember(tenant);
    const { id } = flow;
    if (way === 'page') expect((await submit(flow, 'urn:li:organization:9')).text).toContain('Select a LinkedIn');
    else
      expect((await select(tenant, id, 'urn:li:organization:9')).json.errors).toMatchObject([
        { pointer: '/external_id' },
      ]);
    expect(accounts(tenant)).toEqual([]);
    expect(await result(tenant, id)).toMatchObject({ status: 'selecting' });
  });

  it('made twice at the same time connects one account', async () => {
    const tenant = await newTenant();
    const flow = await offeredToMember(tenant);
    const { id } = flow;
    await Promise.all([
      submit(flow, ORGANIZATIONS[0]!),
      submit(flow, ORGANIZATIONS[1]!),
      select(tenant, id, ORGANIZATIONS[1]!),
    ]);
    expect(accounts(tenant)).toHaveLength(1);
    const { status, account } = await result(tenant, id);
    expect([status, (account as Account).external_id]).toEqual(['connected', accounts(tenant)[0]!.external_id]);
  });

  it('is impossible after ten minutes, with the token of another flow, and after the choice', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const [flow, foreign] = [await offeringFlow(tenant), await offeringFlow(other)];
    const mixed = { ...flow, token: foreign.token.slice(0, 52) + flow.token.slice(52) };
    expect((await submit(mixed, ORGANIZATIONS[0]!)).text).toContain('unknown_state');
    await submit(flow, ORGANIZATIONS[0]!);
    expect((await submit(flow, ORGANIZATIONS[1]!)).text).toContain('already_used');
    expect((await choose(flow)).text).toContain('already_used');
    advanceTime(600_000);
    expect((await submit(foreign, ORGANIZATIONS[0]!)).text).toContain('<code>expired</code>');
    expect((await choose(foreign)).text).toContain('<code>expired</code>');
    expect([accounts(tenant).length, accounts(other).length]).toEqual([1, 0]);
  });

  it('by a request returns 409 for a connection that offers no accounts', async () => {
    const tenant = await newTenant();
    const { id } = await startFlow(tenant);
    const { status, json } = await select(tenant, id, '1');
    expect([status, json.code, json.current]).toEqual([409, 'invalid_state_transition', 'pending']);
  });

  it('on the page connects nothing when the key that started the flow was revoked', async () => {
    const tenant = await newTenant();
    const flow = await offeringFlow(tenant);
    table.remove(
      table.items().find(({ entity, client_id }) => entity === 'ApiKey' && client_id === tenant.key.client_id)!,
    );
    expect((await submit(flow, ORGANIZATIONS[0]!)).text).toContain('<code>requester_revoked</code>');
    expect(accounts(tenant)).toEqual([]);
  });
});
