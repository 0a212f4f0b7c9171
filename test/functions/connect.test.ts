import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../lib/accounts/rules/account.ts';
import { LINK_ERRORS } from '../../lib/accounts/rules/connect/connect-errors.ts';
import { deletePlatformAppWrite } from '../../lib/accounts/store/platform-apps.ts';
import { CONNECTORS } from '../../lib/adapters/adapters.ts';
import type { AuthorizationCallback, ExchangeOutcome, GrantedAccount } from '../../lib/adapters/kit/oauth-connector.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { advanceTime, callApi, type Json, mockKms, setupApi, skipRetryPauses, storedItems } from './api-harness.ts';
import { newWorkspaceApp, ORGANIZATIONS, offeringFlow, setStageApp, startFlow } from './connections.ts';
import { newAccount } from './resources.ts';
import { newTenant, newToken, type Tenant } from './tenants.ts';
import { sdkError } from './worker-harness.ts';

// The consent of the person is the callback; the exchange of its code is a function of this file.

const table = setupApi();
const exchange = vi.spyOn(CONNECTORS.twitter!, 'exchange');
afterEach(() => exchange.mockReset());

const ACCOUNT: GrantedAccount = {
  externalId: '1000000001',
  name: '@acme <b>',
  secrets: { access_token: 'granted-token', refresh_token: 'granted-refresh', client_id: 'c', client_secret: 's' },
  expiresInSeconds: 7200,
  server: null,
};
const granting = (...accounts: GrantedAccount[]) => exchange.mockResolvedValue({ outcome: 'granted', accounts });

const callback = (query: Record<string, string>) => callApi('connect.callback', { query });
const returnWithCode = ({ state }: { state: string }) => callback({ state, code: 'the-code' });

