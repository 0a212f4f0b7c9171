import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blueskyClientId } from '../../lib/platforms/bluesky/adapter/client-metadata.ts';
import { blueskyConnector } from '../../lib/platforms/bluesky/adapter/oauth.ts';
import { refreshBoundTokens } from '../../lib/platforms/bluesky/adapter/refresh.ts';
import { sendRequest } from '../../lib/platforms/kit/http/request.ts';
import type { GrantedAccount, OAuthConnection } from '../../lib/platforms/kit/oauth-connector.ts';
import { type BlueskyServer, type RealAccount, startBlueskyServer } from '../../tools/real/bluesky-server.ts';
import { HAS_BROWSER, openBrowser } from '../e2e/browser.ts';
import { makeSettings } from '../platforms/platforms.ts';
import { type CallbackListener, listenForCallback, signIn } from './sign-in.ts';

const STATE = 'state-of-the-flow';
const folder = mkdtempSync(join(tmpdir(), 'sign-in-'));
let server: BlueskyServer;
let account: RealAccount;
let listener: CallbackListener;
let browser: Browser;

beforeAll(async () => {
  server = await startBlueskyServer();
  account = await server.createAccount('oscar');
  listener = await listenForCallback();
  if (HAS_BROWSER) browser = await openBrowser(folder);
});

afterAll(async () => {
  await browser?.close();
  listener?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function flow() {
  const connection: OAuthConnection = {
    authorizeUrl: '',
    tokenUrl: '',
    baseUrl: server.url,
    deadlineMs: 20_000,
    settings: makeSettings({ appView: server.url, directory: server.plcUrl }),
    allowLoopback: true,
  };
  const { redirectUri } = listener;
  return { app: { clientId: blueskyClientId(redirectUri), clientSecret: null }, redirectUri, state: STATE, connection };
}

async function start(handle: string) {
  const started = await blueskyConnector.authorize({ ...flow(), handle });
  if (started.outcome !== 'started') throw new Error(started.error.message);
  return started;
}

/** The return of a person who has signed in and granted access. */
async function grant() {
  const started = await start(account.handle);
  await signIn(browser, started.url, account.password, 'Authorize');
  const parameters = await listener.next();
  return { ...flow(), code: parameters.code ?? '', parameters, pending: started.pending };
}

async function connect(): Promise<GrantedAccount> {
  const outcome = await blueskyConnector.exchange(await grant());
  if (outcome.outcome !== 'granted') throw new Error(outcome.error.message);
  return outcome.accounts[0]!;
}

const post = (text: string, key: string, accessToken: string, dpopKey?: string) =>
  sendRequest({
    method: 'POST',
    url: `${server.url}/xrpc/com.atproto.repo.putRecord`,
    headers: {
      authorization: `${dpopKey ? 'DPoP' : 'Bearer'} ${accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      repo: account.did,
      collection: 'app.bsky.feed.post',
      rkey: key,
      record: { $type: 'app.bsky.feed.post', text, createdAt: new Date().toISOString() },
      swapRecord: null,
    }),
    deadlineMs: 20_000,
    ...(dpopKey ? { dpop: { key: dpopKey, accessToken } } : {}),
  });

describe.skipIf(!HAS_BROWSER)('a person who grants access', () => {
  test('connects the account that signed in, with tokens that work only with their key', async () => {
    const granted = await connect();
    expect(granted).toMatchObject({ externalId: account.did, name: '@oscar.test', server: server.url });
    expect(granted.expiresInSeconds).toBeGreaterThan(0);
    const { access_token, dpop_key } = granted.secrets;
    expect(await post('signed', '3mb5v2xqx2k2a', access_token, dpop_key)).toMatchObject({ response: { status: 200 } });
    expect(await post('unsigned', '3mb5v2xqx2k2b', access_token)).toMatchObject({
      response: { status: expect.toBeOneOf([400, 401]) },
    });
    expect((await server.listPosts(account.did)).map(({ text }) => text)).toEqual(['signed']);
  });

  test('leaves secrets that KMS can encrypt, and a refresh token that works once', async () => {
    const { secrets } = await connect();
    expect(Buffer.byteLength(JSON.stringify(secrets))).toBeLessThan(4096);
    const connection = { tokenUrl: `${server.url}/xrpc/refresh`, deadlineMs: 20_000, allowLoopback: true };
    const credentials = {
      accessToken: secrets.access_token,
      refreshToken: secrets.refresh_token,
      clientId: secrets.client_id,
      clientSecret: null,
    };
    const refreshed = await refreshBoundTokens(credentials, secrets.dpop_key!, connection);
    if (refreshed.outcome !== 'refreshed') throw new Error(refreshed.error.message);
    expect(refreshed.refreshToken).not.toBe(secrets.refresh_token);
    const sent = await post('renewed', '3mb5v2xqx2k2c', refreshed.accessToken, secrets.dpop_key);
    expect(sent).toMatchObject({ response: { status: 200 } });
    expect(await refreshBoundTokens(credentials, secrets.dpop_key!, connection)).toMatchObject({ outcome: 'rejected' });
  });

  test('connects nothing with a code that was used, or that another server sent', async () => {
    const returned = await grant();
    const elsewhere = { ...returned, parameters: { ...returned.parameters, iss: 'http://localhost:1' } };
    expect(await blueskyConnector.exchange(elsewhere)).toMatchObject({
      outcome: 'rejected',
      error: { code: 'issuer_mismatch' },
    });
    expect(await blueskyConnector.exchange(returned)).toMatchObject({ outcome: 'granted' });
    expect(await blueskyConnector.exchange(returned)).toMatchObject({ outcome: 'rejected' });
  });
});

test.skipIf(!HAS_BROWSER)('a person who denies access returns with an error and without a code', async () => {
  const { url } = await start(account.did);
  await signIn(browser, url, account.password, 'Deny access');
  const parameters = await listener.next();
  expect(parameters).toMatchObject({ error: 'access_denied', state: STATE, iss: server.url });
  expect(parameters).not.toHaveProperty('code');
});

test('a flow starts with the URL of the server, and not with a handle that does not exist', async () => {
  await start(server.url);
  const unknown = await blueskyConnector.authorize({ ...flow(), handle: 'unknown.test' });
  expect(unknown).toMatchObject({ outcome: 'failed', error: { code: 'account_not_found' } });
});
