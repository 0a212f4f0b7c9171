import { describe, expect, it } from 'vitest';
import { ROLES } from '../../lib/core/api/permission.ts';
import type { Invitation } from '../../lib/identity/rules/invitation.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi, setupApi, storedItems } from '../functions/api-harness.ts';
import { accept, invite, ofKind, resend, revoke } from '../functions/given/invitations.ts';
import { newInvitation } from '../functions/resources.ts';
import { newId, newTenant, newToken } from '../functions/tenants.ts';

const table = setupApi();
const DAY = 86_400_000;

describe('POST /team/invitations/{id}/resend', () => {
  describe('200', () => {
    it('has a new token and seven new days, and the old token is no longer valid', async () => {
      const tenant = await newTenant();
      const { invitation, token } = await newInvitation(tenant, {}, 3 * 86_400);
      const answer = await resend(tenant, invitation.id);
      expect(answer.json).toMatchObject({
        invitation_id: invitation.id,
        status: 'sent',
        expires_at: '2026-08-10T10:00:30.000Z',
        mail: 'pending',
      });
      expect((await accept(token)).status).toBe(404);
      expect((await accept(answer.json.token)).status).toBe(201);
    });

    it('reserves the address for as long: it has no second invitation', async () => {
      const tenant = await newTenant();
      const { invitation } = await newInvitation(tenant, {}, 6 * 86_400);
      await resend(tenant, invitation.id);
      advanceTime(5 * DAY);
      const again = await invite({ token: await newToken(tenant) }, invitation.email);
      expect([again.status, again.json.invitation_id]).toEqual([409, invitation.id]);
    });

    it('renews an expired one', async () => {
      const tenant = await newTenant();
      const { invitation } = await newInvitation(tenant, {}, 30 * 86_400);
      const answer = await resend(tenant, invitation.id);
      expect((await accept(answer.json.token)).status).toBe(201);
    });

    it('of ten concurrent requests sends one', async () => {
      const tenant = await newTenant();
      const { invitation } = await newInvitation(tenant, {}, 120);
      const answers = await Promise.all(Array.from({ length: 10 }, () => resend(tenant, invitation.id)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
      expect(ofKind('Invitation')[0]!.send_count).toBe(2);
    });
  });

  describe('403', () => {
    it('a caller without the granted permissions does not send it again', async () => {
      const tenant = await newTenant();
      const { invitation } = await newInvitation(tenant, {}, 30 * 86_400);
      const token = await newToken(tenant, ['team:write']);
      const answer = await resend({ token }, invitation.id);
      expect([answer.status, answer.json.required_permissions]).toEqual([403, [...ROLES.editor]]);
    });
  });

  describe('409', () => {
    it('an accepted or revoked one is not sent again', async () => {
      const tenant = await newTenant();
      const accepted = await newInvitation(tenant, {}, 120);
      await accept(accepted.token);
      const revoked = await newInvitation(tenant, {}, 120);
      await revoke(tenant, revoked.invitation.id);
      for (const [{ invitation }, current] of [
        [accepted, 'accepted'],
        [revoked, 'revoked'],
      ] as const) {
        const { status, json } = await resend(tenant, invitation.id);
        expect([status, json.code, json.current]).toEqual([409, 'invalid_state_transition', current]);
      }
    });

    it('an expired one whose address was invited again is unchanged', async () => {
      const tenant = await newTenant();
      const { invitation } = await newInvitation(tenant, {}, 30 * 86_400);
      const reinvited = await invite(tenant, invitation.email);
      const before = storedItems(table);
      const answer = await resend(tenant, invitation.id);
      expect([answer.status, answer.json.code]).toEqual([409, 'already_invited']);
      expect(answer.json.invitation_id).toBe(reinvited.json.invitation_id);
      expect(storedItems(table)).toEqual(before);
    });
  });

  describe('429', () => {
    it('a second request within a minute is rejected, with Retry-After', async () => {
      const tenant = await newTenant();
      const { invitation } = await newInvitation(tenant, {}, 18);
      const answer = await resend(tenant, invitation.id);
      expect([answer.status, answer.json.code]).toEqual([429, 'sent_recently']);
      expect(answer.headers['retry-after']).toBe('42');
      advanceTime(42_000);
      expect((await resend(tenant, invitation.id)).status).toBe(200);
    });
  });
});

describe('DELETE /team/invitations/{id}', () => {
  describe('200', () => {
    it('ends the token and releases the address', async () => {
      const tenant = await newTenant();
      const { invitation, token } = await newInvitation(tenant);
      const answer = await revoke(tenant, invitation.id);
      expect([answer.status, answer.json]).toEqual([
        200,
        { success: true, message: `Invitation ${invitation.id} is revoked.` },
      ]);
      expect((await accept(token)).status).toBe(404);
      expect((await invite(tenant, invitation.email)).status).toBe(201);
    });

    it('a second time changes nothing, above all not the new owner of the address', async () => {
      const tenant = await newTenant();
      const { invitation } = await newInvitation(tenant);
      await revoke(tenant, invitation.id);
      await invite(tenant, invitation.email);
      const before = storedItems(table);
      expect((await revoke(tenant, invitation.id)).status).toBe(200);
      expect(storedItems(table)).toEqual(before);
    });

    it('of an expired one leaves the address to the later invitation', async () => {
      const tenant = await newTenant();
      const { invitation } = await newInvitation(tenant, {}, 30 * 86_400);
      await invite(tenant, invitation.email);
      expect((await revoke(tenant, invitation.id)).status).toBe(200);
      expect((await invite(tenant, invitation.email)).json.code).toBe('already_invited');
      expect((await resend(tenant, invitation.id)).status).toBe(409);
    });
  });

  describe('404', () => {
    it.each(['resend', 'revoke'] as const)(
      '%s: an invitation of another workspace is the same as an unknown one',
      async (verb) => {
        const [tenant, other] = [await newTenant(), await newTenant()];
        const { invitation } = await newInvitation(other, {}, 120);
        const ask = verb === 'resend' ? resend : revoke;
        const before = storedItems(table);
        const [foreign, nothing] = [await ask(tenant, invitation.id), await ask(tenant, newId('invitation'))];
        expect([foreign.status, nothing.status, foreign.json.detail]).toEqual([404, 404, nothing.json.detail]);
        expect(storedItems(table)).toEqual(before);
      },
    );
  });

  describe('409', () => {
    it('an accepted one has become a member, and is removed as one', async () => {
      const tenant = await newTenant();
      const { invitation, token } = await newInvitation(tenant);
      await accept(token);
      const { status, json } = await revoke(tenant, invitation.id);
      expect([status, json.code, json.current]).toEqual([409, 'invalid_state_transition', 'accepted']);
    });
  });
});

describe('the token of an invitation', () => {
  it.each([
    ['development', {}],
    ['production', { alarmEmail: 'none' }],
  ])('is in no response and not in the table of the stage %s', async (name, alarms) => {
    const settings = process.env.SETTINGS;
    process.env.SETTINGS = JSON.stringify(stage(name, 3000, { emailSender: 'team@example.com', ...alarms }));
    try {
      const tenant = await newTenant();
      const asked = { token: tenant.token, body: { email: 'new@example.com', role: 'editor' } };
      const key = { 'content-type': 'application/json', 'idempotency-key': 'invite-1' };
      const invited = await callApi('team.invite', { ...asked, headers: key });
      advanceTime(60_000);
      const resent = await resend(tenant, String(invited.json.invitation_id));
      const fields = ['invitation_id', 'status', 'expires_at', 'email', 'role', 'permissions', 'mail'];
      expect([invited, resent].map(({ json }) => Object.keys(json))).toEqual([fields, fields]);
      expect(ofKind('InvitationToken')).toEqual([]);
    } finally {
      process.env.SETTINGS = settings;
    }
  });

  it('is not created where no email is sent: the response states so', async () => {
    const settings = process.env.SETTINGS;
    process.env.SETTINGS = JSON.stringify(stage('production', 3000, { alarmEmail: 'none' }));
    try {
      const answer = await invite(await newTenant(), 'new@example.com');
      expect(answer.json.mail).toBe('none');
      expect((ofKind('Invitation') as unknown as Invitation[]).map(({ mail }) => mail)).toEqual(['none']);
    } finally {
      process.env.SETTINGS = settings;
    }
  });
});
