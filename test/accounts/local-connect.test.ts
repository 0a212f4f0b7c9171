import { afterEach, expect, it, vi } from 'vitest';
import { passkeyOrigin } from '../../lib/identity/pipeline/passkey-origin.ts';
import type { RequestContext } from '../../lib/identity/pipeline/request-context.ts';
import { stage } from '../../lib/stack/stages.ts';
import { realPlatformSettings } from '../../tools/local-stack/real-platforms.ts';
import { callApi, setupApi } from '../functions/api-harness.ts';
import { setStageApp } from '../functions/connections.ts';
import { newTenant } from '../functions/tenants.ts';

// Connections of the local service, whose API has a URL on this machine.

setupApi();
afterEach(() => vi.unstubAllEnvs());

const LOCAL = '127.0.0.1:3000';

async function startConnection(platform: 'instagram' | 'twitter', isReal: boolean, domainName: string) {
  const real = isReal ? realPlatformSettings([platform], 3000) : {};
  vi.stubEnv('SETTINGS', JSON.stringify(stage('local', 3000, real)));
  const { token } = await newTenant();
  await setStageApp(platform);
  return callApi('connect.create', { token, params: { id_or_platform: platform }, body: {}, domainName });
}

it('a platform that redirects only to https URLs cannot be connected without one, and the problem names the option', async () => {
  const { status, json } = await startConnection('instagram', true, LOCAL);
  expect(status).toBe(409);
  expect(json).toMatchObject({ code: 'public_url_required', platform: 'instagram' });
  expect(json.detail).toContain('--public-url https://<host of your tunnel>');
});

it.each([
  ['instagram', true, 'tunnel.example.com'],
  ['instagram', false, LOCAL],
  ['twitter', true, LOCAL],
] as const)('%s, real: %s, can be connected with the callback on %s', async (platform, isReal, domainName) => {
  expect((await startConnection(platform, isReal, domainName)).status).toBe(201);
});

it.each([
  ['the one that is open', '127.0.0.1:3000', 'http://localhost:3000', 'http://localhost:3000'],
  ['that of the dashboard for a page of another machine', LOCAL, 'https://evil.example', `http://${LOCAL}`],
  ['that of the dashboard for a client without an origin', LOCAL, undefined, `http://${LOCAL}`],
  ['that of the dashboard on a deployed stage', 'd1.example.com', 'http://localhost:3000', 'https://d1.example.com'],
])('the origin of passkeys is %s', (_, dashboardDomain, origin, expected) => {
  const event = { headers: { origin }, stageVariables: { dashboardDomain } };
  expect(passkeyOrigin({ event } as unknown as RequestContext)).toBe(expected);
});
