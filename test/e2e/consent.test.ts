import type { Page } from 'puppeteer-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { SESSION, type StubRequest, type StubResponse, useStubbedDashboard } from './dashboard-stub.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { inspect } from './inspect-screen.ts';

// The consent screen and the list of applications, in Chromium before an API whose responses are hostile or unusual.

const AT = '2026-11-20T09:30:00.000Z';
const CLIENT = {
  ...{ client_id: 'https://planner.example/client.json', name: 'Week planner', host: 'planner.example' },
  ...{ redirect_host: 'planner.example', is_loopback: false },
};
const AUTHORIZATION = {
  ...{ client: CLIENT, kind: 'agent', workspace: { id: 'ws_1', name: 'Stub' }, confirmation: 'first' },
  permissions: ['content:read', 'content:write', 'schedule:read', 'analytics:read'],
  unavailable_permissions: ['webhooks:read'],
  budgets: { requests: 5000, drafts: 100, submissions: 50, media_bytes: 200e6, platform_micro_usd: 5e6 },
};
const account = (id: string, platform: string, name: string, handle: string | null) => ({
  ...{ id, platform, external_id: id, name, handle, server: null, is_default: true, sandbox: false },
  ...{ status: 'connected', reconnect_reason: null, created_at: AT, updated_at: AT },
});
const ACCOUNTS = [account('acc_1', 'twitter', 'Shop', 'shop'), account('acc_2', 'linkedin', 'Shop AS', null)];
const REQUEST = 'client_id=https%3A%2F%2Fplanner.example%2Fclient.json&response_type=code&state=s';

let read: StubResponse = { body: AUTHORIZATION };
let decision: StubResponse = { body: { redirect_to: 'https://planner.example/cb?code=c' } };
let keys: unknown[] = [];
let requests: StubRequest[] = [];
let permissions = SESSION.permissions;

function respond(request: StubRequest): StubResponse {
  requests.push(request);
  if (request.path === '/auth/authorization') return read;
  if (request.path === '/auth/authorization/decision') return decision;
  if (request.path === '/accounts') return { body: { accounts: ACCOUNTS, pagination: { next_cursor: null } } };
  if (request.path === '/keys') return { body: { keys, pagination: { next_cursor: null } } };
  return { status: 404, body: null };
}

const problem = (status: number, code: string, detail: string): StubResponse => ({
  status,
  body: {
    type: 'about:blank',
    title: 'Rejected',
    status,
    detail,
    instance: '',
    code,
    request_id: 'r',
    retryable: false,
  },
});

