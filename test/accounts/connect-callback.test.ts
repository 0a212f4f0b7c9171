import { afterEach, describe, expect, it, vi } from 'vitest';
import { LINK_ERRORS } from '../../lib/accounts/rules/connect/connect-errors.ts';
import { deletePlatformAppWrite } from '../../lib/accounts/store/platform-apps.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { CONNECTORS } from '../../lib/platforms/adapters.ts';
import type {
  AuthorizationCallback,
  ExchangeOutcome,
  GrantedAccount,
} from '../../lib/platforms/kit/oauth-connector.ts';
import { advanceTime, mockKms, setupApi, skipRetryPauses, storedItems } from '../functions/api-harness.ts';
import { startFlow } from '../functions/connections.ts';
import { ACCOUNT, accounts, callback, flowItem, result, returnWithCode } from '../functions/given/connect-flow.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { sdkError } from '../functions/worker-harness.ts';

// The consent of the person is the callback; the exchange of its code is a function of this file.

const table = setupApi();

const exchange = vi.spyOn(CONNECTORS.twitter!, 'exchange');

afterEach(() => exchange.mockReset());

const granting = (...accounts: GrantedAccount[]) => exchange.mockResolvedValue({ outcome: 'granted', accounts });

/** Neither an account nor a secret is left. */
function expectNothingConnected(tenant: Tenant, id: string): void {
  expect(accounts(tenant)).toEqual([]);
  expect(flowItem(id)).toMatchObject({ encrypted_pending: null, candidates: [], account_id: null });
}

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
    await callback({ state: flow.state, code: 'the-code', iss: 'https://issuer.example.com' }, flow.cookie);
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

  it('returns pages without scripts that no cache stores, no site frames, and whose URL no site learns', async () => {
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
    const page = await callback({ state: flow.state, error }, flow.cookie);
    expect(page.text).toContain(`<code>${code}</code>`);
    const target = `https://app.example.com/?connect_id=${flow.id}&amp;status=failed&amp;error=${code}`;
    expect(page.text).toContain(`href="${target}"`);
    expect(page.headers.refresh).toBeUndefined();
    expect(await result(tenant, flow.id)).toMatchObject({ status: 'failed', error: { code } });
    expect(exchange).not.toHaveBeenCalled();
    expectNothingConnected(tenant, flow.id);
  });

  it('ends the flow after a callback without a code and without an error', async () => {
    const tenant = await newTenant();
    const flow = await startFlow(tenant);
    await callback({ state: flow.state }, flow.cookie);
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
    const page = await callback({ state: change(flow.state, foreign.state), code: 'the-code' }, flow.cookie);
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
    expect((await callback({ state: flow.state, error: 'access_denied' }, flow.cookie)).text).toContain(
      '<code>already_used</code>',
    );
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
