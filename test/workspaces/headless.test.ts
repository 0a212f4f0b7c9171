import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONNECTORS } from '../../lib/platforms/adapters.ts';
import { stage as stageSettings } from '../../lib/stack/stages.ts';
import { callApi, type Json, setupApi, storedItems, type TestResponse } from '../functions/api-harness.ts';
import { ORGANIZATIONS, offeringFlow, setStageApp } from '../functions/connections.ts';
import { ACCOUNT, accounts, callback, flowItem } from '../functions/given/connect-flow.ts';
import { cookieIn, newSessionCookie } from '../functions/sign-ins.ts';
import { newStageTenant, newTenant, type Tenant } from '../functions/tenants.ts';
import { callIn } from './given.ts';

// A product has pages of its own: it selects the account, and the person sees no page of this service.

const table = setupApi();
const exchange = vi.spyOn(CONNECTORS.twitter!, 'exchange');
const BACK = 'https://app.example.com/accounts';
const unlisted = process.env.SETTINGS;

beforeEach(() => {
  process.env.SETTINGS = JSON.stringify(stageSettings('local', 3000, { returnUrls: ['https://app.example.com'] }));
});
afterEach(() => {
  exchange.mockReset();
  process.env.SETTINGS = unlisted;
});

const granting = (count: number) => {
  const granted = Array.from({ length: count }, (_, index) => ({ ...ACCOUNT, externalId: `100000000${index + 1}` }));
  exchange.mockResolvedValue({ outcome: 'granted', accounts: granted });
};

async function newProduct() {
  await setStageApp('twitter');
  return { product: await newStageTenant(), tenant: await newTenant() };
}

const request = (product: Tenant, { workspace }: Pick<Tenant, 'workspace'>, body: Json = {}) =>
  callIn(workspace.id, product, 'connect.create', {
    params: { id_or_platform: 'twitter' },
    body: { headless: true, return_url: BACK, ...body },
  });

const open = (token: string, headers: Record<string, string> = {}) =>
  callApi('connect.open', { query: { token }, headers });

/** A connection in the browser of a person, who is on the consent page of the platform. */
async function started(count = 1) {
  const { product, tenant } = await newProduct();
  const { json } = await request(product, tenant);
  const start = new URL(String(json.url)).searchParams.get('token')!;
  const answer = await open(start);
  const state = new URL(answer.headers.location!).searchParams.get('state')!;
  granting(count);
  return { product, tenant, id: String(json.id), start, state, cookie: cookieIn(answer), answer };
}

const targetOf = ({ headers }: TestResponse) => new URL(String(headers.refresh).replace('0;url=', ''));
const resultOf = (target: URL) => Object.fromEntries(target.searchParams);

async function selecting() {
  const flow = await started(2);
  const target = targetOf(await callback({ state: flow.state, code: 'a-code' }, flow.cookie));
  return { ...flow, token: target.searchParams.get('selection_token')!, target };
}

const get = ({ product, tenant, id }: Awaited<ReturnType<typeof started>>, query: Record<string, string> = {}) =>
  callIn(tenant.workspace.id, product, 'connect.get', { params: { id_or_platform: id }, query });

const select = (flow: Awaited<ReturnType<typeof started>>, selection_token?: string, external_id = '1000000002') =>
  callIn(flow.tenant.workspace.id, flow.product, 'connect.select', {
    params: { id: flow.id },
    body: { external_id, ...(selection_token === undefined ? {} : { selection_token }) },
  });