async function result(tenant: Tenant, id: string): Promise<Json> {
  const answer = await callApi('connect.get', { token: tenant.token, params: { id_or_platform: id } });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

const accounts = (tenant: Tenant) =>
  table.items().filter(({ entity, workspace_id }) => entity === 'Account' && workspace_id === tenant.workspace.id);
const flowItem = (id: string) => table.items().find(({ entity, sk }) => entity === 'ConnectFlow' && sk === id)!;

/** Neither an account nor a secret is left. */
function expectNothingConnected(tenant: Tenant, id: string): void {
  expect(accounts(tenant)).toEqual([]);
  expect(flowItem(id)).toMatchObject({ encrypted_pending: null, candidates: [], account_id: null });
}

describe('POST /connect/{platform}', () => {
  it('returns the consent page of the platform with the callback of this stage and the client of the app', async () => {
    const tenant = await newTenant();
    await setStageApp('twitter');
    const { status, json } = await callApi('connect.create', {
      token: tenant.token,
      params: { id_or_platform: 'x' },
      body: {},
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({ platform: 'twitter', status: 'pending', expires_at: '2026-08-03T10:10:30.000Z' });
    const { searchParams } = new URL(json.url as string);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'stage-client',
      redirect_uri: 'https://api.example.com/v1/connect/callback',
      code_challenge_method: 'S256',
    });
  });

  it('stores neither the state nor the verifier of PKCE in readable form', async () => {
    const tenant = await newTenant();
    const { state } = await startFlow(tenant);
    expect(JSON.stringify(table.items())).not.toContain(state.slice(52));
    granting(ACCOUNT);
    await returnWithCode({ state });
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
    const clientOf = async (tenant: Tenant) => new URL((await startFlow(tenant)).url).searchParams.get('client_id');
    expect([await clientOf(one), await clientOf(other)]).toEqual(['own-client', 'stage-client']);
  });

  it('needs no app credentials where the client id is an address of the stage', async () => {
    const tenant = await newTenant();
    const connector = CONNECTORS.twitter!;
    connector.clientIdOf = (redirectUri) => `${redirectUri}/client`;
    const asked = { token: tenant.token, params: { id_or_platform: 'twitter' }, body: {} };
    const { json } = await callApi('connect.create', asked).finally(() => delete connector.clientIdOf);
    const client = new URL(json.url as string).searchParams.get('client_id');
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

describe('the callback', () => {
  it('connects the account with its tokens encrypted, in the name of the caller who started the flow', async () => {
    const tenant = await newTenant();
    const flow = await startFlow(tenant);
    granting(ACCOUNT);
    const page = await returnWithCode(flow);
    expect(page.status).toBe(200);
    expect(page.text).toContain('@acme &lt;b&gt; is connected');
    expect(await result(tenant, flow.id)).toMatchObject({
      status: 'connected',
      account: { external_id: '1000000001', status: 'connected', platform: 'twitter' },
      error: null,
    });
    const [account] = accounts(tenant);
    const [type, userId, clientId, , , operation] = account!.audit_stamp as unknown[];
    expect([type, userId, clientId, operation]).toEqual([
      'user',
      tenant.key.user_id,
      tenant.key.client_id,
      'connect.callback',
    ]);
    expect(JSON.stringify(table.items())).not.toContain('granted-');
  });

  it('exchanges the code with the app, the redirect URI and the state of the flow', async () => {
    const tenant = await newTenant();
    const flow = await startFlow(tenant);
    granting(ACCOUNT);
    await callback({ state: flow.state, code: 'the-code', iss: 'https://issuer.example.com' });
    expect(exchange).toHaveBeenCalledTimes(1);
    const sent = exchange.mock.lastCall![0] as AuthorizationCallback;
    expect(sent).toMatchObject({
      app: { clientId: 'stage-client', clientSecret: 'stage-app-secret' },
      redirectUri: 'https://api.example.com/v1/connect/callback',
      code: 'the-code',
      state: flow.state,
      parameters: { iss: 'https://issuer.example.com' },
    });
  });

  it('sends the person on to the return_url with the id and the result', async () => {
    const tenant = await newTenant();
    const flow = await startFlow(tenant, 'twitter', { return_url: 'https://app.example.com/accounts?tab=1' });
    granting(ACCOUNT);
    const { headers } = await returnWithCode(flow);
    const target = `https://app.example.com/accounts?tab=1&connect_id=${flow.id}&status=connected`;
    expect(headers.refresh).toBe(`0;url=${target}`);
  });

  it('returns pages without scripts that no cache stores, no site frames, and whose address no site learns', async () => {
    const { headers } = await callback({});
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
  });

  const ERROR = { code: 'x', message: 'What the platform said.', category: 'auth', retryable: false } as const;
  const failing = (outcome: Exclude<ExchangeOutcome['outcome'], 'granted'>) => ({ outcome, error: ERROR });

  it.each([
    ['missing_scopes', failing('missing_scopes')],
    ['no_account', failing('no_account')],
    ['code_refused', failing('rejected')],
    ['response_lost', failing('unknown')],
  ] as const)('shows and stores %s after the exchange, and connects nothing', async (code, outcome) => {
    const tenant = await newTenant();
    const flow = await startFlow(tenant);
    exchange.mockResolvedValue(outcome);
    const page = await returnWithCode(flow);
    expect(page.text).toContain(`Error code: <code>${code}</code>`);
    expect(page.text.includes(ERROR.message)).toBe(code === 'missing_scopes' || code === 'no_account');
    const { status, error, account } = await result(tenant, flow.id);
    expect({ status, error, account }).toEqual({
      status: 'failed',
      error: { code, message: ERROR.message },
      account: null,
    });
    expectNothingConnected(tenant, flow.id);
  });

  it.each([
    ['access_denied', 'access_denied'],
    ['user_cancelled_login', 'access_denied'],
    ['user_cancelled_authorize', 'access_denied'],
    ['server_error', 'platform_error'],
  ])('ends the flow after the error %s with %s, without an exchange', async (error, code) => {
    const tenant = await newTenant();
    const flow = await startFlow(tenant, 'twitter', { return_url: 'https://app.example.com/' });
    const page = await callback({ state: flow.state, error });
    expect(page.text).toContain(`<code>${code}</code>`);
    expect(page.text).toContain(`href="https://app.example.com/?connect_id=${flow.id}&amp;status=failed"`);
    expect(page.headers.refresh).toBeUndefined();
    expect(await result(tenant, flow.id)).toMatchObject({ status: 'failed', error: { code } });
    expect(exchange).not.toHaveBeenCalled();
    expectNothingConnected(tenant, flow.id);
  });

  it('ends the flow after a callback without a code and without an error', async () => {
    const tenant = await newTenant();
    const flow = await startFlow(tenant);
    await callback({ state: flow.state });
    expect(await result(tenant, flow.id)).toMatchObject({ status: 'failed', error: { code: 'platform_error' } });
  });

  it('rejects a flow that is ten minutes old, and accepts it a second before', async () => {
    const tenant = await newTenant();
    const [late, timely] = [await startFlow(tenant), await startFlow(tenant)];
    granting(ACCOUNT);
    advanceTime(599_000);
    expect((await returnWithCode(timely)).text).toContain('is connected');
    advanceTime(1000);
    expect((await returnWithCode(late)).text).toContain('<code>expired</code>');
    const token = await newToken(tenant);
    expect(await result({ ...tenant, token }, late.id)).toMatchObject({
      status: 'expired',
      error: { code: 'expired' },
    });
    expect(exchange).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['no state', () => ''],
    ['another secret', (state: string) => `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`],
    ['the ids of another flow', (state: string, other: string) => other.slice(0, 52) + state.slice(52)],
    ['the workspace of another flow', (state: string, other: string) => other.slice(0, 26) + state.slice(26)],
  ])('with %s changes nothing and shows that the link is not valid', async (_, change) => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const [flow, foreign] = [await startFlow(tenant), await startFlow(other)];
    const before = storedItems(table);
    const page = await callback({ state: change(flow.state, foreign.state), code: 'the-code' });
    expect(page.text).toContain(LINK_ERRORS.unknown_state.title);
    expect(storedItems(table)).toEqual(before);
    expect(exchange).not.toHaveBeenCalled();
  });

  it('used a second time changes nothing, and the first result stays', async () => {
    const tenant = await newTenant();
    const flow = await startFlow(tenant);
    granting(ACCOUNT);
    await returnWithCode(flow);
    const before = storedItems(table);
    expect((await returnWithCode(flow)).text).toContain(LINK_ERRORS.already_used.title);
    expect((await callback({ state: flow.state, error: 'access_denied' })).text).toContain('<code>already_used</code>');
    expect(storedItems(table)).toEqual(before);
    expect(exchange).toHaveBeenCalledTimes(1);
    expect(await result(tenant, flow.id)).toMatchObject({ status: 'connected' });
  });

  it('sent twice at the same time exchanges the code once', async () => {
    const tenant = await newTenant();
    const flow = await startFlow(tenant);
    granting(ACCOUNT);
    const pages = await Promise.all([returnWithCode(flow), returnWithCode(flow), returnWithCode(flow)]);
    expect(exchange).toHaveBeenCalledTimes(1);
    expect(pages.filter(({ text }) => text.includes('is connected'))).toHaveLength(1);
    expect(pages.filter(({ text }) => text.includes('already_used'))).toHaveLength(2);
    expect(accounts(tenant)).toHaveLength(1);
  });

  it('that crashes after its claim is never exchanged again, and is response_lost within a minute', async () => {
    const tenant = await newTenant();
    const flow = await startFlow(tenant);
    exchange.mockRejectedValueOnce(new Error('The function ended.'));
    expect((await returnWithCode(flow)).status).toBe(500);
    expect(await result(tenant, flow.id)).toMatchObject({ status: 'pending', error: null });
    expect((await returnWithCode(flow)).text).toContain('<code>already_used</code>');
    advanceTime(60_000);
    expect(await result(tenant, flow.id)).toMatchObject({ status: 'failed', error: { code: 'response_lost' } });
    expect(exchange).toHaveBeenCalledTimes(1);
    expectNothingConnected(tenant, flow.id);
  });

  it('stores the account and the result together, or neither, when the table fails', async () => {
    skipRetryPauses();
    const tenant = await newTenant();
    const flow = await startFlow(tenant);
    granting(ACCOUNT);
    table.fault = (command) => (command === 'TransactWriteCommand' ? sdkError('ValidationException') : null);
    const page = await returnWithCode(flow);
    table.fault = null;
    expect(page.text).toContain('<code>response_lost</code>');
    expect(await result(tenant, flow.id)).toMatchObject({ status: 'failed', error: { code: 'response_lost' } });
    expectNothingConnected(tenant, flow.id);
  });

  it('connects the account when the response of the table is lost', async () => {
    skipRetryPauses();
    const tenant = await newTenant();
    const flow = await startFlow(tenant);
    granting(ACCOUNT);
    let lost = 0;
    table.failAfterWrite = (command) => {
      if (command !== 'TransactWriteCommand' || lost > 0) return null;
      lost += 1;
      return new Error('The response was lost.');
    };
    const page = await returnWithCode(flow);
    table.failAfterWrite = null;
    expect([lost, page.text]).toEqual([1, expect.stringContaining('is connected')]);
    expect(accounts(tenant)).toHaveLength(1);
  });

  it('leaves the flow open when the credentials of the app cannot be decrypted for the moment', async () => {
    const tenant = await newTenant();
    const flow = await startFlow(tenant);
    granting(ACCOUNT);
    mockKms().fault = sdkError('ThrottlingException');
    expect((await returnWithCode(flow)).status).toBeGreaterThanOrEqual(500);
    mockKms().fault = null;
    expect((await returnWithCode(flow)).text).toContain('is connected');
  });

  it('ends the flow with app_missing when the app was removed in the meantime', async () => {
    const tenant = await newTenant();
    const flow = await startFlow(tenant);
    await commit([deletePlatformAppWrite('twitter')]);
    expect((await returnWithCode(flow)).text).toContain('<code>app_missing</code>');
    expectNothingConnected(tenant, flow.id);
  });

  it.each(['key', 'member'] as const)('connects nothing when the %s that started it is gone', async (gone) => {
    const tenant = await newTenant();
    const colleague = await newTenant();
    const flow = await startFlow(tenant);
    granting(ACCOUNT);
    const entity = gone === 'key' ? 'ApiKey' : 'Member';
    const id = gone === 'key' ? tenant.key.client_id : tenant.key.user_id;
    const item = table.items().find((each) => each.entity === entity && (each.client_id ?? each.id) === id)!;
    table.remove(item);
    expect((await returnWithCode(flow)).text).toContain('<code>requester_revoked</code>');
    expect(exchange).not.toHaveBeenCalled();
    expectNothingConnected(tenant, flow.id);
    expect(accounts(colleague)).toEqual([]);
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
  const choose = (query: Record<string, string>) => callApi('connect.choose', { query });
  const submit = (token: string, external_id: string) =>
    callApi('connect.submit-choice', { query: { token, external_id } });
  const select = (tenant: Tenant, id: string, external_id: string) =>
    callApi('connect.select', { token: tenant.token, params: { id }, body: { external_id } });

  it('follows the callback, which leads to its page with a token that is not the state', async () => {
    const tenant = await newTenant();
    const flow = await startFlow(tenant);
    granting(ACCOUNT, { ...ACCOUNT, externalId: '1000000011', name: '@second' });
    const { status, headers } = await returnWithCode(flow);
    expect(status).toBe(303);
    const { pathname, searchParams } = new URL(headers.location!, 'https://api.example.com');
    expect([pathname, searchParams.get('token')]).not.toContain(flow.state);
    const page = await choose(Object.fromEntries(searchParams));
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
    const { id, token } = await offeringFlow(tenant, { return_url: 'https://app.example.com/' });
    const page = await submit(token, ORGANIZATIONS[1]!);
    expect(page.text).toContain('Acme &lt;1&gt; is connected');
    expect(page.headers.refresh).toContain('https://app.example.com/?connect_id=');
    const done = await result(tenant, id);
    expect(done).toMatchObject({ status: 'connected', account: { external_id: ORGANIZATIONS[1] }, accounts: [] });
    const stamp = accounts(tenant)[0]!.audit_stamp as unknown[];
    expect(stamp.slice(0, 3)).toEqual(['user', tenant.key.user_id, tenant.key.client_id]);
    expect(flowItem(id).candidates).toEqual([]);
  });

  it('by a request connects the account, and its token expires when the platform stated', async () => {
    const tenant = await newTenant();
    const { id } = await offeringFlow(tenant);
    advanceTime(60_000);
    const { status, json } = await select(tenant, id, ORGANIZATIONS[0]!);
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: 'connected', account: { external_id: ORGANIZATIONS[0] } });
    expect((json.account as Account).token_expires_at).toBe('2026-08-03T11:00:30.000Z');
  });

  it.each(['page', 'request'])('by the %s of an account that is not offered connects nothing', async (way) => {
    const tenant = await newTenant();
    const { id, token } = await offeringFlow(tenant);
    if (way === 'page') expect((await submit(token, 'urn:li:organization:9')).text).toContain('Select a LinkedIn');
    else
      expect((await select(tenant, id, 'urn:li:organization:9')).json.errors).toMatchObject([
        { pointer: '/external_id' },
      ]);
    expect(accounts(tenant)).toEqual([]);
    expect(await result(tenant, id)).toMatchObject({ status: 'selecting' });
  });

  it('made twice at the same time connects one account', async () => {
    const tenant = await newTenant();
    const { id, token } = await offeringFlow(tenant);
    await Promise.all([
      submit(token, ORGANIZATIONS[0]!),
      submit(token, ORGANIZATIONS[1]!),
      select(tenant, id, ORGANIZATIONS[1]!),
    ]);
    expect(accounts(tenant)).toHaveLength(1);
    const { status, account } = await result(tenant, id);
    expect([status, (account as Account).external_id]).toEqual(['connected', accounts(tenant)[0]!.external_id]);
  });

  it('is impossible after ten minutes, with the token of another flow, and after the choice', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const [{ token }, foreign] = [await offeringFlow(tenant), await offeringFlow(other)];
    expect((await submit(foreign.token.slice(0, 52) + token.slice(52), ORGANIZATIONS[0]!)).text).toContain(
      'unknown_state',
    );
    await submit(token, ORGANIZATIONS[0]!);
    expect((await submit(token, ORGANIZATIONS[1]!)).text).toContain('already_used');
    expect((await choose({ token })).text).toContain('already_used');
    advanceTime(600_000);
    expect((await submit(foreign.token, ORGANIZATIONS[0]!)).text).toContain('<code>expired</code>');
    expect((await choose({ token: foreign.token })).text).toContain('<code>expired</code>');
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
    const { token } = await offeringFlow(tenant);
    table.remove(
      table.items().find(({ entity, client_id }) => entity === 'ApiKey' && client_id === tenant.key.client_id)!,
    );
    expect((await submit(token, ORGANIZATIONS[0]!)).text).toContain('<code>requester_revoked</code>');
    expect(accounts(tenant)).toEqual([]);
  });
});
