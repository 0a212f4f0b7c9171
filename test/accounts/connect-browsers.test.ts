import { afterEach, describe, expect, it, vi } from 'vitest';
import { CONNECTORS } from '../../lib/platforms/adapters.ts';
import { advanceTime, callApi, setupApi, storedItems, type TestResponse } from '../functions/api-harness.ts';
import {
  type CreatedFlow,
  confirm,
  continueInBrowser,
  createFlow,
  ORGANIZATIONS,
  offeringFlow,
  setStageApp,
  startFlow,
} from '../functions/connections.ts';
import { ACCOUNT, accounts, callback, flowItem, result, returnWithCode } from '../functions/given/connect-flow.ts';
import { cookieIn, newSessionCookie } from '../functions/sign-ins.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

// Mallory has a workspace and requests connections. Ada, in another browser, gives access to her own accounts.

const table = setupApi();

const exchange = vi.spyOn(CONNECTORS.twitter!, 'exchange');

afterEach(() => exchange.mockReset());

const granting = (count: number) => {
  const granted = Array.from({ length: count }, (_, index) => ({ ...ACCOUNT, externalId: `100000000${index + 1}` }));
  exchange.mockResolvedValue({ outcome: 'granted', accounts: granted });
};

const open = ({ start }: Pick<CreatedFlow, 'start'>, cookie = '') =>
  callApi('connect.open', { query: { token: start }, headers: cookie === '' ? {} : { cookie } });
const select = ({ token }: Tenant, id: string) =>
  callApi('connect.select', { token, params: { id }, body: { external_id: ORGANIZATIONS[0] } });
const selectionPage = (token: string, cookie = '') =>
  callApi('connect.choose', { query: { token }, headers: cookie === '' ? {} : { cookie } });
const submit = (token: string, cookie = '', headers: Record<string, string> = {}) => {
  const query = { token, external_id: ORGANIZATIONS[0]! };
  return callApi('connect.submit-choice', { query, headers: { ...headers, ...(cookie && { cookie }) } });
};
const errorCode = ({ text }: TestResponse) => /Error code: <code>(\w+)<\/code>/.exec(text)?.[1] ?? null;

/** The cookie of a browser that has started a connection of its own. */
async function browserOfAda(): Promise<string> {
  return (await startFlow(await newTenant())).cookie;
}

