import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../lib/core/api/permission.ts';
import { callApi, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { interleave } from '../functions/interleave.ts';
import { newContent, newInvitation, newMember, setWorkspace } from '../functions/resources.ts';
import { sessionToken } from '../functions/sign-ins.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';

const table = setupApi();

type Caller = { token: string };

const put = ({ token }: Caller, body: Json) => callApi('workspace.update', { token, body });
const settingsOf = async ({ token }: Caller) => (await callApi('workspace.get', { token })).json;

/** A workspace whose owner requires approval by owners, and one of its admins. */
async function restricted(approver_roles: Role[] = ['owner']) {
  const owner = await newTenant();
  const admin = await newMember(owner, 'admin');
  await setWorkspace(owner, { approval: 'required', approver_roles });
  return { owner, admin };
}

async function expectRejected(owner: Tenant, request: () => ReturnType<typeof callApi>, code: string) {
  const before = storedItems(table);
  const { status, json } = await request();
  expect([status, json.code]).toEqual([403, code]);
  expect(storedItems(table)).toEqual(before);
  expect(await settingsOf(owner)).toMatchObject({ approval: 'required' });
}

describe('PUT /workspace while approvals are required', () => {
  it.each([
    { approver_roles: ['owner', 'admin'], authors_may_approve: true },
    { approval: 'none' },
    { approver_roles: ['approver'] },
  ])('is rejected with 403 for an admin who may not approve: %o', async (body) => {
    const { owner, admin } = await restricted();
    await expectRejected(owner, () => put(admin, body), 'approval_not_permitted');
  });

  it('is rejected with 403 for an API key and for a session of such an admin', async () => {
    const { owner, admin } = await restricted();
    const tokens = [admin.token, await sessionToken(admin)];
    for (const token of tokens) {
      await expectRejected(owner, () => put({ token }, { approval: 'none' }), 'approval_not_permitted');
    }
  });

  it('lets an admin who may approve narrow the settings, and rejects widening with owner_required', async () => {
    const { owner, admin } = await restricted(['owner', 'admin', 'approver']);
    await expectRejected(owner, () => put(admin, { authors_may_approve: true }), 'owner_required');
    await expectRejected(owner, () => put(admin, { approval: 'none' }), 'owner_required');
    expect((await put(admin, { approver_roles: ['owner'] })).status).toBe(200);
    // The admin is excluded now, and cannot return without an owner.
    const wide = { approver_roles: ['owner', 'admin', 'approver'] };
    await expectRejected(owner, () => put(admin, wide), 'approval_not_permitted');
    expect((await put(owner, wide)).status).toBe(200);
  });

  it('lets an owner widen the settings with a key that has content:approve, and with no other', async () => {
    const { owner } = await restricted();
    const narrow = await newToken(owner, ['team:read', 'team:write']);
    await expectRejected(owner, () => put({ token: narrow }, { approval: 'none' }), 'approval_not_permitted');
    const wide = await newToken(owner, ['team:write', 'content:approve']);
    expect((await put({ token: wide }, { approval: 'none' })).status).toBe(200);
  });

  it('never lets an admin widen what an owner restricts at the same moment, at whatever command', async () => {
    const statuses = new Set<number>();
    for (let n = 1, isInterleaved = true; isInterleaved; n++) {
      const owner = await newTenant();
      const admin = await newMember(owner, 'admin');
      const widen = () => put(admin, { authors_may_approve: true });
      const strict = { approval: 'required', approver_roles: ['owner'], authors_may_approve: false } as const;
      const restrict = () => setWorkspace(owner, { ...strict, approver_roles: ['owner'] });
      const { work, interleaved } = await interleave(table, 'worker', n, widen, restrict);
      isInterleaved = interleaved;
      statuses.add(work.status);
      expect(await settingsOf(owner)).toMatchObject(strict);
    }
    expect([...statuses].sort()).toEqual([200, 403]);
  });
});

describe('a role that may approve, while approvals are required', () => {
  it('cannot be given by an admin who may not approve: by invitation, or to a member', async () => {
    const { owner, admin } = await restricted(['owner', 'approver']);
    const editor = await newMember(owner, 'editor');
    const invite = { email: 'second.identity@example.com', role: 'approver' };
    await expectRejected(
      owner,
      () => callApi('team.invite', { token: admin.token, body: invite }),
      'approval_not_permitted',
    );
    const change = { token: admin.token, params: { id: editor.id }, body: { role: 'approver' } };
    await expectRejected(owner, () => callApi('team.update-member', change), 'approval_not_permitted');
    expect((await callApi('team.invite', { token: owner.token, body: invite })).status).toBe(201);
    expect((await callApi('team.update-member', { ...change, token: owner.token })).status).toBe(200);
  });

  it('cannot be given by sending the invitation of another member again', async () => {
    const { owner, admin } = await restricted(['owner', 'approver']);
    const { invitation } = await newInvitation(owner, { role: 'approver', permissions: [...ROLES.approver] }, 120);
    const resend = { token: admin.token, params: { id: invitation.id } };
    await expectRejected(owner, () => callApi('team.resend-invitation', resend), 'approval_not_permitted');
  });

  it('is not accepted from an invitation that such an admin has sent before', async () => {
    const owner = await newTenant();
    const admin = await newMember(owner, 'admin');
    const grants = { role: 'approver' as const, permissions: [...ROLES.approver] };
    const { token } = await newInvitation(owner, { ...grants, invited_by: admin.id });
    const accept = () => callApi('team.accept-invitation', { body: { token, name: 'Second Identity' } });
    await setWorkspace(owner, { approval: 'required', approver_roles: ['owner', 'approver'] });
    const before = storedItems(table);
    expect((await accept()).json.code).toBe('invitation_not_open');
    expect(storedItems(table)).toEqual(before);
    await setWorkspace(owner, { approver_roles: ['owner', 'admin', 'approver'] });
    expect((await accept()).status).toBe(201);
  });

  it('stays changeable in its name by an admin who may not approve', async () => {
    const { owner, admin } = await restricted(['owner', 'approver']);
    const approver = await newMember(owner, 'approver');
    const change = { token: admin.token, params: { id: approver.id }, body: { name: 'Grace H.' } };
    expect((await callApi('team.update-member', change)).status).toBe(200);
  });
});

it('an admin excluded from approving cannot get an item of their own published', async () => {
  const { owner, admin } = await restricted();
  const { id } = await newContent({ ...owner, token: admin.token });
  const call = (action: 'submit' | 'approve', body = {}) =>
    callApi(`content.${action}`, { token: admin.token, params: { id }, body });
  expect((await call('submit')).status).toBe(200);
  await put(admin, { approver_roles: ['owner', 'admin'], authors_may_approve: true });
  expect((await call('approve')).json.code).toBe('approval_not_permitted');
});
