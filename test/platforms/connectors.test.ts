import { afterEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import type { ExchangeOutcome } from '../../lib/platforms/kit/oauth-connector.ts';
import { SIMULATED_APP } from '../../lib/platforms/kit/simulator/simulated-platform.ts';
import { LINKEDIN_MEMBER_APP } from '../../lib/platforms/linkedin/simulator/consent.ts';
import { PLATFORM_TABLE } from '../../lib/platforms/platforms.ts';
import { CONNECTED, CONNECTORS, type Connected, consent, requestAt, STATE } from './consent.ts';
import { makePost, publish, startSimulator } from './platforms.ts';

const ACCOUNTS: Record<Connected, { externalId: string; name: string }[]> = {
  twitter: [{ externalId: '1000000001', name: '@acme' }],
  linkedin: [
    { externalId: 'urn:li:person:ada-example', name: 'Ada Example' },
    { externalId: 'urn:li:organization:1000000002', name: 'Acme Inc.' },
    { externalId: 'urn:li:organization:1000000012', name: 'Acme Labs' },
  ],
  instagram: [{ externalId: '1000000003', name: '@acme' }],
};

function granted(outcome: ExchangeOutcome) {
  if (outcome.outcome !== 'granted') throw new Error(JSON.stringify(outcome));
  return outcome.accounts;
}

afterEach(() => {
  vi.useRealTimers();
});

describe.each(CONNECTED)('connecting on %s', (platform) => {
  const connector = CONNECTORS[platform];

  it('asks for every permission, with the state as it is', async () => {
    await using simulator = await startSimulator();
    const started = await connector.authorize(requestAt(platform, simulator));
    const url = new URL(started.outcome === 'started' ? started.url : 'http://failed');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: SIMULATED_APP.clientId,
      redirect_uri: `${simulator.origin}/v1/connect/callback`,
      state: STATE,
      scope: connector.scopes.join(platform === 'instagram' ? ',' : ' '),
    });
    expect(url.search).not.toContain('+');
    expect(url.href).not.toContain(SIMULATED_APP.clientSecret);
  });

  it('asks only for the permissions of an app that states its own', async () => {
    await using simulator = await startSimulator();
    const app = { ...SIMULATED_APP, scopes: ['one'] };
    const started = await connector.authorize({ ...requestAt(platform, simulator), app });
    expect(started.outcome === 'started' && new URL(started.url).searchParams.get('scope')).toBe('one');
  });

  it('grants the accounts that the person can publish as, by name', async () => {
    await using simulator = await startSimulator();
    const { callback } = await consent(platform, simulator);
    const accounts = granted(await connector.exchange(callback));
    expect(accounts.map(({ externalId, name }) => ({ externalId, name }))).toEqual(ACCOUNTS[platform]);
    for (const { externalId, expiresInSeconds, server } of accounts) {
      expect(externalId).toMatch(PLATFORM_TABLE[platform].externalId.pattern);
      expect(expiresInSeconds).toBe(PLATFORM_TABLE[platform].token.lifetimeSeconds);
      expect(server).toBeNull();
    }
  });

  it('grants a token that publishes as each account', async () => {
    await using simulator = await startSimulator();
    const { callback } = await consent(platform, simulator);
    for (const { externalId, name, secrets } of granted(await connector.exchange(callback))) {
      const account = { externalId, accessToken: secrets.access_token };
      const connection = simulator.connection(platform);
      expect(await publish(platform, connection, makePost(platform, `From ${name}`), account)).toMatchObject({
        outcome: 'published',
      });
    }
  });

  it('grants credentials that the refresh accepts', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await using simulator = await startSimulator();
    const { callback } = await consent(platform, simulator);
    const [account] = granted(await connector.exchange(callback));
    // Instagram refreshes no token that is younger than a day.
    vi.setSystemTime(Date.now() + 2 * DAY_MS);
    const { access_token, refresh_token, client_id, client_secret } = account!.secrets;
    const credentials = {
      accessToken: access_token,
      refreshToken: refresh_token,
      clientId: client_id,
      clientSecret: client_secret,
    };
    expect(await PUBLISHERS[platform].refresh(credentials, simulator.tokens(platform))).toMatchObject({
      outcome: 'refreshed',
    });
  });

  it('of a second account leaves the token of the first valid', async () => {
    await using simulator = await startSimulator();
    const first = granted(await connector.exchange((await consent(platform, simulator)).callback))[0]!;
    granted(await connector.exchange((await consent(platform, simulator)).callback));
    const account = { externalId: first.externalId, accessToken: first.secrets.access_token };
    expect(await publish(platform, simulator.connection(platform), makePost(platform), account)).toMatchObject({
      outcome: 'published',
    });
  });

  it('is rejected by a code that was used, and ends the tokens of its first use', async () => {
    await using simulator = await startSimulator();
    const { callback } = await consent(platform, simulator);
    const [account] = granted(await connector.exchange(callback));
    expect(await connector.exchange(callback)).toMatchObject({ outcome: 'rejected', error: { code: 'code_refused' } });
    const used = { externalId: account!.externalId, accessToken: account!.secrets.access_token };
    expect(await publish(platform, simulator.connection(platform), makePost(platform), used)).toMatchObject({
      outcome: 'rejected',
      error: { code: 'unauthorized' },
    });
  });

  it.each([
    ['an unknown code', { code: 'unknown' }],
    ['another redirect URI', { redirectUri: 'http://127.0.0.1/other' }],
    ['a wrong secret', { app: { ...SIMULATED_APP, clientSecret: 'wrong' } }],
    ['another app', { app: { clientId: 'other', clientSecret: SIMULATED_APP.clientSecret } }],
  ])('is rejected with %s, and the code still works afterwards', async (_what, changed) => {
    await using simulator = await startSimulator();
    const { callback } = await consent(platform, simulator);
    expect(await connector.exchange({ ...callback, ...changed })).toMatchObject({ outcome: 'rejected' });
    expect(await connector.exchange(callback)).toMatchObject({ outcome: 'granted' });
  });

  it('is unknown after a lost response, and the code is spent', async () => {
    await using simulator = await startSimulator();
    const { callback } = await consent(platform, simulator);
    await simulator.script(platform, 'ok_then_drop', 1, { on: 'exchange' });
    expect(await connector.exchange(callback)).toMatchObject({ outcome: 'unknown', error: { code: 'no_answer' } });
    expect(await connector.exchange(callback)).toMatchObject({ outcome: 'rejected' });
  });

  it('leaves no secret in the log of the simulator', async () => {
    await using simulator = await startSimulator();
    const { callback } = await consent(platform, simulator);
    const [account] = granted(await connector.exchange(callback));
    const log = JSON.stringify(await simulator.requests());
    const secrets = [callback.code, SIMULATED_APP.clientSecret, account!.secrets.access_token];
    for (const secret of [...secrets, ...Object.values(callback.pending)]) expect(log).not.toContain(secret);
  });
});

