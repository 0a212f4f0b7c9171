import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '../../lib/platforms/platforms.ts';
import { describeRefresh, postWith, refresh, refreshed } from './conformance/refresh-cases.ts';
import { startSimulatedServer } from './conformance/simulated-server.ts';

describe.each(PLATFORMS)('%s', (platform) => {
  describeRefresh({ platform, start: () => startSimulatedServer(platform) });

  it('leaves no secret in the record of requests of the simulator', async () => {
    await using server = await startSimulatedServer(platform);
    const { accessToken } = refreshed(await refresh(platform, server));
    const record = JSON.stringify(await server.requests());
    const { clientId: _public, ...secrets } = server.credentials;
    for (const secret of [...Object.values(secrets), accessToken]) expect(record).not.toContain(secret);
  });
});

describe('twitter', () => {
  it('gives a new refresh token each time, which works in its turn', async () => {
    await using server = await startSimulatedServer('twitter');
    const first = refreshed(await refresh('twitter', server));
    expect(first.refreshToken).not.toBe(server.credentials.refreshToken);
    const second = refreshed(await refresh('twitter', server, { refreshToken: first.refreshToken }));
    expect(second.refreshToken).not.toBe(first.refreshToken);
  });

  it('takes a refresh token once: its second use ends the account', async () => {
    await using server = await startSimulatedServer('twitter');
    const { accessToken } = refreshed(await refresh('twitter', server));
    expect(await refresh('twitter', server)).toMatchObject({ outcome: 'rejected' });
    expect(await postWith('twitter', server, accessToken)).toMatchObject({
      outcome: 'rejected',
      error: { code: 'unauthorized' },
    });
  });

  it('rejects the old refresh token after an answer that was lost', async () => {
    await using server = await startSimulatedServer('twitter');
    await server.scriptRefresh('ok_then_drop');
    expect(await refresh('twitter', server)).toMatchObject({ outcome: 'unknown' });
    expect(await refresh('twitter', server)).toMatchObject({ outcome: 'rejected' });
  });

  it('still takes the old refresh token after a request that was turned away', async () => {
    await using server = await startSimulatedServer('twitter');
    await server.scriptRefresh('429');
    expect(await refresh('twitter', server)).toMatchObject({ outcome: 'retry' });
    expect(await refresh('twitter', server)).toMatchObject({ outcome: 'refreshed' });
  });

  it('knows an app without a secret by its id', async () => {
    await using server = await startSimulatedServer('twitter', null);
    expect(await refresh('twitter', server, { clientSecret: null })).toMatchObject({
      outcome: 'refreshed',
    });
  });

  it('rejects an app with a wrong secret', async () => {
    await using server = await startSimulatedServer('twitter');
    expect(await refresh('twitter', server, { clientSecret: 'wrong' })).toMatchObject({
      outcome: 'rejected',
    });
  });
});

describe('linkedin', () => {
  it('keeps its refresh token', async () => {
    await using server = await startSimulatedServer('linkedin');
    const first = refreshed(await refresh('linkedin', server));
    expect([null, server.credentials.refreshToken]).toContain(first.refreshToken);
    expect(await refresh('linkedin', server)).toMatchObject({ outcome: 'refreshed' });
  });
});

describe.each(['twitter', 'linkedin'] as const)('%s', (platform) => {
  it('answers without a refresh token when the platform gives an empty one', async () => {
    await using server = await startSimulatedServer(platform);
    await server.scriptRefresh('without_refresh_token');
    expect(await refresh(platform, server)).toMatchObject({ outcome: 'refreshed', refreshToken: null });
  });
});

describe('instagram', () => {
  it('has no refresh token', async () => {
    await using server = await startSimulatedServer('instagram');
    expect(await refresh('instagram', server)).toMatchObject({ outcome: 'refreshed', refreshToken: null });
  });
});
