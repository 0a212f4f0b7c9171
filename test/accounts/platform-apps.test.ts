import { describe, expect, it } from 'vitest';
import { getAppCredentials } from '../../lib/accounts/credentials/app-credentials.ts';
import { callApi, setupApi, succeed } from '../functions/api-harness.ts';
import { newWorkspaceApp, setStageApp } from '../functions/connections.ts';
import { newTenant } from '../functions/tenants.ts';

const table = setupApi();
const CALLBACK = 'https://api.example.com/v1/connect/callback';

describe('PUT /platform-apps/{platform}', () => {
  it('stores the secret encrypted and returns it nowhere', async () => {
    const tenant = await newTenant();
    const created = await newWorkspaceApp(tenant, 'twitter');
    expect(created).toMatchObject({
      platform: 'twitter',
      client_id: 'own-client',
      has_client_secret: true,
      scopes: null,
    });
    const read = await callApi('platform-apps.get', { token: tenant.token, params: { platform: 'x' } });
    expect(read.json).toEqual(created);
    expect(JSON.stringify([created, table.items()])).not.toContain('own-app-secret');
  });

  it('replaces the app, keeps its id, and removes a secret that is no longer sent', async () => {
    const tenant = await newTenant();
    const { id } = await newWorkspaceApp(tenant, 'twitter');
    const scopes = ['tweet.write'];
    const changed = await newWorkspaceApp(tenant, 'twitter', { client_secret: undefined, scopes });
    expect(changed).toMatchObject({ id, has_client_secret: false, scopes });
    expect(await getAppCredentials(tenant.workspace.id, 'twitter', CALLBACK)).toEqual({
      clientId: 'own-client',
      clientSecret: null,
      scopes,
    });
  });

  it('takes precedence over the app of the stage, in its workspace only', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    await setStageApp('linkedin');
    await newWorkspaceApp(one);
    const secretOf = async (id: string) => (await getAppCredentials(id, 'linkedin', CALLBACK))?.clientSecret;
    expect([await secretOf(one.workspace.id), await secretOf(other.workspace.id)]).toEqual([
      'own-app-secret',
      'stage-app-secret',
    ]);
  });

  it('rejects a secret with a line break, names the field, and stores nothing', async () => {
    const { token } = await newTenant();
    const body = { client_id: 'a', client_secret: 'two\nlines' };
    const { status, text, json } = await callApi('platform-apps.set', { token, params: { platform: 'twitter' }, body });
    expect([status, json.errors]).toEqual([422, [expect.objectContaining({ pointer: '/client_secret' })]]);
    expect(text).not.toContain('lines');
    expect(table.items().some(({ entity }) => entity === 'WorkspaceApp')).toBe(false);
  });

  it('returns 404 for a platform that does not exist', async () => {
    const { token } = await newTenant();
    const asked = { token, params: { platform: 'myspace' }, body: { client_id: 'a' } };
    expect((await callApi('platform-apps.set', asked)).status).toBe(404);
  });
});

describe('DELETE /platform-apps/{platform}', () => {
  it('leaves the app of the stage and those of other workspaces', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    await setStageApp('linkedin');
    for (const tenant of [one, other]) await newWorkspaceApp(tenant);
    await succeed('platform-apps.delete', { token: one.token, params: { platform: 'linkedin' } });
    expect((await getAppCredentials(one.workspace.id, 'linkedin', CALLBACK))?.clientId).toBe('stage-client');
    expect((await getAppCredentials(other.workspace.id, 'linkedin', CALLBACK))?.clientId).toBe('own-client');
  });

  it.each(['platform-apps.delete', 'platform-apps.get'])(
    '%s returns 404 where the workspace has brought none',
    async (name) => {
      const [one, other] = [await newTenant(), await newTenant()];
      await setStageApp('linkedin');
      await newWorkspaceApp(other);
      expect((await callApi(name, { token: one.token, params: { platform: 'linkedin' } })).status).toBe(404);
    },
  );
});
