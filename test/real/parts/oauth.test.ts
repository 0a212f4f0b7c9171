import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BLUESKY_SCOPES, blueskyClientId } from '../../../lib/platforms/bluesky/adapter/client-metadata.ts';
import { blueskyConnector } from '../../../lib/platforms/bluesky/adapter/oauth.ts';
import { refreshBoundTokens } from '../../../lib/platforms/bluesky/adapter/refresh.ts';
import { createDpopKey } from '../../../lib/platforms/kit/http/dpop.ts';
import type { AppCredentials, GrantedAccount, OAuthConnector } from '../../../lib/platforms/kit/oauth-connector.ts';
import type { RefreshCredentials } from '../../../lib/platforms/kit/publisher.ts';
import { linkedinConnector } from '../../../lib/platforms/linkedin/adapter/oauth.ts';
import { linkedinPublisher } from '../../../lib/platforms/linkedin/adapter/publish.ts';
import { twitterConnector } from '../../../lib/platforms/twitter/adapter/oauth.ts';
import { twitterPublisher } from '../../../lib/platforms/twitter/adapter/publish.ts';
import { freePort } from '../../../tools/local-stack/http.ts';
import { type ServerProcess, startServerProcess } from '../../../tools/real/server-process.ts';
import { makeSettings } from '../../platforms/platforms.ts';
import { type Answer, giveConsent } from './consent.ts';

// The connectors on oidc-provider, which is certified for OpenID Connect. Instagram's has no part here: its consent page
// takes scopes with commas between them, which a standard server rejects.

const REDIRECT_URI = 'http://127.0.0.1:9/v1/connect/callback';
const STATE = 'state-of-the-flow';
const DID = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz';
// Basic authentication encodes the characters of a secret.
const SECRET = 'a+secret/with: %&= characters';
const LINKEDIN_SCOPES = ['openid', 'profile', 'w_member_social'];

const x: AppCredentials = { clientId: 'x-app', clientSecret: SECRET };
const linkedin: AppCredentials = { clientId: 'linkedin-app', clientSecret: SECRET, scopes: LINKEDIN_SCOPES };
const bluesky: AppCredentials = { clientId: blueskyClientId(REDIRECT_URI), clientSecret: null };

let server: ServerProcess;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  const common = { redirect_uris: [REDIRECT_URI], grant_types: ['authorization_code', 'refresh_token'] };
  const clients = [
    {
      client_id: x.clientId,
      scope: twitterConnector.scopes.join(' '),
      token_endpoint_auth_method: 'client_secret_basic',
    },
    {
      client_id: linkedin.clientId,
      scope: LINKEDIN_SCOPES.join(' '),
      token_endpoint_auth_method: 'client_secret_post',
    },
    {
      client_id: bluesky.clientId,
      scope: BLUESKY_SCOPES.join(' '),
      token_endpoint_auth_method: 'none',
      dpop_bound_access_tokens: true,
      require_pushed_authorization_requests: true,
    },
  ].map((client) => ({
    ...common,
    ...client,
    ...(client.token_endpoint_auth_method === 'none' ? {} : { client_secret: SECRET }),
  }));
  const script = join(import.meta.dirname, '../../../tools/real/oauth/server.js');
  server = await startServerProcess(script, [JSON.stringify({ port, clients })]);
});

afterAll(() => server?.kill());

function flow(app: AppCredentials) {
  const connection = {
    authorizeUrl: `${url}/auth`,
    tokenUrl: `${url}/token`,
    baseUrl: url,
    deadlineMs: 20_000,
    settings: makeSettings({ appView: url, directory: url }),
    allowLoopback: true,
  };
  return { app, redirectUri: REDIRECT_URI, state: STATE, connection };
}

/** The return of a person from the consent page. */
async function returnFrom(connector: OAuthConnector, app: AppCredentials, login: string, answer: Answer = 'allow') {
  const started = await connector.authorize(flow(app));
  if (started.outcome !== 'started') throw new Error(started.error.message);
  const parameters = await giveConsent(started.url, REDIRECT_URI, login, answer);
  return { ...flow(app), code: parameters.code ?? '', parameters, pending: started.pending };
}

async function connect(connector: OAuthConnector, app: AppCredentials, login: string): Promise<GrantedAccount> {
  const outcome = await connector.exchange(await returnFrom(connector, app, login));
  if (outcome.outcome !== 'granted') throw new Error(outcome.error.message);
  return outcome.accounts[0]!;
}

const credentialsOf = ({ secrets }: GrantedAccount): RefreshCredentials => ({
  accessToken: secrets.access_token,
  refreshToken: secrets.refresh_token,
  clientId: secrets.client_id,
  clientSecret: secrets.client_secret,
});

/** A refresh of the tokens of an account, by the refresh token that is given. */
type Refresh = (credentials: RefreshCredentials) => ReturnType<typeof refreshBoundTokens>;

const refreshX: Refresh = (credentials) => twitterPublisher.refresh(credentials, flow(x).connection);
const refreshLinkedin: Refresh = (credentials) => linkedinPublisher.refresh!(credentials, flow(linkedin).connection);
const refreshBluesky =
  (key: string): Refresh =>
  (credentials) =>
    refreshBoundTokens(credentials, key, { ...flow(bluesky).connection, tokenUrl: `${url}/xrpc/refresh` });