describe('connecting on X', () => {
  it('is rejected without the verifier of the flow', async () => {
    await using simulator = await startSimulator();
    const { callback } = await consent('twitter', simulator);
    const { callback: other } = await consent('twitter', simulator);
    for (const pending of [{}, other.pending]) {
      expect(await CONNECTORS.twitter.exchange({ ...callback, pending })).toMatchObject({ outcome: 'rejected' });
    }
  });

  it('connects the account that the person chose', async () => {
    await using simulator = await startSimulator();
    const { callback } = await consent('twitter', simulator, { account: '1000000011' });
    expect(granted(await CONNECTORS.twitter.exchange(callback))).toMatchObject([{ name: '@acme_support' }]);
  });
});

describe('connecting on LinkedIn', () => {
  const app = { ...LINKEDIN_MEMBER_APP };

  it('connects the member alone by an app without organizations, whose token cannot be refreshed', async () => {
    await using simulator = await startSimulator();
    const { callback } = await consent('linkedin', simulator, {}, app);
    const accounts = granted(await CONNECTORS.linkedin.exchange(callback));
    expect(accounts).toMatchObject([{ externalId: 'urn:li:person:ada-example', name: 'Ada Example' }]);
    expect(accounts[0]!.secrets).toMatchObject({ refresh_token: null, client_id: null, client_secret: null });
  });

  it('is sent back with the error of LinkedIn when the app lacks a permission', async () => {
    await using simulator = await startSimulator();
    const { parameters } = await consent('linkedin', simulator, {}, { ...app, scopes: ['w_organization_social'] });
    expect(parameters).toMatchObject({ error: 'unauthorized_scope_error', state: STATE });
  });
});

describe('connecting on Instagram', () => {
  it('is rejected without the permission to publish', async () => {
    await using simulator = await startSimulator();
    const { callback } = await consent('instagram', simulator, { scopes: ['instagram_business_basic'] });
    expect(await CONNECTORS.instagram.exchange(callback)).toMatchObject({
      outcome: 'missing_scopes',
      error: { code: 'missing_scopes', message: expect.stringContaining('instagram_business_content_publish') },
    });
  });

  it('connects without the permissions for insights and comments', async () => {
    await using simulator = await startSimulator();
    const scopes = ['instagram_business_basic', 'instagram_business_content_publish'];
    const { callback } = await consent('instagram', simulator, { scopes });
    expect(await CONNECTORS.instagram.exchange(callback)).toMatchObject({ outcome: 'granted' });
  });

  it('finds no account when the person has chosen a personal one', async () => {
    await using simulator = await startSimulator();
    const { callback } = await consent('instagram', simulator, { account: '1000000023' });
    expect(await CONNECTORS.instagram.exchange(callback)).toMatchObject({
      outcome: 'no_account',
      error: { code: 'no_account', category: 'account' },
    });
  });
});
