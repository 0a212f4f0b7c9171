import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_SECURITY_EMAILS_PER_MEMBER_AND_DAY } from '../../lib/identity/rules/security-notice.ts';
import { stage } from '../../lib/stack/stages.ts';
import { createAuthenticator } from '../../tools/simulator/passkey-authenticator.ts';
import { advanceTime, callApi, newInstance, storedItems, succeed } from '../functions/api-harness.ts';
import { approvedCode, requestTokens } from '../functions/authorizations.ts';
import { DASHBOARD_ORIGIN, newCredential, newPasskey, passkeyOptions } from '../functions/passkey-requests.ts';
import { newKey, newMember, newWebhook } from '../functions/resources.ts';
import { setupSes, textOf, work } from '../functions/ses-emails.ts';
import {
  cookieIn,
  exchange,
  freshEmail,
  newSessionCookie,
  newSignInToken,
  requestToken,
  sessionToken,
} from '../functions/sign-ins.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { EMAIL_QUEUE, processStreamRecords, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const { emails } = setupSes();
const MINUTE = 60_000;
const RECENT = 10 * MINUTE;

beforeEach(() => {
  const settings = stage('production', 3000, { alarmEmail: 'none', emailSender: 'team@example.com' });
  process.env.SETTINGS = JSON.stringify(settings);
});

/** An access token of a session of the owner whose sign-in is ten minutes old. */
async function oldToken(tenant: Tenant): Promise<string> {
  const cookie = await newSessionCookie(tenant.owner);
  advanceTime(RECENT);
  return String((await requestToken(cookie)).json.access_token);
}

/** Handle all changes so far, `times` times, and send the emails that they queue. */
async function sendEmails(times = 1): Promise<void> {
  const changes = harness.changes();
  harness.sent();
  for (let time = 0; time < times; time++) await processStreamRecords(changes);
  const messages = harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE);
  for (let time = 0; time < times; time++) expect(await work(messages)).toBe(0);
}

