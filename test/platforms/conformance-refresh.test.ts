import { describe, expect, it } from 'vitest';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import { PLATFORM_TABLE, PLATFORMS, type Platform } from '../../lib/platforms/platforms.ts';
import type { RefreshCredentials, RefreshOutcome } from '../../lib/platforms/publisher.ts';
import { FIXTURES } from './fixtures.ts';
import { ACCOUNTS, makePost, publish, startSimulator } from './platforms.ts';

const CREDENTIALS: RefreshCredentials = {
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
  clientId: 'client-1',
  clientSecret: 'secret-1',
};

type Simulator = Awaited<ReturnType<typeof startSimulator>>;

/** A simulator with one account, connected with all that its platform gives for refreshing. */
async function startConnected(platform: Platform, client_secret: string | null = CREDENTIALS.clientSecret) {
  const simulator = await startSimulator();
  const hasRefreshToken = PLATFORM_TABLE[platform].token.grant === 'refresh_token';
  await simulator.register({
    platform,
    account: ACCOUNTS[platform].externalId,
    access_token: CREDENTIALS.accessToken,
    ...(hasRefreshToken ? { refresh_token: CREDENTIALS.refreshToken!, client_id: CREDENTIALS.clientId! } : {}),
    ...(hasRefreshToken && client_secret !== null ? { client_secret } : {}),
    expires_in: 3_600,
  });
  return simulator;
}

const refresh = (
  platform: Platform,
  simulator: Simulator,
  more: Partial<RefreshCredentials> = {},
  deadlineMs?: number,
) => {
  const connection = simulator.tokens(platform);
  return PUBLISHERS[platform].refresh(
    { ...CREDENTIALS, ...more },
    { ...connection, deadlineMs: deadlineMs ?? connection.deadlineMs },
  );
};

const postWith = (platform: Platform, simulator: Simulator, accessToken: string, text = 'Hello') =>
  publish(platform, simulator.connection(platform), makePost(platform, text), {
    ...ACCOUNTS[platform],
    accessToken,
  });

function refreshed(outcome: RefreshOutcome) {
  if (outcome.outcome !== 'refreshed') throw new Error(JSON.stringify(outcome));
  return outcome;
}

describe.each(PLATFORMS)('%s', (platform) => {
  it('gives a token that publishes, and says how long it lives', async () => {
    await using simulator = await startConnected(platform);
    const { accessToken, expiresInSeconds } = refreshed(await refresh(platform, simulator));
    expect(accessToken).not.toBe(CREDENTIALS.accessToken);
    expect(expiresInSeconds).toBe(FIXTURES[platform].tokenLifetimeSeconds);
    expect(await postWith(platform, simulator, accessToken)).toMatchObject({ outcome: 'published' });
  });

  it('refuses credentials it does not know', async () => {
    await using simulator = await startConnected(platform);
    const strange = { accessToken: 'expired', refreshToken: 'strange' };
    expect(await refresh(platform, simulator, strange)).toMatchObject({
      outcome: 'refused',
      error: { category: 'auth' },
    });
  });

  it.each([
    ['ok_then_drop', 'unknown'],
    ['drop_before_effect', 'unknown'],
    ['500_after_effect', 'unknown'],
    ['500_before_effect', 'unknown'],
    ['html_502', 'unknown'],
    ['truncated_json', 'unknown'],
    ['429', 'retry'],
  ])('classifies the script %s as %s, and asks once', async (script, outcome) => {
    await using simulator = await startConnected(platform);
    await simulator.script(platform, script, 1, { on: 'refresh' });
    expect(await refresh(platform, simulator)).toMatchObject({ outcome });
    expect(await simulator.requests()).toHaveLength(1);
  });

  it('returns an unknown outcome for a request without a response', async () => {
    await using simulator = await startConnected(platform);
    await simulator.script(platform, 'hang', 1, { on: 'refresh' });
    expect(await refresh(platform, simulator, {}, 1_500)).toMatchObject({ outcome: 'unknown' });
  });

  it('leaves no secret in the record of requests', async () => {
    await using simulator = await startConnected(platform);
    const { accessToken } = refreshed(await refresh(platform, simulator));
    const record = JSON.stringify(await simulator.requests());
    const { clientId: _public, ...secrets } = CREDENTIALS;
    for (const secret of [...Object.values(secrets), accessToken]) expect(record).not.toContain(secret);
  });
});

describe('twitter', () => {
  it('gives a new refresh token each time, which works in its turn', async () => {
    await using simulator = await startConnected('twitter');
    const first = refreshed(await refresh('twitter', simulator));
    expect(first.refreshToken).not.toBe(CREDENTIALS.refreshToken);
    const second = refreshed(await refresh('twitter', simulator, { refreshToken: first.refreshToken }));
    expect(second.refreshToken).not.toBe(first.refreshToken);
  });

  it('takes a refresh token once: its second use ends the account', async () => {
    await using simulator = await startConnected('twitter');
    const { accessToken } = refreshed(await refresh('twitter', simulator));
    expect(await refresh('twitter', simulator)).toMatchObject({ outcome: 'refused' });
    expect(await postWith('twitter', simulator, accessToken)).toMatchObject({
      outcome: 'rejected',
      error: { code: 'unauthorized' },
    });
  });

  it('refuses the old refresh token after an answer that was lost', async () => {
    await using simulator = await startConnected('twitter');
    await simulator.script('twitter', 'ok_then_drop', 1, { on: 'refresh' });
    expect(await refresh('twitter', simulator)).toMatchObject({ outcome: 'unknown' });
    expect(await refresh('twitter', simulator)).toMatchObject({ outcome: 'refused' });
  });

  it('still takes the old refresh token after a request that was turned away', async () => {
    await using simulator = await startConnected('twitter');
    await simulator.script('twitter', '429', 1, { on: 'refresh' });
    expect(await refresh('twitter', simulator)).toMatchObject({ outcome: 'retry' });
    expect(await refresh('twitter', simulator)).toMatchObject({ outcome: 'refreshed' });
  });

  it('knows an app without a secret by its id', async () => {
    await using simulator = await startConnected('twitter', null);
    expect(await refresh('twitter', simulator, { clientSecret: null })).toMatchObject({
      outcome: 'refreshed',
    });
  });

  it('refuses an app with a wrong secret', async () => {
    await using simulator = await startConnected('twitter');
    expect(await refresh('twitter', simulator, { clientSecret: 'wrong' })).toMatchObject({
      outcome: 'refused',
    });
  });
});

describe('linkedin', () => {
  it('keeps its refresh token', async () => {
    await using simulator = await startConnected('linkedin');
    const first = refreshed(await refresh('linkedin', simulator));
    expect([null, CREDENTIALS.refreshToken]).toContain(first.refreshToken);
    expect(await refresh('linkedin', simulator)).toMatchObject({ outcome: 'refreshed' });
  });
});

describe.each(['twitter', 'linkedin'] as const)('%s', (platform) => {
  it('answers without a refresh token when the platform gives an empty one', async () => {
    await using simulator = await startConnected(platform);
    await simulator.script(platform, 'without_refresh_token', 1, { on: 'refresh' });
    expect(await refresh(platform, simulator)).toMatchObject({ outcome: 'refreshed', refreshToken: null });
  });
});

describe('instagram', () => {
  it('has no refresh token', async () => {
    await using simulator = await startConnected('instagram');
    expect(await refresh('instagram', simulator)).toMatchObject({ outcome: 'refreshed', refreshToken: null });
  });
});
