import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { operation } from '../../lib/accounts/api/platform-apps/check.ts';
import {
  APP_CHECKS_PER_MINUTE,
  STAGE_APP_CHECKS_PER_MINUTE,
  stageAppCheckPolicy,
} from '../../lib/accounts/rules/rate-limits.ts';
import { takeQuota } from '../../lib/identity/pipeline/rate-limit.ts';
import { SIMULATED_APP } from '../../lib/platforms/kit/simulator/simulated-platform.ts';
import { advanceTime, callApi, setupApi, succeed } from '../functions/api-harness.ts';
import { newWorkspaceApp, setStageApp } from '../functions/connections.ts';
import { simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

const table = setupApi();
simulatePlatforms();
const ACCEPTED = { client_id: SIMULATED_APP.clientId, client_secret: SIMULATED_APP.clientSecret };

const check = ({ token }: Tenant, platform: string) => succeed('platform-apps.check', { token, params: { platform } });

it('is ready with the credentials that the platform accepts, and names the redirect URI to register', async () => {
  const tenant = await newTenant();
  await newWorkspaceApp(tenant, 'twitter', ACCEPTED);
  const apps = () => table.items().filter(({ entity }) => entity === 'WorkspaceApp');
  const before = apps();
  expect(await check(tenant, 'x')).toEqual({
    platform: 'twitter',
    status: 'ready',
    owner: 'workspace',
    client_id: SIMULATED_APP.clientId,
    redirect_uri: 'https://api.example.com/v1/connect/callback',
    missing_scopes: [],
    problems: [],
  });
  expect(apps()).toEqual(before);
});

it.each(['twitter', 'linkedin', 'instagram'] as const)(
  'is incomplete with a secret that %s rejects, and does not repeat the secret',
  async (platform) => {
    const tenant = await newTenant();
    await newWorkspaceApp(tenant, platform);
    const checked = await check(tenant, platform);
    expect(checked).toMatchObject({ status: 'incomplete', problems: [{ code: 'credentials_rejected' }] });
    expect(JSON.stringify(checked)).not.toContain('own-app-secret');
  },
);

it('checks the app of the stage where the workspace has brought none, and never that of another workspace', async () => {
  const [one, other] = [await newTenant(), await newTenant()];
  await newWorkspaceApp(other, 'linkedin', ACCEPTED);
  expect(await check(one, 'linkedin')).toMatchObject({
    status: 'incomplete',
    owner: null,
    client_id: null,
    problems: [{ code: 'app_missing', message: expect.stringContaining('/v1/connect/callback') }],
  });
  await setStageApp('linkedin');
  expect(await check(one, 'linkedin')).toMatchObject({ owner: 'stage', client_id: 'stage-client' });
});

it('names the permissions that the scopes of the app leave out, without which it is ready', async () => {
  const tenant = await newTenant();
  await newWorkspaceApp(tenant, 'twitter', { ...ACCEPTED, scopes: ['tweet.read', 'tweet.write', 'users.read'] });
  expect(await check(tenant, 'twitter')).toMatchObject({
    status: 'ready',
    missing_scopes: ['media.write', 'offline.access'],
  });
});

it('is ready on Bluesky, which knows the stage by a URL', async () => {
  const { status, owner, client_id } = await check(await newTenant(), 'bluesky');
  expect([status, owner]).toEqual(['ready', 'stage']);
  expect(client_id).toMatch(/^https:/);
});

it('is limited in a minute, and the checks of another workspace are not counted for it', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  await newWorkspaceApp(tenant, 'twitter', ACCEPTED);
  advanceTime(60_000 - (Date.now() % 60_000) + 20_000);
  const ask = ({ token }: Tenant) => callApi('platform-apps.check', { token, params: { platform: 'x' } });
  for (let count = 0; count < APP_CHECKS_PER_MINUTE; count++) expect((await ask(tenant)).status).toBe(200);
  const { status, headers, json } = await ask(tenant);
  expect([status, headers['retry-after'], json.code, json['violated-policies']]).toEqual([
    429,
    '40',
    'quota-exceeded',
    ['app-check'],
  ]);
  expect((await ask(other)).status).toBe(200);
  advanceTime(40_000);
  expect((await ask(tenant)).status).toBe(200);
});

it('of the app of the stage is limited over all workspaces, and each platform has a limit of its own', async () => {
  const [one, other, own] = [await newTenant(), await newTenant(), await newTenant()];
  for (const platform of ['twitter', 'linkedin'] as const) await setStageApp(platform);
  await newWorkspaceApp(own, 'twitter', ACCEPTED);
  advanceTime(60_000 - (Date.now() % 60_000) + 20_000);
  const ask = ({ token }: Tenant, platform = 'x') => callApi('platform-apps.check', { token, params: { platform } });
  for (let count = 2; count < STAGE_APP_CHECKS_PER_MINUTE; count++) {
    expect(await takeQuota(stageAppCheckPolicy('twitter'), Date.now())).toBe(true);
  }
  expect([(await ask(one)).status, (await ask(other)).status]).toEqual([200, 200]);
  for (const tenant of [one, other]) {
    const { status, headers, json } = await ask(tenant);
    const limit = [status, headers['retry-after'], json['violated-policies']];
    expect(limit).toEqual([429, '40', ['stage-app-check']]);
  }
  expect([(await ask(own)).status, (await ask(one, 'linkedin')).status]).toEqual([200, 200]);
  advanceTime(40_000);
  expect((await ask(one)).status).toBe(200);
});

it('has both limits in its description and in the guide', () => {
  expect(operation.description).toContain(
    `At most ${APP_CHECKS_PER_MINUTE} checks of a workspace in a minute, and ${STAGE_APP_CHECKS_PER_MINUTE} of an app of the stage.`,
  );
  const guide = readFileSync(join(import.meta.dirname, '../../docs/reference/rate-limits.md'), 'utf8');
  expect(guide).toContain(
    `| ${APP_CHECKS_PER_MINUTE} a minute per workspace (\`app-check\`), ${STAGE_APP_CHECKS_PER_MINUTE} per app of the stage (\`stage-app-check\`) |`,
  );
});

it('returns 404 for a platform that does not exist', async () => {
  const { token } = await newTenant();
  const { status } = await callApi('platform-apps.check', { token, params: { platform: 'myspace' } });
  expect(status).toBe(404);
});