describe('a session whose sign-in is ten minutes old', () => {
  it('adds no passkey, not even by options that it has requested earlier', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    advanceTime(RECENT - 1);
    const credential = await newCredential(cookie);
    advanceTime(1);
    const before = storedItems(harness.table);
    for (const answer of [
      await callApi('auth.create-passkey-options', { headers: { cookie } }),
      await callApi('auth.create-passkey', { headers: { cookie }, body: { name: 'Laptop', credential } }),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([403, 'recent_sign_in_required']);
    }
    expect(storedItems(harness.table)).toEqual(before);
  });

  it('creates and rolls no API key', async () => {
    const tenant = await newTenant();
    const cookie = await newSessionCookie(tenant.owner);
    const { id } = await newKey(tenant);
    advanceTime(RECENT - 1);
    const token = String((await requestToken(cookie)).json.access_token);
    const create = await newInstance('keys.create');
    expect((await create({ token, body: { name: 'One' } })).status).toBe(201);
    advanceTime(1);
    for (const answer of [
      await create({ token, body: { name: 'Another' } }),
      await callApi('keys.reroll', { token, params: { id: String(id) }, body: {} }),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([403, 'recent_sign_in_required']);
    }
  });

  it('sends no invitation, also no earlier one, and changes the rights of no member', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'viewer');
    const { json } = await callApi('team.invite', {
      token: tenant.token,
      body: { email: freshEmail(), role: 'editor' },
    });
    const token = await oldToken(tenant);
    for (const answer of [
      await callApi('team.invite', { token, body: { email: 'thief@example.com', role: 'owner' } }),
      await callApi('team.resend-invitation', { token, params: { id: String(json.invitation_id) } }),
      await callApi('team.update-member', { token, params: { id: member.id }, body: { role: 'owner' } }),
      await callApi('team.update-member', {
        token,
        params: { id: member.id },
        body: { permissions: ['schedule:read'] },
      }),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([403, 'recent_sign_in_required']);
    }
    await succeed('team.update-member', { token, params: { id: member.id }, body: { name: 'Ada' } });
  });

  it('registers no webhook endpoint, and changes none by anything but a pause', async () => {
    const tenant = await newTenant('enterprise');
    const { webhook_id: id } = await newWebhook(tenant, { url: 'https://example.com/hook' });
    const token = await oldToken(tenant);
    const url = 'https://thief.example.com/hook';
    for (const answer of [
      await callApi('webhooks.create', { token, body: { url, events: ['*'] } }),
      await callApi('webhooks.update', { token, params: { id }, body: { url } }),
      await callApi('webhooks.update', { token, params: { id }, body: { status: 'active' } }),
      await callApi('webhooks.rotate-secret', { token, params: { id }, body: {} }),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([403, 'recent_sign_in_required']);
    }
    await succeed('webhooks.update', { token, params: { id }, body: { status: 'paused' } });
  });

  it('still reads, deletes a passkey and revokes a key', async () => {
    const tenant = await newTenant();
    const cookie = await newSessionCookie(tenant.owner);
    const passkey = await newPasskey(cookie);
    const { id } = await newKey(tenant);
    advanceTime(RECENT);
    const token = String((await requestToken(cookie)).json.access_token);
    expect((await callApi('keys.list', { token })).status).toBe(200);
    expect((await callApi('keys.delete', { token, params: { id: String(id) } })).status).toBe(200);
    await succeed('auth.delete-passkey', { headers: { cookie }, params: { id: passkey.id } });
  });

  it('gives way to a new one, with a link or a passkey, which may', async () => {
    const { owner } = await newTenant();
    const first = await newSessionCookie(owner);
    const { authenticator } = await newPasskey(first);
    advanceTime(RECENT);
    const { options } = (await callApi('auth.create-sign-in-options', {})).json;
    const body = { credential: authenticator.get(options as never) };
    const byPasskey = cookieIn(await callApi('auth.sign-in-with-passkey', { body }));
    const byLink = cookieIn(await exchange(await newSignInToken(owner)));
    for (const cookie of [byPasskey, byLink]) {
      const credential = createAuthenticator(DASHBOARD_ORIGIN).create(await passkeyOptions(cookie));
      await succeed('auth.create-passkey', { headers: { cookie }, body: { name: 'Phone', credential } });
    }
  });
});

describe('the token of an API key', () => {
  it('creates and rolls keys however old it is, and brings no email', async () => {
    const tenant = await newTenant();
    advanceTime(30 * MINUTE);
    const token = await newToken(tenant);
    const created = await succeed('keys.create', { token, body: { name: 'Rotated' } });
    await succeed('keys.reroll', { token, params: { id: String(created.id) }, body: {} });
    await sendEmails();
    expect(emails()).toEqual([]);
  });
});

describe('an email tells the member', () => {
  it('that a session has added a passkey, once', async () => {
    const { owner, workspace } = await newTenant();
    await newPasskey(await newSessionCookie(owner), 'Open https://evil.example now');
    await sendEmails(2);
    const [sent, ...more] = emails();
    expect(more).toEqual([]);
    expect(sent!.Destination.ToAddresses).toEqual([owner.email]);
    expect(sent!.Content.Simple.Subject.Data).toBe(`Passkey added in ${workspace.name}`);
    expect(textOf(sent!)).toContain('A passkey was added at 2026-08-03 10:00 UTC');
    expect(textOf(sent!)).toMatch(/\/app\/#\/sessions$/m);
    // The name of the passkey, which a thief would have chosen.
    expect(textOf(sent!)).not.toContain('evil');
  });

  it('that a refresh token was used twice, once, without the name of the application and without a secret', async () => {
    const { owner, workspace } = await newTenant();
    const code = await approvedCode(owner);
    await sendEmails();
    const first = String((await requestTokens(code)).json.refresh_token);
    const refresh = (refresh_token: unknown) =>
      requestTokens({ grant_type: 'refresh_token', client_id: 'cis', refresh_token });
    await refresh((await refresh(first)).json.refresh_token);
    await refresh(first);
    await sendEmails(2);
    const sent = emails().at(-1)!;
    expect(emails().map(({ Content }) => Content.Simple.Subject.Data)).toEqual([
      `API key created in ${workspace.name}`,
      `Application access revoked in ${workspace.name}`,
    ]);
    expect(textOf(sent)).toContain(`The API key ${first.split('.')[0]} was revoked at 2026-08-03 10:00 UTC`);
    expect(textOf(sent)).toMatch(/\/app\/#\/applications$/m);
    for (const hidden of ['Command line', first.split('.')[1]!]) expect(textOf(sent)).not.toContain(hidden);
  });

  it('that a session has created an API key, and that it has rolled it, once each and without a secret', async () => {
    const tenant = await newTenant();
    const token = await sessionToken(tenant.owner);
    const created = await callApi('keys.create', { token, body: { name: 'By hand' } });
    const id = String(created.json.id);
    await sendEmails();
    const rolled = await callApi('keys.reroll', { token, params: { id }, body: {} });
    await sendEmails(2);
    expect(emails().map(({ Content }) => Content.Simple.Subject.Data)).toEqual([
      `API key created in ${tenant.workspace.name}`,
      `API key rolled in ${tenant.workspace.name}`,
    ]);
    for (const email of emails()) {
      expect(textOf(email)).toContain(id);
      expect(textOf(email)).not.toContain(String(created.json.client_secret));
      expect(textOf(email)).not.toContain(String(rolled.json.client_secret));
    }
  });

  it('nothing when a key changes otherwise, or a passkey is used or deleted', async () => {
    const tenant = await newTenant();
    const cookie = await newSessionCookie(tenant.owner);
    const passkey = await newPasskey(cookie);
    const token = String((await requestToken(cookie)).json.access_token);
    const { json } = await callApi('keys.create', { token, body: { name: 'By hand' } });
    await sendEmails();
    const before = emails().length;
    const { options } = (await callApi('auth.create-sign-in-options', {})).json;
    const body = { credential: passkey.authenticator.get(options as never) };
    await callApi('auth.sign-in-with-passkey', { body });
    await callApi('auth.delete-passkey', { headers: { cookie }, params: { id: passkey.id } });
    await callApi('keys.delete', { token, params: { id: String(json.id) } });
    await sendEmails();
    expect(emails()).toHaveLength(before);
  });

  it(`at most ${MAX_SECURITY_EMAILS_PER_MEMBER_AND_DAY} times a day`, async () => {
    const { owner } = await newTenant();
    const token = await sessionToken(owner);
    for (let count = 0; count < MAX_SECURITY_EMAILS_PER_MEMBER_AND_DAY + 5; count++) {
      expect((await callApi('keys.create', { token, body: { name: `Key ${count}` } })).status).toBe(201);
    }
    await sendEmails();
    expect(emails()).toHaveLength(MAX_SECURITY_EMAILS_PER_MEMBER_AND_DAY);
  });
});