describe('a connection that another person has requested', () => {
  it.each([
    ['without a cookie', async () => ''],
    ['with the cookie of a connection of its own', browserOfAda],
  ])('is not completed by a browser that did not start it, %s', async (_, cookieOf) => {
    const mallory = await newTenant();
    const flow = await startFlow(mallory);
    const cookie = await cookieOf();
    granting(1);
    const before = storedItems(table);
    for (const [name, value] of Object.entries({ code: 'the-code', error: 'access_denied' })) {
      expect(errorCode(await callback({ state: flow.state, [name]: value }, cookie))).toBe('other_browser');
    }
    expect(storedItems(table)).toEqual(before);
    expect(exchange).not.toHaveBeenCalled();
    // The browser that started it can still complete it.
    expect((await returnWithCode(flow)).text).toContain('is connected');
  });

  it('is not started by its request: no browser completes it before the start page', async () => {
    const mallory = await newTenant();
    const authorize = vi.spyOn(CONNECTORS.twitter!, 'authorize');
    await createFlow(mallory);
    const { state } = authorize.mock.lastCall![0];
    authorize.mockRestore();
    granting(1);
    expect(errorCode(await callback({ state, code: 'the-code' }, await browserOfAda()))).toBe('other_browser');
    expect(exchange).not.toHaveBeenCalled();
    expect(accounts(mallory)).toEqual([]);
  });

  it('is not completed by a request when the person stops at the selection, and shows no account of the person', async () => {
    const mallory = await newTenant();
    const flow = await startFlow(mallory);
    granting(2);
    expect((await returnWithCode(flow)).status).toBe(303);
    expect(await result(mallory, flow.id)).toMatchObject({ status: 'selecting', accounts: [] });
    const { status, json } = await select(mallory, flow.id);
    expect([status, json.code]).toEqual([409, 'select_on_page']);
    expect(accounts(mallory)).toEqual([]);
  });

  it('is not selected with the session of another member, of another workspace, or one that has ended', async () => {
    const [mallory, ada] = [await newTenant(), await newTenant()];
    const ended = await newSessionCookie(mallory.owner);
    await callApi('auth.sign-out', { headers: { cookie: ended } });
    for (const cookies of [await newSessionCookie(ada.owner), ended, `${ended.slice(0, -1)}_`]) {
      const { id } = await offeringFlow(mallory, {}, cookies);
      expect((await select(mallory, id)).json.code).toBe('select_on_page');
      expect(flowItem(id).browser_user_id).toBeNull();
    }
    expect(accounts(mallory)).toEqual([]);
  });

  it('is selected by a request of the member whose session was in the browser', async () => {
    const tenant = await newTenant();
    const { id } = await offeringFlow(tenant, {}, await newSessionCookie(tenant.owner));
    expect((await result(tenant, id)).accounts).toHaveLength(2);
    expect((await select(tenant, id)).json).toMatchObject({ status: 'connected' });
  });

  it('shows its selection page to no other browser, and takes no choice of one', async () => {
    const mallory = await newTenant();
    const { id, token, cookie } = await offeringFlow(mallory);
    const other = await browserOfAda();
    const before = storedItems(table);
    for (const wrong of ['', other]) {
      expect(errorCode(await selectionPage(token, wrong))).toBe('other_browser');
      expect(errorCode(await submit(token, wrong))).toBe('other_browser');
    }
    expect(storedItems(table)).toEqual(before);
    expect((await submit(token, cookie, { 'sec-fetch-site': 'cross-site' })).json.code).toBe('cross_site_request');
    expect(await result(mallory, id)).toMatchObject({ status: 'selecting' });
  });
});

