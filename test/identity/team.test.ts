import { describe, expect, it } from 'vitest';
import { ROLES } from '../../lib/core/api/permission.ts';
import { advanceTime, callApi, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { newMember } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';

const table = setupApi();

const invite = (tenant: { token: string }, body: unknown) => callApi('team.invite', { token: tenant.token, body });
const good = { email: 'new@example.com', role: 'content_manager' };

describe('GET /team/members', () => {
  describe('200', () => {
    it('lists the members with role and permissions, and nothing of another workspace', async () => {
      const [tenant] = [await newTenant(), await newTenant()];
      const answer = await callApi('team.list-members', { token: tenant.token });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        members: [
          {
            id: tenant.owner.id,
            name: 'Ada Owner',
            email: 'owner@example.com',
            role: 'owner',
            permissions: [...ROLES.owner],
          },
        ],
        pagination: { page: 1, per_page: 20, total: 1, total_is_capped: false, next_cursor: null, has_more: false },
      });
    });
  });
});

describe('POST /team/invite', () => {
  describe('201', () => {
    it('creates an invitation for seven days, with the permissions of the role', async () => {
      const answer = await invite(await newTenant(), good);
      expect(answer.status, answer.text).toBe(201);
      expect(answer.json).toEqual({
        invitation_id: expect.stringMatching(/^inv_[0-9A-Z]{26}$/),
        status: 'sent',
        expires_at: '2026-08-10T10:00:30.000Z',
        email: 'new@example.com',
        role: 'content_manager',
        permissions: [...ROLES.content_manager],
        mail: 'pending',
        token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        link: `https://dashboard.example.com/app/#/invitation?token=${answer.json.token}`,
      });
    });

    it('stores only the hash of the token', async () => {
      const answer = await invite(await newTenant(), good);
      expect(JSON.stringify(table.items())).not.toContain(answer.json.token);
    });

    it('lets an owner invite an owner', async () => {
      expect((await invite(await newTenant(), { ...good, role: 'owner' })).status).toBe(201);
    });

    it('grants fewer permissions than the role on request', async () => {
      const answer = await invite(await newTenant(), { ...good, permissions: ['content:read'] });
      expect(answer.json.permissions).toEqual(['content:read']);
    });

    it('allows an address again once its invitation has expired', async () => {
      const tenant = await newTenant();
      await invite(tenant, good);
      advanceTime(7 * 86_400_000);
      const token = await newToken(tenant);
      expect((await invite({ token }, good)).status).toBe(201);
    });

    it('allows an address in two workspaces', async () => {
      expect((await invite(await newTenant(), good)).status).toBe(201);
      expect((await invite(await newTenant(), good)).status).toBe(201);
    });

    it('of ten concurrent requests for one address, creates one', async () => {
      const tenant = await newTenant();
      const answers = await Promise.all(Array.from({ length: 10 }, () => invite(tenant, good)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
      expect(storedItems(table).filter(({ entity }) => entity === 'Invitation')).toHaveLength(1);
    });
  });

  describe('403', () => {
    it('a caller cannot grant what they lack: the response names it, and nothing is written', async () => {
      const tenant = await newTenant();
      const token = await newToken(tenant, ['team:write', 'content:read']);
      const before = storedItems(table);
      const answer = await invite({ token }, { ...good, role: 'editor' });
      expect([answer.status, answer.json.code]).toEqual([403, 'insufficient_scope']);
      expect(answer.json.required_permissions).toEqual(['content:write', 'schedule:read']);
      expect(answer.headers['x-accepted-permissions']).toBe('content:write, schedule:read');
      expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope"');
      expect(storedItems(table)).toEqual(before);
    });

    it('an admin cannot invite an owner, even with the same permissions', async () => {
      const tenant = await newTenant();
      const admin = await newMember(tenant, 'admin');
      const before = storedItems(table);
      const rejected = await invite(admin, { ...good, role: 'owner' });
      expect([rejected.status, rejected.json.code]).toEqual([403, 'owner_required']);
      expect(storedItems(table)).toEqual(before);
      expect((await invite(admin, { ...good, role: 'admin' })).status).toBe(201);
    });

    it('a caller grants the permissions they have', async () => {
      const tenant = await newTenant();
      const token = await newToken(tenant, ['team:write', ...ROLES.editor]);
      expect((await invite({ token }, { ...good, role: 'editor' })).status).toBe(201);
    });
  });

  describe('409', () => {
    it.each(['new@example.com', 'NEW@Example.COM'])('%s is invited already', async (email) => {
      const tenant = await newTenant();
      const first = await invite(tenant, good);
      const before = storedItems(table);
      const second = await invite(tenant, { ...good, email });
      expect([second.status, second.json.code]).toEqual([409, 'already_invited']);
      expect(second.json.invitation_id).toBe(first.json.invitation_id);
      expect(storedItems(table)).toEqual(before);
    });

    it.each(['owner@example.com', 'Owner@Example.com'])('%s is already a member, permanently', async (email) => {
      const tenant: Tenant = await newTenant();
      advanceTime(3650 * 86_400_000);
      const token = await newToken(tenant);
      const answer = await invite({ token }, { ...good, email });
      expect([answer.status, answer.json.code]).toEqual([409, 'already_member']);
    });
  });

  describe('422', () => {
    const wrong: [string, Json, string][] = [
      ['no email address', { role: 'editor' }, '/email'],
      ['an invalid address', { ...good, email: 'unknown' }, '/email'],
      ['an address with a line break', { ...good, email: 'a@example.com\r\nBcc: b@example.com' }, '/email'],
      ['an address that is too long', { ...good, email: `${'a'.repeat(250)}@example.com` }, '/email'],
      ['an address with a local part of 65 characters', { ...good, email: `${'a'.repeat(65)}@example.com` }, '/email'],
      ['no role', { email: 'new@example.com' }, '/role'],
      ['an unknown role', { ...good, role: 'king' }, '/role'],
      ['a role by the name of a property', { ...good, role: 'constructor' }, '/role'],
      ['an unknown permission', { ...good, permissions: ['content:everything'] }, '/permissions/0'],
      ['a permission twice', { ...good, permissions: ['content:read', 'content:read'] }, '/permissions'],
      ['no permissions', { ...good, permissions: [] }, '/permissions'],
      ['more than the role has', { ...good, role: 'viewer', permissions: ['content:write'] }, '/permissions'],
      ['a status', { ...good, status: 'accepted' }, '/status'],
    ];
    it.each(wrong)('%s is rejected, naming the field, and nothing is written', async (_, body, pointer) => {
      const tenant = await newTenant();
      const before = storedItems(table);
      const answer = await invite(tenant, body);
      expect(answer.status, answer.text).toBe(422);
      expect([...new Set((answer.json.errors as Json[]).map((error) => error.pointer))]).toEqual([pointer]);
      expect(storedItems(table)).toEqual(before);
    });
  });
});
