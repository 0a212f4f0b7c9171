import { describe, expect, it } from 'vitest';
import { SIMULATED_APP } from '../../../../lib/platforms/kit/simulator/simulated-platform.ts';
import { CONNECTED, CONNECTORS, connectionTo } from '../../consent.ts';
import { startCannedServer, startRejectingServer, startSimulator } from '../../platforms.ts';

const CALLBACK = 'https://api.example.com/v1/connect/callback';

describe.each(CONNECTED)('the check of an app on %s', (platform) => {
  const check = (baseUrl: string, app: { clientId: string; clientSecret: string | null } = SIMULATED_APP) =>
    CONNECTORS[platform].checkApp!({ app, redirectUri: CALLBACK, connection: connectionTo(platform, baseUrl) });

  it('accepts the credentials that the platform accepts, and obtains no token', async () => {
    await using simulator = await startSimulator();
    expect(await check(`${simulator.origin}/_simulator/${platform}`)).toBe('accepted');
  });

  it('rejects a wrong secret and an unknown id', async () => {
    await using simulator = await startSimulator();
    expect(
      await check(`${simulator.origin}/_simulator/${platform}`, { ...SIMULATED_APP, clientSecret: 'another' }),
    ).toBe('rejected');
    expect(await check(`${simulator.origin}/_simulator/${platform}`, { ...SIMULATED_APP, clientId: 'another' })).toBe(
      'rejected',
    );
  });

  it.each([429, 500, 302, 403])('draws no conclusion from the status %i', async (status) => {
    await using server = await startCannedServer(status, { error: 'server_error' });
    expect(await check(server.origin)).toBe('unknown');
    expect(server.urls).toHaveLength(1);
  });

  it('draws no conclusion from a platform that cannot be reached, or that grants a token for any code', async () => {
    await using server = await startCannedServer(200, { access_token: 'of-any-code' });
    expect(await check(server.origin)).toBe('unknown');
    expect(await check(await startRejectingServer())).toBe('unknown');
  });
});

it('does not accept a public client because of an error about the code, which any id receives', async () => {
  await using server = await startCannedServer(400, { error: 'invalid_grant' });
  const app = { ...SIMULATED_APP, clientSecret: null };
  const request = { app, redirectUri: CALLBACK, connection: connectionTo('twitter', server.origin) };
  expect(await CONNECTORS.twitter.checkApp!(request)).toBe('unknown');
});
