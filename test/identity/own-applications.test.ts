import { describe, expect, it } from 'vitest';
import { callApi, type Json, setupApi, succeed } from '../functions/api-harness.ts';
import { authorizationRequest, authorize, decideAuthorization, MCP_RESOURCE } from '../functions/authorizations.ts';
import { decide, signInDevice, startDevice } from '../functions/device-logins.ts';
import { newMember } from '../functions/resources.ts';
import { newSessionCookie, sessionToken } from '../functions/sign-ins.ts';
import { newTenant } from '../functions/tenants.ts';

setupApi();

const list = async (token: string) => (await callApi('keys.list', { token })).json.keys as Json[];
const pause = (token: string, id: unknown) =>
  callApi('keys.update', { token, params: { id: String(id) }, body: { paused: true } });
const revoke = (token: string, id: unknown) => callApi('keys.delete', { token, params: { id: String(id) } });

/** A workspace with a viewer who has authorized an agent and a device. */
async function newViewer() {
  const tenant = await newTenant();
  const viewer = await newMember(tenant, 'viewer');
  await authorize(viewer, { resource: MCP_RESOURCE });
  await signInDevice(viewer);
  return { tenant, viewer, session: await sessionToken(viewer) };
}

describe('a session without the permissions for keys', () => {
  it('lists the applications that its member has authorized, and no other keys', async () => {
    const { session, tenant } = await newViewer();
    const client = { id: 'cis', name: 'Command line (cis)', host: null };
    const keys = await list(session);
    expect(keys).toHaveLength(2);
    for (const { oauth_client } of keys) expect(oauth_client).toEqual(client);
    expect(await list(tenant.token)).toHaveLength(4);
  });

  it('pauses and revokes them', async () => {
    const { session } = await newViewer();
    const keys = await list(session);
    expect((await pause(session, keys.find(({ agent }) => agent)!.id)).status).toBe(200);
    for (const key of keys) expect((await revoke(session, key.id)).status).toBe(200);
    expect(await list(session)).toEqual([]);
  });

  it('does not resume an agent, which an administrator may have paused', async () => {
    const { session, tenant } = await newViewer();
    const { id } = (await list(session)).find(({ agent }) => agent)!;
    expect((await pause(tenant.token, id)).status).toBe(200);
    const params = { id: String(id) };
    const answer = await callApi('keys.update', { token: session, params, body: { paused: false } });
    expect([answer.status, answer.json.code]).toEqual([403, 'insufficient_scope']);
    await succeed('keys.update', { token: tenant.token, params, body: { paused: false } });
  });

  it('changes no key of another member, and no key without an application', async () => {
    const { session, tenant, viewer } = await newViewer();
    await authorize(tenant.owner, { resource: MCP_RESOURCE });
    const others = (await list(tenant.token)).filter((key) => key.user_id !== viewer.id || key.oauth_client === null);
    expect(others).toHaveLength(3);
    for (const { id } of others) {
      for (const answer of [await pause(session, id), await revoke(session, id)]) {
        expect([answer.status, answer.json.code]).toEqual([403, 'insufficient_scope']);
      }
    }
    expect(await list(tenant.token)).toHaveLength(5);
  });

  it('is not needed by an access token of a key, which needs the permissions', async () => {
    const { viewer } = await newViewer();
    const answer = await callApi('keys.list', { token: viewer.token });
    expect([answer.status, answer.json.code]).toEqual([403, 'insufficient_scope']);
  });
});

describe('a member without the permissions for keys', () => {
  it('gives access to at most 20 applications and devices, and leaves the other keys of the workspace', async () => {
    const tenant = await newTenant();
    const viewer = await newMember(tenant, 'viewer');
    const cookie = await newSessionCookie(viewer);
    const approve = () => decideAuthorization(cookie, authorizationRequest());
    const approveDevice = async () => decide(cookie, (await startDevice()).user_code);
    for (let number = 1; number < 19; number++) expect((await approve()).status).toBe(200);
    expect((await approveDevice()).status).toBe(200);
    // Two at the same time: one of them is the twentieth.
    const codes = (await Promise.all([approve(), approve()])).map(({ json }) => json.code);
    expect(codes.toSorted()).toEqual(['key_limit', undefined]);
    expect((await approveDevice()).json.code).toBe('key_limit');

    await succeed('keys.create', { token: tenant.token, body: { name: 'Another' } });
    expect((await authorize(tenant.owner)).status).toBe(200);
    const session = await sessionToken(viewer);
    expect((await revoke(session, (await list(session))[0]!.id)).status).toBe(200);
    expect((await approve()).status).toBe(200);
  });
});
