import { beforeAll, expect, test } from 'vitest';
import { readPrinted } from '../../tools/deploy-smoke-test/commands.ts';
import { createAuthenticator } from '../../tools/simulator/passkey-authenticator.ts';
import { send as sendTo, untilWithin } from '../e2e/http-client.ts';
import { getOutput, npmRun } from './deployment.ts';
import { createDistributionClient, type DistributionClient } from './distribution.ts';

// A development stage without an email sender, from the first member to the first post.

type Json = Record<string, unknown>;

const EMAIL = 'you@example.com';
const COLLEAGUE = 'grace@example.com';

let domain: string;
let send: DistributionClient;
let printed: string;
/** The session of the owner, and its access token. */
let owner: { cookie: string; token: string };

beforeAll(async () => {
  domain = new URL(await getOutput('DashboardUrl', 'development')).host;
  send = createDistributionClient(domain);
  const workspace = ['create', '--name', 'Acme', '--plan', 'enterprise', '--email', EMAIL];
  printed = await npmRun('workspace', ...workspace, '--stage', 'development');
});

/** Call the API at the domain of the dashboard. Returns the response with its session cookie. */
async function call(method: string, path: string, init: { body?: object; cookie?: string; token?: string } = {}) {
  const { status, headers, text } = await send(`/v1${path}`, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(init.body && { 'content-type': 'application/json' }),
      ...(init.cookie && { cookie: init.cookie }),
      ...(init.token && { authorization: `Bearer ${init.token}` }),
    },
    ...(init.body && { body: JSON.stringify(init.body) }),
  });
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { status, cookie, json: (text === '' ? {} : JSON.parse(text)) as Json, text };
}

/** Return the token of a link to a page of the dashboard. Throws when there is none. */
function tokenOf(text: string, page: 'sign-in' | 'invitation'): string {
  const found = new RegExp(`https://${domain}/app/#/${page}\\?token=([\\w-]+)`).exec(text)?.[1];
  if (!found) throw new Error(`There is no link to ${page} in: ${text}`);
  return found;
}

async function accessToken(cookie: string): Promise<string> {
  const { status, json, text } = await call('POST', '/auth/sessions/token', { cookie });
  expect(status, text).toBe(200);
  return String(json.access_token);
}

test('a request for a link by email names the command that prints one', async () => {
  const { status, json } = await call('POST', '/auth/sign-in', { body: { email: EMAIL } });
  expect([status, json.code]).toEqual([409, 'email_not_configured']);
  expect(JSON.stringify(json)).toContain('npm run workspace -- sign-in-link');
});

test('the printed link signs the owner in once', async () => {
  const body = { token: tokenOf(printed, 'sign-in') };
  const { status, cookie, text } = await call('POST', '/auth/sessions', { body });
  expect(status, text).toBe(201);
  owner = { cookie, token: await accessToken(cookie) };
  expect((await call('POST', '/auth/sessions', { body })).json.code).toBe('sign_in_link_expired');
});

test('the owner adds a passkey, and signs in with it', async () => {
  const { cookie } = owner;
  const authenticator = createAuthenticator(`https://${domain}`);
  const begun = await call('POST', '/auth/passkeys/options', { cookie });
  const credential = authenticator.create(begun.json.options as Json);
  const added = await call('POST', '/auth/passkeys', { cookie, body: { name: 'Laptop', credential } });
  expect(added.status, added.text).toBe(201);

  const asked = await call('POST', '/auth/sign-in/passkey-options');
  const signed = { credential: authenticator.get(asked.json.options as Json) };
  const signedIn = await call('POST', '/auth/sign-in/passkey', { body: signed });
  expect(signedIn.status, signedIn.text).toBe(201);
  owner = { cookie: signedIn.cookie, token: await accessToken(signedIn.cookie) };
});

test('another link is printed by email address', async () => {
  const again = await npmRun('workspace', 'sign-in-link', '--email', EMAIL, '--stage', 'development');
  const { status, text } = await call('POST', '/auth/sessions', { body: { token: tokenOf(again, 'sign-in') } });
  expect(status, text).toBe(201);
});

test('the owner invites a second member, who signs in with the link of the invitation', async () => {
  const invited = await call('POST', '/team/invite', {
    token: owner.token,
    body: { email: COLLEAGUE, role: 'editor' },
  });
  expect(invited.status, invited.text).toBe(201);
  const token = tokenOf(invited.text, 'invitation');
  const accepted = await call('POST', '/auth/invitations', { body: { token, name: 'Grace' } });
  expect(accepted.status, accepted.text).toBe(201);
  const member = await accessToken(accepted.cookie);
  const { status } = await call('GET', '/content', { token: member });
  expect(status).toBe(200);
});

test('the printed API key publishes a first post on a sandbox account', async () => {
  const { clientId, clientSecret } = readPrinted(printed);
  const key = { client_id: clientId, client_secret: clientSecret };
  const exchanged = await call('POST', '/auth/token', { body: { grant_type: 'client_credentials', ...key } });
  const token = String(exchanged.json.access_token);
  const connected = await call('POST', '/accounts', { token, body: { platform: 'twitter', sandbox: true } });
  expect(connected.status, connected.text).toBe(201);
  const item = { title: 'Hello', description: 'Hello from development', platforms: ['twitter'] };
  const created = await call('POST', '/content', { token, body: item });
  const published = await call('PUT', `/content/${created.json.id}`, { token, body: { status: 'published' } });
  expect(published.status, published.text).toBe(200);
  await untilWithin('the page of the post', 60_000, async () => {
    const { json } = await call('GET', `/content/${created.json.id}`, { token });
    const url = (json.targets as { url: string | null }[])[0]?.url;
    if (!url) return false;
    const { origin, pathname } = new URL(url);
    return (await sendTo(origin, { target: pathname })).text.includes('Hello from development');
  });
}, 90_000);
