import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../lib/core/api/permission.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { accept, headers, invite, ofKind, resend, revoke } from '../functions/given/invitations.ts';
import { newInvitation, newMember } from '../functions/resources.ts';
import { newId, newTenant, newToken, type Tenant } from '../functions/tenants.ts';

const table = setupApi();
const DAY = 86_400_000;

const list = (tenant: Tenant, query: Record<string, string> = {}) =>
  callApi('team.list-invitations', { token: tenant.token, query });

const idsOf = ({ json }: { json: Json }) => (json.invitations as Json[]).map(({ invitation_id }) => invitation_id);

describe('GET /team/invitations', () => {
  describe('200', () => {
    it('returns the status of an invitation, and no token', async () => {
      const tenant = await newTenant();
      const { invitation, token } = await newInvitation(tenant, { email: 'new@example.com' });
      const answer = await list(tenant);
      expect(answer.json.invitations).toEqual([
        {
          invitation_id: invitation.id,
          status: 'sent',
          email: 'new@example.com',
          role: 'editor',
          permissions: [...ROLES.editor],
          invited_by: tenant.owner.id,
          created_at: '2026-08-03T10:00:30.000Z',
          sent_at: '2026-08-03T10:00:30.000Z',
          expires_at: '2026-08-10T10:00:30.000Z',
          mail: 'none',
          accepted_at: null,
          user_id: null,
        },
      ]);
      expect(answer.text).not.toContain(token);
    });

    it('is newest first, and contains nothing of another workspace', async () => {
      const [tenant, other] = [await newTenant(), await newTenant()];
      await newInvitation(other);
      const made: string[] = [];
      for (let number = 0; number < 3; number++) {
        made.unshift((await newInvitation(tenant)).invitation.id);
        advanceTime(1);
      }
      expect(idsOf(await list(tenant))).toEqual(made);
    });

    it('filters by state, and finds an expired one by its time alone', async () => {
      const tenant = await newTenant();
      const expiring = (await newInvitation(tenant, {}, 6 * 86_400)).invitation.id;
      const sent = (await newInvitation(tenant)).invitation.id;
      const accepted = await newInvitation(tenant);
      await accept(accepted.token);
      const revoked = (await newInvitation(tenant)).invitation.id;
      await revoke(tenant, revoked);
      const found = async (status: string) => idsOf(await list(tenant, { status }));
      expect(await found('sent')).toEqual([sent, expiring]);
      expect(await found('accepted')).toEqual([accepted.invitation.id]);
      expect(await found('revoked')).toEqual([revoked]);
      expect(await found('expired')).toEqual([]);
      advanceTime(DAY);
      const token = await newToken(tenant);
      const later = await list({ ...tenant, token }, { status: 'expired' });
      expect(idsOf(later)).toEqual([expiring]);
      expect((later.json.invitations as Json[])[0]!.status).toBe('expired');
      expect(idsOf(await list({ ...tenant, token }, { status: 'sent' }))).toEqual([sent]);
    });

    it('has the total of the filter, and pages of it in both forms', async () => {
      const tenant = await newTenant();
      for (let number = 0; number < 5; number++) {
        await newInvitation(tenant);
        advanceTime(1);
      }
      await revoke(tenant, (await newInvitation(tenant)).invitation.id);
      const whole = idsOf(await list(tenant, { status: 'sent' }));
      const first = await list(tenant, { status: 'sent', limit: '3' });
      expect(first.json.pagination).toMatchObject({ total: 5, has_more: true });
      const cursor = String((first.json.pagination as Json).next_cursor);
      const rest = await list(tenant, { status: 'sent', limit: '3', cursor });
      expect([...idsOf(first), ...idsOf(rest)]).toEqual(whole);
      expect(idsOf(await list(tenant, { status: 'sent', page: '2', per_page: '3' }))).toEqual(idsOf(rest));
    });
  });

  describe('400', () => {
    it('rejects an unknown state, naming it', async () => {
      const answer = await list(await newTenant(), { status: 'pending' });
      expect([answer.status, (answer.json.errors as Json[])[0]!.pointer]).toEqual([400, 'status']);
    });
  });
});