/** Refresh twice in turn, then use the first refresh token again: the server ends every token of the account. */
async function expectOneUse(granted: GrantedAccount, refresh: Refresh): Promise<void> {
  const first = credentialsOf(granted);
  const second = await refresh(first);
  if (second.outcome !== 'refreshed') throw new Error(second.error.message);
  expect(second.refreshToken).not.toBe(first.refreshToken);
  const third = await refresh({ ...first, refreshToken: second.refreshToken! });
  if (third.outcome !== 'refreshed') throw new Error(third.error.message);
  expect(await refresh(first)).toMatchObject({ outcome: 'rejected', error: { code: 'refresh_refused' } });
  expect(await refresh({ ...first, refreshToken: third.refreshToken! })).toMatchObject({ outcome: 'rejected' });
}

const CONNECTORS = [
  ['X', twitterConnector, x, '42', { externalId: '42', name: '@user_42' }],
  ['LinkedIn', linkedinConnector, linkedin, 'member', { externalId: 'urn:li:person:member', name: 'Name of member' }],
  ['Bluesky', blueskyConnector, bluesky, DID, { externalId: DID, name: DID }],
] as const;

describe.each(CONNECTORS)('the connector of %s', (_, connector, app, login, account) => {
  test('connects the account that has signed in, with tokens that expire', async () => {
    const granted = await connect(connector, app, login);
    expect(granted).toMatchObject(account);
    expect(granted.expiresInSeconds).toBeGreaterThan(0);
    expect(granted.secrets.refresh_token).toEqual(expect.any(String));
  });

  test('connects nothing with a code that was used', async () => {
    const returned = await returnFrom(connector, app, login);
    expect(await connector.exchange(returned)).toMatchObject({ outcome: 'granted' });
    expect(await connector.exchange(returned)).toMatchObject({ outcome: 'rejected', error: { code: 'code_refused' } });
  });

  test('connects nothing with a code for another callback', async () => {
    const returned = await returnFrom(connector, app, login);
    const elsewhere = { ...returned, redirectUri: `${REDIRECT_URI}/other` };
    expect(await connector.exchange(elsewhere)).toMatchObject({ outcome: 'rejected' });
  });

  test('a person who denies access returns with an error and without a code', async () => {
    const { parameters } = await returnFrom(connector, app, login, 'deny');
    expect(parameters).toMatchObject({ error: 'access_denied', state: STATE });
    expect(parameters).not.toHaveProperty('code');
  });
});

describe.each([
  ['X', twitterConnector, x, '42'],
  ['Bluesky', blueskyConnector, bluesky, DID],
] as const)('PKCE of %s', (_, connector, app, login) => {
  test('a code is worth nothing without the secret of its flow', async () => {
    const returned = await returnFrom(connector, app, login);
    const stolen = { ...returned, pending: { ...returned.pending, code_verifier: 'v'.repeat(43) } };
    expect(await connector.exchange(stolen)).toMatchObject({ outcome: 'rejected', error: { code: 'code_refused' } });
  });
});

test.each([
  ['X', twitterConnector, x, '42'],
  ['LinkedIn', linkedinConnector, linkedin, 'member'],
] as const)('an app of %s with a wrong secret connects nothing', async (_, connector, app, login) => {
  const returned = await returnFrom(connector, app, login);
  const wrong = { ...returned, app: { ...app, clientSecret: 'wrong' } };
  expect(await connector.exchange(wrong)).toMatchObject({ outcome: 'rejected', error: { code: 'code_refused' } });
});

describe('a refresh token', () => {
  test('of X works once, and its second use ends the tokens of the account', async () => {
    await expectOneUse(await connect(twitterConnector, x, '42'), refreshX);
  });

  test('of Bluesky works once, and its second use ends the tokens of the account', async () => {
    const granted = await connect(blueskyConnector, bluesky, DID);
    await expectOneUse(granted, refreshBluesky(granted.secrets.dpop_key!));
  });

  test('of Bluesky is worth nothing with another key', async () => {
    const granted = await connect(blueskyConnector, bluesky, DID);
    const stolen = await refreshBluesky(createDpopKey())(credentialsOf(granted));
    expect(stolen).toMatchObject({ outcome: 'rejected', error: { code: 'refresh_refused' } });
    const own = await refreshBluesky(granted.secrets.dpop_key!)(credentialsOf(granted));
    expect(own).toMatchObject({ outcome: 'refreshed' });
  });

  test('of LinkedIn works again, and stays the one that the account has', async () => {
    const credentials = credentialsOf(await connect(linkedinConnector, linkedin, 'member'));
    for (let use = 0; use < 2; use += 1) {
      const refreshed = await refreshLinkedin(credentials);
      expect(refreshed).toMatchObject({ outcome: 'refreshed' });
      expect('refreshToken' in refreshed && refreshed.refreshToken).toBeOneOf([credentials.refreshToken, null]);
    }
  });
});

describe('a flow of Bluesky', () => {
  test('shows none of its parameters in the URL of the consent page', async () => {
    const started = await blueskyConnector.authorize(flow(bluesky));
    if (started.outcome !== 'started') throw new Error(started.error.message);
    const { searchParams } = new URL(started.url);
    expect([...searchParams.keys()]).toEqual(['client_id', 'request_uri']);
  });

  test('is rejected by the server when its parameters were not sent before', async () => {
    const parameters = { response_type: 'code', client_id: bluesky.clientId, redirect_uri: REDIRECT_URI, state: STATE };
    const direct = await giveConsent(`${url}/auth?${new URLSearchParams(parameters)}`, REDIRECT_URI, DID, 'allow');
    expect(direct).toMatchObject({ error: 'invalid_request' });
  });

  test('ends where another server answers in place of the one that was asked', async () => {
    const returned = await returnFrom(blueskyConnector, bluesky, DID);
    const elsewhere = { ...returned, parameters: { ...returned.parameters, iss: 'http://localhost:1' } };
    expect(await blueskyConnector.exchange(elsewhere)).toMatchObject({ error: { code: 'issuer_mismatch' } });
  });
});
