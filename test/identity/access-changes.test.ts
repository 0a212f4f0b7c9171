import { beforeEach, describe, expect, it } from 'vitest';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi, type Json, storedItems } from '../functions/api-harness.ts';
import { newContent, newMember, newReviewLink } from '../functions/resources.ts';
import { setupSes, textOf, work } from '../functions/ses-emails.ts';
import { newSessionCookie, requestToken, sessionToken } from '../functions/sign-ins.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { EMAIL_QUEUE, processStreamRecords, setupWorkers } from '../functions/worker-harness.ts';

/** What changes who can approve or publish, or with which credentials: by sessions with a recent sign-in, with an email. */

const harness = setupWorkers();
const { emails } = setupSes();
const RECENT = 10 * 60_000;

beforeEach(() => {
  const settings = stage('production', 3000, { alarmEmail: 'none', emailSender: 'team@example.com' });
  process.env.SETTINGS = JSON.stringify(settings);
});

const ACCOUNT = {
  platform: 'twitter',
  external_id: '1000000001',
  access_token: 'token-1',
  name: 'https://evil.example',
};
const WITH_SECRET = { ...ACCOUNT, access_token: 'token-2', inbound: { secret: 'secret-of-a-thief' } };
const APP = {
  params: { platform: 'twitter' },
  body: { client_id: 'evil-example', client_secret: 'secret-of-the-app' },
};

/** Requests that change who can approve or publish, or with which credentials. */
const CHANGES: [name: string, operation: string, request: { params?: Record<string, string>; body: Json }][] = [
  ['connects an account by tokens', 'accounts.create', { body: ACCOUNT }],
  ['replaces the tokens and the webhook secret of an account', 'accounts.create', { body: WITH_SECRET }],
  ['sets the app credentials of a platform', 'platform-apps.set', APP],
  ['ends the approval', 'workspace.update', { body: { approval: 'none' } }],
  ['lets authors approve', 'workspace.update', { body: { authors_may_approve: true } }],
  ['adds a role that approves', 'workspace.update', { body: { approver_roles: ['owner', 'admin'] } }],
];

/** A workspace with strict approval and a connected account. */
async function given(): Promise<Tenant> {
  const tenant = await newTenant('enterprise');
  const body = { approval: 'required', approver_roles: ['owner'] };
  expect((await callApi('workspace.update', { token: tenant.token, body })).status).toBe(200);
  expect((await callApi('accounts.create', { token: tenant.token, body: ACCOUNT })).status).toBe(201);
  await sendEmails();
  return tenant;
}

/** Handle all changes so far, twice, and send the emails that they queue. */
async function sendEmails(): Promise<void> {
  const changes = harness.changes();
  harness.sent();
  for (let time = 0; time < 2; time++) await processStreamRecords(changes);
  expect(await work(harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE))).toBe(0);
}

const subjects = () => emails().map(({ Content }) => Content.Simple.Subject.Data);
const recipients = () => emails().flatMap(({ Destination }) => Destination.ToAddresses);

describe('a session whose sign-in is ten minutes old', () => {
  it.each(CHANGES)('does not do what %s', async (_, operation, request) => {
    const tenant = await given();
    const cookie = await newSessionCookie(tenant.owner);
    advanceTime(RECENT);
    const token = String((await requestToken(cookie)).json.access_token);
    const before = storedItems(harness.table);
    const answer = await callApi(operation, { token, ...request });
    expect([answer.status, answer.json.code]).toEqual([403, 'recent_sign_in_required']);
    expect(storedItems(harness.table)).toEqual(before);
  });

  it('still tightens approval, sets the time zone and creates a sandbox account', async () => {
    const tenant = await newTenant('enterprise');
    const cookie = await newSessionCookie(tenant.owner);
    advanceTime(RECENT);
    const token = String((await requestToken(cookie)).json.access_token);
    const body = { approval: 'required', approver_roles: ['owner'], time_zone: 'Europe/Berlin' };
    expect((await callApi('workspace.update', { token, body })).status).toBe(200);
    const sandbox = { platform: 'twitter', name: 'Sandbox', sandbox: true };
    expect((await callApi('accounts.create', { token, body: sandbox })).status).toBe(201);
  });
});

describe('an API key', () => {
  it.each(CHANGES)('%s however old its token is, and brings no email', async (_, operation, request) => {
    const tenant = await given();
    advanceTime(3 * RECENT);
    const answer = await callApi(operation, { token: await newToken(tenant), ...request });
    expect(answer.status, answer.text).toBeLessThan(300);
    await sendEmails();
    expect(emails()).toEqual([]);
  });
});

describe('an email tells the member and the owners, once each', () => {
  it.each(CHANGES)('of a session that %s', async (_, operation, request) => {
    const tenant = await given();
    await newMember(tenant, 'editor');
    const other = await newMember(tenant, 'owner');
    await sendEmails();
    const before = emails().length;
    const answer = await callApi(operation, { token: await sessionToken(other), ...request });
    expect(answer.status, answer.text).toBeLessThan(300);
    await sendEmails();
    expect(recipients().slice(before).sort()).toEqual([tenant.owner.email, other.email].sort());
    for (const email of emails().slice(before)) {
      const isOwn = email.Destination.ToAddresses[0] === other.email;
      expect(textOf(email)).toContain(isOwn ? 'in a session of yours' : `in a session of the member ${other.id}`);
      // Names that the session has chosen, and secrets.
      for (const hidden of ['evil', 'thief', 'secret-of', 'token-']) expect(textOf(email)).not.toContain(hidden);
    }
  });

  it('of an invitation and of other rights of a member', async () => {
    const tenant = await given();
    const member = await newMember(tenant, 'viewer');
    await sendEmails();
    const before = emails().length;
    const token = await sessionToken(tenant.owner);
    const body = { email: 'new@example.com', role: 'editor' };
    expect((await callApi('team.invite', { token, body })).status).toBe(201);
    const rights = { token, params: { id: member.id }, body: { role: 'editor' } };
    expect((await callApi('team.update-member', rights)).status).toBe(200);
    await sendEmails();
    expect(subjects().slice(before).sort()).toEqual([
      `Invitation sent in ${tenant.workspace.name}`,
      `Invitation to ${tenant.workspace.name}`,
      `Rights of a member changed in ${tenant.workspace.name}`,
    ]);
  });
});

describe('an email tells the member alone', () => {
  it('of a review link that may approve, and of none that only allows comments', async () => {
    const tenant = await given();
    const approver = await newMember(tenant, 'owner');
    await sendEmails();
    const before = emails().length;
    const { id } = await newContent(tenant);
    const token = await sessionToken(approver);
    const link = await newReviewLink({ ...tenant, token }, { permission: 'approve' }, id);
    await newReviewLink({ ...tenant, token }, {}, id);
    await sendEmails();
    expect(recipients().slice(before)).toEqual([approver.email]);
    expect(textOf(emails().at(-1)!)).toContain(link.id);
    expect(textOf(emails().at(-1)!)).not.toContain(link.token);
  });
});
