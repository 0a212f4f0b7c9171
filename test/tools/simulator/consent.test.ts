import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  CONNECTED,
  CONNECTORS,
  type Connected,
  consent,
  decide,
  requestAt,
  type Simulator,
  STATE,
} from '../../platforms/consent.ts';
import { makePost, publish, startSimulator } from '../../platforms/platforms.ts';
import { postOnLinkedIn } from './calls.ts';

const LIFETIME_SECONDS: Record<Connected, number> = { twitter: 30, linkedin: 1_800, instagram: 3_600 };

/** The URL of the page, with some parameters changed; null removes one. */
async function pageUrl(platform: Connected, simulator: Simulator, changed: Record<string, string | null> = {}) {
  const started = await CONNECTORS[platform].authorize(requestAt(platform, simulator));
  const url = new URL(started.outcome === 'started' ? started.url : '');
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

afterEach(() => {
  vi.useRealTimers();
});

describe.each(CONNECTED)('the consent page of %s', (platform) => {
  it('names the app, the accounts and every permission, and needs no script', async () => {
    await using simulator = await startSimulator();
    const response = await fetch(await pageUrl(platform, simulator));
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('Content Intelligence (local) wants to access');
    for (const scope of CONNECTORS[platform].scopes) expect(html).toContain(scope);
    expect(html).toMatch(/type="radio"[^>]* checked/);
    expect(html).not.toContain('<script');
  });

  it('sends a person who allows back with a code, and the state as it was', async () => {
    await using simulator = await startSimulator();
    const { parameters } = await consent(platform, simulator);
    expect(parameters).toEqual({ code: expect.any(String), state: STATE });
  });

  it('sends a person who denies back with an error and no code', async () => {
    await using simulator = await startSimulator();
    const { parameters } = await consent(platform, simulator, { decision: 'deny' });
    expect(parameters).toMatchObject({ state: STATE, error: expect.stringMatching(/access_denied|user_cancelled/) });
    expect(parameters).not.toHaveProperty('code');
  });

  it.each<[string, Record<string, string | null>]>([
    ['an unknown app', { client_id: 'other' }],
    ['a redirect URI that is not registered', { redirect_uri: 'https://evil.example/v1/connect/callback' }],
    ['a redirect URI that only begins so', { redirect_uri: 'http://127.0.0.1:1/v1/connect/callback' }],
    ['no redirect URI', { redirect_uri: null }],
    ['another response type', { response_type: 'token' }],
    ['no state', { state: null }],
    ['a state of 501 characters', { state: 'x'.repeat(501) }],
    ['no permissions', { scope: '' }],
  ])('sends no person back with %s', async (_what, changed) => {
    await using simulator = await startSimulator();
    const url = await pageUrl(platform, simulator, changed);
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(400);
    expect((await decide(platform, url)).status).toBe(400);
  });

  it('accepts no account that the browser is not signed in with', async () => {
    await using simulator = await startSimulator();
    expect((await decide(platform, await pageUrl(platform, simulator), { account: '666' })).status).toBe(400);
  });

  it('escapes what the app sends', async () => {
    await using simulator = await startSimulator();
    const url = await pageUrl(platform, simulator, { redirect_uri: '<script>alert(1)</script>' });
    expect(await (await fetch(url)).text()).toContain('&lt;script&gt;');
  });

  it('gives a code that ends with its lifetime', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await using simulator = await startSimulator();
    const { callback: kept } = await consent(platform, simulator);
    const { callback: late } = await consent(platform, simulator);
    vi.setSystemTime(Date.now() + LIFETIME_SECONDS[platform] * 1_000);
    expect(await CONNECTORS[platform].exchange(kept)).toMatchObject({ outcome: 'granted' });
    vi.setSystemTime(Date.now() + 1);
    expect(await CONNECTORS[platform].exchange(late)).toMatchObject({ outcome: 'rejected' });
  });
});

describe('the consent page of X', () => {
  it.each<[string, Record<string, string | null>]>([
    ['no challenge', { code_challenge: null }],
    ['a challenge of another form', { code_challenge: 'short' }],
    ['the method plain', { code_challenge_method: 'plain' }],
    ['a permission that the app lacks', { scope: 'tweet.read dm.read' }],
  ])('sends no person back with %s', async (_what, changed) => {
    await using simulator = await startSimulator();
    expect((await decide('twitter', await pageUrl('twitter', simulator, changed))).status).toBe(400);
  });
});

describe('a token by consent', () => {
  it('of LinkedIn posts for no organization that the member only analyzes, and for no other member', async () => {
    await using simulator = await startSimulator();
    const { callback } = await consent('linkedin', simulator);
    const outcome = await CONNECTORS.linkedin.exchange(callback);
    const token = outcome.outcome === 'granted' ? outcome.accounts[0]!.secrets.access_token : '';
    for (const author of ['urn:li:organization:1000000022', 'urn:li:organization:9', 'urn:li:person:other']) {
      expect((await postOnLinkedIn(simulator, 'Hello', token, author)).status).toBe(403);
    }
    expect((await postOnLinkedIn(simulator, 'Hello', token, 'urn:li:organization:1000000012')).status).toBe(201);
  });

  it('of X without the permission to post is rejected a post', async () => {
    await using simulator = await startSimulator();
    const app = { ...requestAt('twitter', simulator).app, scopes: ['users.read', 'offline.access'] };
    const { callback } = await consent('twitter', simulator, {}, app);
    const outcome = await CONNECTORS.twitter.exchange(callback);
    const [account] = outcome.outcome === 'granted' ? outcome.accounts : [];
    const as = { externalId: account!.externalId, accessToken: account!.secrets.access_token };
    expect(await publish('twitter', simulator.connection('twitter'), makePost('twitter'), as)).toMatchObject({
      outcome: 'rejected',
      error: { code: 'forbidden' },
    });
  });

  it('of one Instagram account cannot publish as another', async () => {
    await using simulator = await startSimulator();
    const { callback } = await consent('instagram', simulator, { account: '1000000013' });
    const outcome = await CONNECTORS.instagram.exchange(callback);
    const [account] = outcome.outcome === 'granted' ? outcome.accounts : [];
    const as = { externalId: '1000000003', accessToken: account!.secrets.access_token };
    expect(await publish('instagram', simulator.connection('instagram'), makePost('instagram'), as)).toMatchObject({
      outcome: 'rejected',
      error: { category: 'auth' },
    });
  });
});