describe('POST /team/invitations/accept', () => {
  describe('201', () => {
    it('creates a member for the invited address, with an API key for the granted permissions', async () => {
      const tenant = await newTenant();
      const { invitation, token } = await newInvitation(tenant, {
        email: 'grace@example.com',
        permissions: ['content:read'],
      });
      const answer = await accept(token);
      expect(answer.status, answer.text).toBe(201);
      expect(answer.json).toEqual({
        user_id: expect.stringMatching(/^usr_/),
        workspace_id: tenant.workspace.id,
        name: 'Grace Hopper',
        email: 'grace@example.com',
        role: 'editor',
        permissions: ['content:read'],
        client_id: expect.stringMatching(/^key_/),
        client_secret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      });
      const { client_id, client_secret, user_id } = answer.json;
      const pair = { client_id, client_secret, grant_type: 'client_credentials' };
      const exchanged = await callApi('auth.token', { body: pair });
      expect(exchanged.json.scope).toBe('content:read');
      const verified = await callApi('auth.verify', { token: String(exchanged.json.access_token) });
      expect(verified.json).toMatchObject({ user_id, workspace_id: tenant.workspace.id });
      const listed = (await list(tenant)).json.invitations as Json[];
      expect(listed[0]).toMatchObject({ status: 'accepted', user_id, accepted_at: invitation.created_at });
      expect((await callApi('team.list-members', { token: tenant.token })).json.members).toHaveLength(2);
    });

    it('needs no bearer token, and ignores any that is sent', async () => {
      const [tenant, other] = [await newTenant(), await newTenant()];
      for (const bearer of [other.token, 'unknown']) {
        const { token } = await newInvitation(tenant);
        const answer = await callApi('team.accept-invitation', {
          token: bearer,
          body: { token, name: 'Grace' },
        });
        expect([answer.status, answer.json.workspace_id]).toEqual([201, tenant.workspace.id]);
      }
    });

    it('stores neither the token nor the secret, only their hashes', async () => {
      const { token } = await newInvitation(await newTenant());
      const { json } = await accept(token);
      const stored = JSON.stringify(table.items());
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(json.client_secret);
    });

    it('moves the address to the member: it cannot be invited again', async () => {
      const tenant = await newTenant();
      const { invitation, token } = await newInvitation(tenant);
      await accept(token);
      advanceTime(30 * DAY);
      const again = await invite({ token: await newToken(tenant) }, invitation.email);
      expect([again.status, again.json.code]).toEqual([409, 'already_member']);
    });

    it.each<[Role, Role, Role]>([
      ['owner', 'admin', 'owner'],
      ['admin', 'editor', 'admin'],
      ['admin', 'editor', 'viewer'],
    ])(
      'of an inviter who was %s and is now %s, as %s, is rejected until another member sends it again',
      async (was, is, role) => {
        const tenant = await newTenant();
        const inviter = await newMember(tenant, was);
        const { json } = await callApi('team.invite', {
          token: inviter.token,
          body: { email: 'late@example.com', role },
        });
        const demotion = { params: { id: inviter.id }, body: { role: is } };
        await callApi('team.update-member', { token: tenant.token, ...demotion });
        const before = storedItems(table);
        expect((await accept(json.token)).json.code).toBe('invitation_not_open');
        expect(storedItems(table)).toEqual(before);
        advanceTime(60_000);
        const again = await resend({ token: await newToken(tenant) }, String(json.invitation_id));
        expect((await accept(again.json.token)).json.permissions).toEqual([...ROLES[role]]);
      },
    );

    it('grants what was granted, after a change of the inviter who could still send it', async () => {
      const tenant = await newTenant();
      const inviter = await newMember(tenant, 'owner');
      const { json } = await invite(inviter, 'late@example.com');
      const demotion = { params: { id: inviter.id }, body: { role: 'admin' } };
      await callApi('team.update-member', { token: tenant.token, ...demotion });
      expect((await accept(json.token)).json.permissions).toEqual([...ROLES.editor]);
    });

    it('of ten concurrent requests with one token creates one member with one key, and the others get the same 404', async () => {
      const { token } = await newInvitation(await newTenant());
      const answers = await Promise.all(Array.from({ length: 10 }, () => accept(token)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
      expect([ofKind('Member'), ofKind('ApiKey')].map(({ length }) => length)).toEqual([2, 2]);
    });

    it('of a concurrent acceptance and revocation, at any distance in time, one succeeds', async () => {
      for (let distance = 0; distance < 60; distance += 3) {
        table.clear();
        const tenant = await newTenant();
        const { invitation, token } = await newInvitation(tenant);
        const accepting = accept(token);
        for (let turn = 0; turn < distance; turn++) await null;
        const [accepted, revoked] = await Promise.all([accepting, revoke(tenant, invitation.id)]);
        expect([
          [201, 409],
          [404, 200],
        ]).toContainEqual([accepted.status, revoked.status]);
        expect(ofKind('Member')).toHaveLength(accepted.status === 201 ? 2 : 1);
      }
    });
  });

  describe('404', () => {
    it('an unknown, used, replaced, expired or revoked token has the same response, byte for byte', async () => {
      const tenant = await newTenant();
      const [used, revoked, replaced, expired] = await Promise.all([
        newInvitation(tenant),
        newInvitation(tenant),
        newInvitation(tenant, {}, 120),
        newInvitation(tenant, {}, 7 * 86_400),
      ]);
      await accept(used.token);
      await revoke(tenant, revoked.invitation.id);
      expect((await resend(tenant, replaced.invitation.id)).status).toBe(200);
      const before = storedItems(table);
      const tokens = [
        newId('invitation'),
        '',
        'é',
        'x'.repeat(512),
        used.token,
        revoked.token,
        replaced.token,
        expired.token,
        used.token.slice(0, -1),
      ];
      const answers = await Promise.all(tokens.map((token) => accept(token)));
      expect([answers[0]!.status, answers[0]!.json.code]).toEqual([404, 'invitation_not_open']);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(storedItems(table)).toEqual(before);
    });

    it('is the response to the same acceptance sent again, also with an Idempotency-Key', async () => {
      const { token } = await newInvitation(await newTenant());
      const asked = {
        body: { token, name: 'Grace' },
        headers: { ...headers, 'idempotency-key': 'join-1' },
      };
      expect((await callApi('team.accept-invitation', asked)).status).toBe(201);
      expect((await callApi('team.accept-invitation', asked)).status).toBe(404);
    });
  });

  describe('422', () => {
    it.each<[string, Json, string]>([
      ['no token', { name: 'Grace' }, '/token'],
      ['a token that is not a string', { token: 5, name: 'Grace' }, '/token'],
      ['a token longer than any', { token: 'x'.repeat(513), name: 'Grace' }, '/token'],
      ['no name', { token: 'x' }, '/name'],
      ['an invisible name', { token: 'x', name: '\u200b' }, '/name'],
      ['a role', { token: 'x', name: 'Grace', role: 'owner' }, '/role'],
    ])('%s is rejected, naming the field', async (_, body, pointer) => {
      const answer = await callApi('team.accept-invitation', { body });
      expect([answer.status, (answer.json.errors as Json[])[0]!.pointer]).toEqual([422, pointer]);
    });
  });
});

describe('invitation emails', () => {
  const inviteAgain = async (tenant: Tenant, email: string) => {
    const answer = await invite(tenant, email);
    if (answer.status === 201) await revoke(tenant, String(answer.json.invitation_id));
    return answer;
  };
  const mails = (count: number, ask: () => Promise<{ status: number }>) =>
    Array.from({ length: count }).reduce<Promise<number[]>>(
      async (made) => [...(await made), (await ask()).status],
      Promise.resolve([]),
    );

  it('to one address are at most five a day, however often it is invited, revoked and sent again', async () => {
    const tenant = await newTenant();
    expect(await mails(4, () => inviteAgain(tenant, 'new@example.com'))).toEqual([201, 201, 201, 201]);
    const { json } = await invite(tenant, 'New@Example.com');
    advanceTime(60_000);
    const before = storedItems(table);
    const answer = await resend(tenant, String(json.invitation_id));
    expect([answer.status, answer.json.code]).toEqual([429, 'invitation_limit']);
    expect(answer.headers['retry-after']).toBe(String(14 * 3600 - 90));
    expect(storedItems(table)).toEqual(before);
    await revoke(tenant, String(json.invitation_id));
    expect((await invite(tenant, 'new@example.com')).json.code).toBe('invitation_limit');
    expect((await invite(tenant, 'other@example.com')).status).toBe(201);
    expect((await invite(await newTenant(), 'new@example.com')).status).toBe(201);
  });

  it('to one address are possible again on the next day (UTC)', async () => {
    const tenant = await newTenant();
    await mails(5, () => inviteAgain(tenant, 'new@example.com'));
    expect((await invite(tenant, 'new@example.com')).status).toBe(429);
    advanceTime(14 * 3_600_000 - 30_000);
    expect((await invite({ token: await newToken(tenant) }, 'new@example.com')).status).toBe(201);
  });

  it('of a workspace are at most 500 a day', async () => {
    const tenant = await newTenant();
    let number = 0;
    const statuses = await mails(501, () => invite(tenant, `person-${number++}@example.com`));
    expect(statuses.filter((status) => status === 201)).toHaveLength(500);
    expect(statuses.at(-1)).toBe(429);
  });

  it('of rejected and repeated requests do not count', async () => {
    const tenant = await newTenant();
    const asked = { token: tenant.token, body: { email: 'new@example.com', role: 'editor' } };
    const keyed = { ...asked, headers: { 'content-type': 'application/json', 'idempotency-key': 'once' } };
    expect(await mails(20, () => callApi('team.invite', keyed))).toEqual(Array(20).fill(201));
    expect(await mails(20, () => callApi('team.invite', asked))).toEqual(Array(20).fill(409));
    expect(ofKind('EmailCount').map(({ emails }) => emails)).toEqual([1, 1]);
  });

  it('of concurrent requests do not exceed the maximum', async () => {
    const tenant = await newTenant();
    await mails(3, () => inviteAgain(tenant, 'new@example.com'));
    const { invitation } = await newInvitation(tenant, { email: 'new@example.com' }, 120);
    await resend(tenant, invitation.id);
    advanceTime(60_000);
    const answers = await Promise.all(Array.from({ length: 5 }, () => resend(tenant, invitation.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    advanceTime(60_000);
    expect((await resend(tenant, invitation.id)).json.code).toBe('invitation_limit');
  });

  it('are not counted in a stage that sends none', async () => {
    process.env.SETTINGS = JSON.stringify(stage('local', 3000, { emailSender: null }));
    const tenant = await newTenant();
    const statuses = await mails(7, () => inviteAgain(tenant, 'new@example.com'));
    process.env.SETTINGS = JSON.stringify(stage('local'));
    expect(statuses).toEqual(Array(7).fill(201));
  });
});