describe.runIf(HAS_BROWSER)('the consent screen', () => {
  const stub = useStubbedDashboard(respond, () => ({ ...SESSION, permissions }));
  let window: DashboardWindow;
  let page: Page;
  const left: string[] = [];

  beforeAll(async () => {
    window = await DashboardWindow.open(stub.browser);
    page = window.page;
    await page.setRequestInterception(true);
    // What the screen opens outside of this test.
    page.on('request', (request) => {
      if (request.url().startsWith(stub.url.replace('/app/', '/'))) return void request.continue();
      left.push(request.url());
      // The page stays, as for an application that does not respond with a page.
      return void request.respond({ status: 204 });
    });
  });

  beforeEach(() => {
    read = { body: AUTHORIZATION };
    decision = { body: { redirect_to: 'https://planner.example/cb?code=c' } };
    permissions = SESSION.permissions;
    requests = [];
    left.length = 0;
  });

  const open = async (query: string) => {
    await page.goto('about:blank');
    await page.goto(`${stub.url}#/authorize?${query}`);
  };
  const decisions = () =>
    requests.filter(({ path }) => path === '/auth/authorization/decision').map(({ body }) => body);

  test('sends the permissions and accounts that the person has chosen, and returns to the application', async () => {
    await open(REQUEST);
    await window.shows('Give “Week planner” access to Stub?');
    await window.shows('A person approves each of its posts');
    await window.shows('submit 50 posts, add 200.0 MB of files, and cost $5.00 on the platforms');
    await window.shows('The application also asks for webhooks:read.');
    await window.click('Only some accounts', 'radio');
    await inspect(page, 'consent-agent');
    const isDisabled = () => page.$eval('.consent .primary', (button) => button.hasAttribute('disabled'));
    expect(await isDisabled()).toBe(true);
    await window.click('Shop @shop', 'checkbox');
    await window.click('Read metrics, rankings and trends', 'checkbox');
    await window.click('Approve');
    await window.shows('Access granted. You return to planner.example.');
    expect(decisions()).toEqual([
      {
        request: { client_id: CLIENT.client_id, response_type: 'code', state: 's' },
        ...{ decision: 'approve', confirmation: 'first', accounts: ['acc_1'] },
        permissions: ['content:read', 'content:write', 'schedule:read'],
      },
    ]);
    expect(left).toEqual(['https://planner.example/cb?code=c']);
  });

  test('shows the host of a name that pretends to be another, and renders nothing of it as HTML', async () => {
    const name = `<img src=x onerror=alert(1)>\u202Emoc.elgoog ${'x'.repeat(90)}`;
    const client = { ...CLIENT, name, redirect_host: '127.0.0.1:33418', is_loopback: true };
    read = {
      body: { ...AUTHORIZATION, client, kind: 'integration', permissions: ['content:read', 'content:publish'] },
    };
    await open(REQUEST);
    const heading = await window.textOf('.consent h2');
    expect(heading).toContain('<img src=x onerror=alert(1)>moc.elgoog');
    expect(heading.length).toBeLessThan(100);
    expect(await window.textOf('.client-host')).toBe('planner.example');
    await window.shows('This is an application on this computer.');
    await window.shows('It can publish posts in your name, without asking you.');
    expect(await page.$('.consent img')).toBeNull();
    expect(await page.$('[name="accounts"]')).toBeNull();
    await inspect(page, 'consent-integration');
  });

  test('shows the request again when what an approval grants has changed', async () => {
    await open(REQUEST);
    await window.shows('Read metrics, rankings and trends');
    decision = problem(409, 'authorization_changed', 'The authorization has changed.');
    read = { body: { ...AUTHORIZATION, confirmation: 'second', permissions: ['content:read'] } };
    await window.click('Approve');
    await page.waitForFunction(`document.querySelectorAll('.consent fieldset input[type=checkbox]').length === 1`);
    await window.shows('The authorization has changed.');
    expect(left).toEqual([]);
  });

  test('stays where it is while the application is not verified, and shows why', async () => {
    read = problem(422, 'validation_failed', 'The redirect URI is none of those of the client.');
    await open(REQUEST);
    await window.shows('The redirect URI is none of those of the client.');
    await window.shows('The application could not be verified, so you do not return to it.');
    expect(await page.$('main button')).toBeNull();
    await inspect(page, 'consent-unverified');
    await open(`${REQUEST}&state=other`);
    await window.shows('the URL contains state more than once');
    await open('');
    await window.shows('An application opens this page');
    expect(requests.filter(({ path }) => path === '/auth/authorization')).toHaveLength(1);
    expect(left).toEqual([]);
  });

  test('reports an invalid request to the application only when the person says so', async () => {
    const description = 'The code_challenge_method must be S256.';
    const url = `https://planner.example/cb?error=invalid_request&error_description=${encodeURIComponent(description)}`;
    read = { body: { redirect_to: url } };
    await open(REQUEST);
    await window.shows(`The application has sent an invalid request: ${description}`);
    await inspect(page, 'consent-invalid');
    expect(left).toEqual([]);
    await window.click('Return to planner.example');
    await expect.poll(() => left).toEqual([url]);
  });

  test('runs no script that a redirect URI contains', async () => {
    decision = { body: { redirect_to: 'javascript:document.title="stolen"' } };
    await open(REQUEST);
    await window.click('Deny');
    await page.waitForSelector('[role="alert"]');
    expect(decisions()).toMatchObject([{ decision: 'deny', confirmation: 'first' }]);
    expect(await page.title()).not.toBe('stolen');
  });

  test('lists the applications of a member without the permission to read keys, with what each may do', async () => {
    permissions = ['content:read', 'content:write'];
    const key = {
      ...{ user_id: 'usr_1', status: 'active', allowed_ips: [], hourly_limit: null, expires_at: AT, created_at: AT },
      ...{ last_used_at: null, rerolled_at: null, previous_secret_expires_at: null, permissions: ['content:read'] },
    };
    const used = { requests: 240, drafts: 12, submissions: 3, media_bytes: 2_400_000, platform_micro_usd: 45_000 };
    const budgets = { requests: 5000, drafts: 100, submissions: 50, media_bytes: 200e6, platform_micro_usd: 5e6 };
    keys = [
      {
        ...{ ...key, id: 'key_1', name: 'Week planner' },
        oauth_client: { id: CLIENT.client_id, name: 'Week planner', host: 'planner.example' },
        agent: { accounts: ['acc_1', 'acc_2'], budgets, used_today: used, paused_at: AT },
      },
      {
        ...{ ...key, id: 'key_2', name: 'cis on laptop of Mira', agent: null, last_used_at: AT },
        oauth_client: { id: 'cis', name: 'Command line (cis)', host: null },
      },
      { ...key, id: 'key_3', name: 'Nightly import', agent: null, oauth_client: null },
    ];
    await page.goto(`${stub.url}#/applications`);
    await page.reload();
    await window.openScreen('Applications');
    for (const text of ['planner.example', 'paused', '240 of 5,000', '12 of 100', '2 accounts'])
      await window.shows(text);
    await window.shows('Command line on laptop of Mira');
    expect(await page.$$('.grants > li')).toHaveLength(2);
    await inspect(page, 'applications');
    await window.click('Revoke Command line on laptop of Mira');
    await window.heading('Revoke the access of “Command line on laptop of Mira”?');
    await inspect(page, 'applications-revoke');
  });
});
