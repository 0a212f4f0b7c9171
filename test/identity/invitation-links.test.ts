import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROLES } from '../../lib/core/api/permission.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi, type Json, newInstance, setupApi, storedItems } from '../functions/api-harness.ts';
import { accept, invite, ofKind, resend, revoke } from '../functions/given/invitations.ts';
import { newPasskey } from '../functions/passkey-requests.ts';
import { newInvitation } from '../functions/resources.ts';
import { cookieIn, freshAddress, requestToken } from '../functions/sign-ins.ts';
import { newId, newTenant } from '../functions/tenants.ts';

const table = setupApi();
const DAY = 86_400_000;

/** Deploy to a stage without a sender of emails. */
const deployTo = (settings: object = {}) => {
  process.env.SETTINGS = JSON.stringify(stage('production', 3000, { alarmEmail: 'none', ...settings }));
};
beforeEach(() => deployTo());
afterEach(() => {
  process.env.SETTINGS = JSON.stringify(stage('local'));
});

const read = (token: unknown, headers = {}) =>
  callApi('auth.read-invitation', { sourceIp: freshAddress(), headers, body: { token } });
const join = (token: unknown, headers = {}) =>
  callApi('auth.accept-invitation', { sourceIp: freshAddress(), headers, body: { token, name: 'Grace Hopper' } });

describe('an invitation of a stage without a sender', () => {
  it('has its link and its token in the response, once, and stores only the hash', async () => {
    const tenant = await newTenant();
    const { status, json } = await invite(tenant, 'grace@example.com');
    expect([status, json.mail]).toEqual([201, 'none']);
    expect(json.link).toBe(`https://dashboard.example.com/app/#/invitation?token=${json.token}`);
    expect(JSON.stringify(table.items())).not.toContain(json.token);
    expect((await callApi('team.list-invitations', { token: tenant.token })).text).not.toContain(json.token);
    expect((await accept(json.token)).status).toBe(201);
  });

  it('has a new link when it is sent again, and the previous one ends', async () => {
    const tenant = await newTenant();
    const first = (await invite(tenant, 'grace@example.com')).json;
    advanceTime(60_000);
    const again = (await resend(tenant, String(first.invitation_id))).json;
    expect(again.link).toBe(`https://dashboard.example.com/app/#/invitation?token=${again.token}`);
    expect([(await join(first.token)).status, (await join(again.token)).status]).toEqual([404, 201]);
  });

  it('leads to the page of the operator, where there is one', async () => {
    deployTo({ invitationPage: 'https://app.example.com/join' });
    const { json } = await invite(await newTenant(), 'grace@example.com');
    expect(json.link).toBe(`https://app.example.com/join#token=${json.token}`);
  });

  it('has a token and no link where the stage has no dashboard, and the API accepts the token', async () => {
    deployTo({ dashboard: false });
    const { json } = await invite(await newTenant(), 'grace@example.com');
    expect(json).not.toHaveProperty('link');
    expect((await accept(json.token)).status).toBe(201);
  });
});

it('the response to an invitation that is emailed contains neither a link nor a token', async () => {
  deployTo({ emailSender: 'team@example.com' });
  const tenant = await newTenant();
  const { json } = await invite(tenant, 'grace@example.com');
  advanceTime(60_000);
  for (const each of [json, (await resend(tenant, String(json.invitation_id))).json]) {
    expect(each.mail).toBe('pending');
    expect(each).not.toHaveProperty('token');
    expect(each).not.toHaveProperty('link');
  }
  expect(ofKind('InvitationToken')).toEqual([]);
});