describe('a headless connection', () => {
  it('leads to the platform at once, and sets the cookie of the browser', async () => {
    const { answer } = await started();
    expect([answer.status, answer.text]).toEqual([303, '']);
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-cis_connect=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax/,
    );
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it('ends at the application with the id and the status, and nothing else', async () => {
    const { id, state, cookie, tenant } = await started();
    const target = targetOf(await callback({ state, code: 'a-code' }, cookie));
    expect([target.origin, resultOf(target)]).toEqual([
      'https://app.example.com',
      { connect_id: id, status: 'connected' },
    ]);
    expect(accounts(tenant)).toHaveLength(1);
  });

  it('ends at the application after a failure too, and when its link is used again', async () => {
    const { id, state, start, cookie } = await started();
    const denied = targetOf(await callback({ state, error: 'access_denied' }, cookie));
    expect(resultOf(denied)).toEqual({ connect_id: id, status: 'failed', error: 'access_denied' });
    expect(resultOf(targetOf(await open(start, { cookie })))).toMatchObject({
      status: 'failed',
      error: 'already_used',
    });
  });

  it('is completed by the browser that has opened it first, and sends another one nowhere', async () => {
    const { state, start, cookie, tenant } = await started();
    const other = (await started()).cookie;
    const before = storedItems(table);
    for (const wrong of ['', other]) {
      for (const answer of [await callback({ state, code: 'a-code' }, wrong), await open(start, { cookie: wrong })]) {
        expect(answer.text).toContain('<code>other_browser</code>');
        expect(answer.headers.refresh).toBeUndefined();
        expect(answer.text).not.toContain('app.example.com');
      }
    }
    expect(storedItems(table)).toEqual(before);
    expect(accounts(tenant)).toEqual([]);
    expect(resultOf(targetOf(await callback({ state, code: 'a-code' }, cookie)))).toMatchObject({
      status: 'connected',
    });
  });

  it.each<Record<string, string>>([
    { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' },
  ])('is opened by a person alone: %j is rejected and binds nothing', async (headers) => {
    const { product, tenant } = await newProduct();
    const { json } = await request(product, tenant);
    const answer = await open(new URL(String(json.url)).searchParams.get('token')!, headers);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    expect(flowItem(String(json.id)).browser_hash).toBeNull();
  });

  it('takes no session in the browser as that of a member', async () => {
    const { product, tenant } = await newProduct();
    const { json } = await request(product, tenant);
    const cookie = await newSessionCookie(tenant.owner);
    await open(new URL(String(json.url)).searchParams.get('token')!, { cookie });
    expect(flowItem(String(json.id)).browser_user_id).toBeNull();
  });
});

describe('the selection of a headless connection', () => {
  it('is made by the product with the token that the browser of the person has brought, once', async () => {
    const flow = await selecting();
    expect(resultOf(flow.target)).toMatchObject({ connect_id: flow.id, status: 'selecting' });
    const { json } = await get(flow, { selection_token: flow.token });
    expect((json.accounts as Json[]).map(({ external_id }) => external_id)).toEqual(['1000000001', '1000000002']);
    const done = await select(flow, flow.token);
    expect(done.json).toMatchObject({ status: 'connected', account: { external_id: '1000000002' } });
    expect((await select(flow, flow.token, '1000000001')).json.code).toBe('invalid_state_transition');
    expect(accounts(flow.tenant)).toHaveLength(1);
  });

  it('shows and selects nothing without the token, and with that of another connection', async () => {
    const [flow, other] = [await selecting(), await selecting()];
    expect((await get(flow)).json.accounts).toEqual([]);
    expect((await select(flow)).json.code).toBe('select_on_page');
    expect((await get(flow, { selection_token: other.token })).json.accounts).toEqual([]);
    expect((await select(flow, other.token)).json.code).toBe('select_on_page');
    expect((await select(flow, flow.start)).json.code).toBe('select_on_page');
    expect(accounts(flow.tenant)).toEqual([]);
  });

  it('stores the token by its hash alone', async () => {
    const { token } = await selecting();
    expect(JSON.stringify(table.items())).not.toContain(token);
  });

  it('of a connection with pages is not made with the token of its page', async () => {
    const tenant = await newTenant();
    const { id, token: selection_token } = await offeringFlow(tenant);
    const body = { external_id: ORGANIZATIONS[0], selection_token };
    const { json } = await callApi('connect.select', { token: tenant.token, params: { id }, body });
    expect(json.code).toBe('select_on_page');
  });
});

describe('a request for a headless connection', () => {
  it('is rejected without a list of the operator, without a return_url, and for members', async () => {
    const { product, tenant } = await newProduct();
    const member = { token: tenant.token, params: { id_or_platform: 'twitter' } };
    const answers = [
      await request(product, tenant, { return_url: undefined }),
      await callApi('connect.create', { ...member, body: { headless: true, return_url: BACK } }),
    ];
    process.env.SETTINGS = unlisted;
    answers.push(await request(product, tenant));
    for (const { status, json } of answers) {
      expect([status, json.errors]).toEqual([422, [expect.objectContaining({ pointer: '/headless' })]]);
    }
  });
});