describe('the start page', () => {
  it('names the workspace, the member and the platform, and starts nothing', async () => {
    const mallory = await newTenant();
    const created = await createFlow(mallory, 'linkedin');
    const before = storedItems(table);
    const { status, text, headers } = await open(created);
    expect(status).toBe(200);
    expect(text).toContain(
      '<strong>A workspace</strong> (Ada Owner, owner@example.com) wants to publish to your LinkedIn account.',
    );
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers.refresh).toBeUndefined();
    expect(storedItems(table)).toEqual(before);
  });

  it('is not framed, stored or read by another origin, and sends its form only to this service', async () => {
    const { headers } = await open(await createFlow(await newTenant()));
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(headers['content-security-policy']).toContain("form-action 'self'; frame-ancestors 'none'");
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['from a browser that states the origin alone', { origin: 'https://mallory.example' }],
  ])('rejects its form when the request is %s', async (_, headers) => {
    const created = await createFlow(await newTenant());
    const { status, json, headers: answered } = await confirm(created.start, '', headers);
    expect([status, json.code, answered['set-cookie']]).toEqual([403, 'cross_site_request', undefined]);
    expect(flowItem(created.id).browser_hash).toBeNull();
  });

  it('sets a cookie that no script reads and no other host sets, and whose hash alone is stored', async () => {
    const created = await createFlow(await newTenant());
    const answer = await confirm(created.start, '', { 'sec-fetch-site': 'same-origin' });
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-cis_connect=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=1200$/,
    );
    expect(flowItem(created.id).browser_hash).toMatch(/^[\w-]{43,}={0,2}$|^[0-9a-f]{64}$/);
    expect(JSON.stringify(table.items())).not.toContain(cookieIn(answer).split('=')[1]);
  });

  it('belongs to the first browser that continues, which may continue again', async () => {
    const created = await createFlow(await newTenant());
    const { cookie, consentUrl } = await continueInBrowser(created);
    const before = storedItems(table);
    for (const other of ['', await browserOfAda()]) {
      expect(errorCode(await open(created, other))).toBe('other_browser');
      expect(errorCode(await confirm(created.start, other))).toBe('other_browser');
    }
    expect(flowItem(created.id)).toEqual(before.find((item) => item.sk === created.id));
    const again = await continueInBrowser(created, cookie);
    expect([again.consentUrl, again.cookie]).toEqual([consentUrl, cookie]);
  });

  it('submitted by two browsers at the same time starts the connection in one', async () => {
    const created = await createFlow(await newTenant());
    const answers = await Promise.all([confirm(created.start), confirm(created.start)]);
    expect(answers.filter(({ headers }) => headers.refresh !== undefined)).toHaveLength(1);
    expect(answers.map(errorCode)).toContain('other_browser');
  });

  it('keeps the cookie of the browser, so that two connections complete at the same time', async () => {
    const tenant = await newTenant();
    const first = await startFlow(tenant);
    const second = await startFlow(tenant, 'twitter', {}, first.cookie);
    expect(second.cookie).toBe(first.cookie);
    granting(1);
    for (const flow of [second, first]) expect((await returnWithCode(flow)).text).toContain('is connected');
  });

  it('is not valid with another token, expires after ten minutes, and is used up by the callback', async () => {
    const tenant = await newTenant();
    const [late, used] = [await createFlow(tenant), await startFlow(tenant)];
    granting(1);
    await returnWithCode(used);
    expect(errorCode(await open(used, used.cookie))).toBe('already_used');
    expect(errorCode(await confirm(used.start, used.cookie))).toBe('already_used');
    for (const token of [used.state, late.start.slice(0, 52) + used.start.slice(52), '']) {
      expect(errorCode(await open({ start: token }))).toBe('unknown_state');
      expect(errorCode(await confirm(token))).toBe('unknown_state');
    }
    advanceTime(600_000);
    expect(errorCode(await open(late))).toBe('expired');
    expect(errorCode(await confirm(late.start))).toBe('expired');
  });
});

describe('the redirect URI', () => {
  it('leads to the origin of the dashboard, where the cookie is, and changes nothing', async () => {
    const flow = await startFlow(await newTenant());
    const before = storedItems(table);
    const query = { state: flow.state, code: 'a code+/=', iss: 'https://issuer.example.com' };
    const { status, headers } = await callApi('connect.callback', { query });
    expect([status, headers['referrer-policy']]).toEqual([303, 'no-referrer']);
    const { origin, pathname, searchParams } = new URL(headers.location!);
    expect([origin, pathname]).toEqual(['https://dashboard.example.com', '/v1/connect/callback']);
    expect(Object.fromEntries(searchParams)).toEqual({ ...query, forwarded: '1' });
    expect(storedItems(table)).toEqual(before);
  });
});

describe('every page of a connection', () => {
  it('names the workspace and the member, and escapes their names', async () => {
    const tenant = await newTenant();
    await setStageApp('twitter');
    const flow = await startFlow(tenant);
    const offered = await offeringFlow(tenant);
    granting(1);
    const pages = [
      await selectionPage(offered.token, offered.cookie),
      await selectionPage(offered.token),
      await returnWithCode(flow),
      await returnWithCode(flow),
      await callback({ state: flow.state }),
    ];
    for (const { text } of pages) expect(text).toContain('<strong>A workspace</strong> (Ada Owner, owner@example.com)');
  });

  it('sends another browser to no application', async () => {
    const flow = await startFlow(await newTenant(), 'twitter', { return_url: 'https://mallory.example/' });
    const { text, headers } = await callback({ state: flow.state, code: 'the-code' });
    expect(`${text}${JSON.stringify(headers)}`).not.toContain('mallory.example');
  });
});