describe('reading an invitation link', () => {
  it('shows the workspace, the inviter, the address and the role, and leaves the invitation open', async () => {
    const { workspace, owner, ...tenant } = await newTenant();
    const { invitation, token } = await newInvitation({ workspace, owner, ...tenant }, { email: 'grace@example.com' });
    const before = storedItems(table);
    const { status, json, headers } = await read(token);
    expect([status, json]).toEqual([
      200,
      {
        workspace: { id: workspace.id, name: workspace.name },
        invited_by: { name: owner.name, email: owner.email },
        email: 'grace@example.com',
        role: 'editor',
        expires_at: invitation.expires_at,
      },
    ]);
    expect(headers['set-cookie']).toBeUndefined();
    expect(storedItems(table)).toEqual(before);
    expect((await join(token)).status).toBe(201);
  });
});

describe('accepting an invitation in the dashboard', () => {
  it('creates the member and signs them in, without an API key, so that they can add a passkey', async () => {
    const tenant = await newTenant();
    const { token } = await newInvitation(tenant, { email: 'grace@example.com' });
    const keys = ofKind('ApiKey').length;
    const answer = await join(token);
    expect([answer.status, answer.json.workspace_id]).toEqual([201, tenant.workspace.id]);
    expect(ofKind('ApiKey')).toHaveLength(keys);
    const session = await requestToken(cookieIn(answer));
    expect(session.json.user).toEqual({
      id: answer.json.user_id,
      name: 'Grace Hopper',
      email: 'grace@example.com',
      role: 'editor',
    });
    expect(session.json.permissions).toEqual([...ROLES.editor]);
    expect((await newPasskey(cookieIn(answer))).id).toMatch(/^psk_/);
  });

  it('succeeds once of ten concurrent requests with one token, also with those of programs', async () => {
    const { token } = await newInvitation(await newTenant());
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? join(token) : accept(token))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(404)]);
    expect(ofKind('Member')).toHaveLength(2);
    expect(ofKind('Session').length + ofKind('ApiKey').length).toBe(2);
  });

  it.each(['auth.read-invitation', 'auth.accept-invitation'] as const)(
    '%s has the same 404 for a token that is unknown, used, revoked, replaced or expired',
    async (operation) => {
      const tenant = await newTenant();
      const [used, revoked, replaced, expired] = await Promise.all([
        newInvitation(tenant),
        newInvitation(tenant),
        newInvitation(tenant, {}, 120),
        newInvitation(tenant, {}, (7 * DAY) / 1000),
      ]);
      await join(used.token);
      await revoke(tenant, revoked.invitation.id);
      await resend(tenant, replaced.invitation.id);
      const before = storedItems(table);
      const tokens = ['', newId('invitation'), ...[used, revoked, replaced, expired].map(({ token }) => token)];
      const ask = await newInstance(operation);
      const name = operation === 'auth.accept-invitation' ? { name: 'Grace' } : {};
      for (const token of tokens) {
        const answer = await ask({ sourceIp: freshAddress(), body: { token, ...name } });
        expect([answer.status, answer.json.code]).toEqual([404, 'invitation_not_open']);
        expect(answer.headers['ratelimit-policy']).toBe('"address";q=10000;w=60');
      }
      expect(storedItems(table)).toEqual(before);
    },
  );

  it('is rejected for a page of another site, and the invitation stays open', async () => {
    const { token } = await newInvitation(await newTenant());
    for (const answer of [
      await read(token, { 'sec-fetch-site': 'cross-site' }),
      await join(token, { 'sec-fetch-site': 'same-site' }),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([403, 'cross_site_request']);
    }
    expect((await join(token, { 'sec-fetch-site': 'same-origin' })).status).toBe(201);
  });

  it.each<[string, Json, string]>([
    ['no token', { name: 'Grace' }, '/token'],
    ['no name', { token: 'x' }, '/name'],
    ['an invisible name', { token: 'x', name: '\u200b' }, '/name'],
  ])('%s is rejected, naming the field', async (_, body, pointer) => {
    const answer = await callApi('auth.accept-invitation', { body });
    expect([answer.status, (answer.json.errors as Json[])[0]!.pointer]).toEqual([422, pointer]);
  });
});
