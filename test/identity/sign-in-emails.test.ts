import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { beforeEach, describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { deleteMemberWrites } from '../../lib/identity/store/members.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi, storedItems } from '../functions/api-harness.ts';
import { type SentEmail, setupSes, textOf, work } from '../functions/ses-emails.ts';
import { exchange, freshAddress, freshEmail, newPerson } from '../functions/sign-ins.ts';
import { newStageTenant, type Tenant } from '../functions/tenants.ts';
import {
  EMAIL_QUEUE,
  processAllChanges,
  processStreamRecords,
  type SentMessage,
  sdkError,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();
const { ses, emails } = setupSes();
const MINUTE = 60_000;

const setSender = (emailSender: string | null) => {
  process.env.SETTINGS = JSON.stringify(stage('production', 3000, { alarmEmail: 'none', emailSender }));
};
beforeEach(() => setSender('team@example.com'));

const ask = (email: string, sourceIp = freshAddress()) => callApi('auth.sign-in', { sourceIp, body: { email } });
const tokenIn = (email: SentEmail) => /\/app\/#\/sign-in\?token=([\w-]{95})$/m.exec(textOf(email))?.[1] ?? '';

async function queued(): Promise<SentMessage[]> {
  harness.sent();
  await processAllChanges(harness);
  return harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE);
}

describe('a request for a sign-in link', () => {
  it('has the same response, headers and writes for a member and for any other address', async () => {
    const { email } = await newPerson();
    const seen = [];
    for (const address of [email, freshEmail()]) {
      const before = storedItems(harness.table).length;
      const { status, json, headers } = await ask(address);
      const written = storedItems(harness.table).slice(before);
      const { 'x-request-id': _, ...comparable } = headers;
      seen.push({ status, json, comparable, written: written.map(({ entity }) => entity).sort() });
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]!.status).toBe(202);
  });

  it('emails a member a link that signs them in, once', async () => {
    const { member, tenant, email } = await newPerson();
    await ask(email.toUpperCase());
    expect(await work(await queued())).toBe(0);
    const [sent, ...more] = emails();
    expect(more).toEqual([]);
    expect(sent!.Destination.ToAddresses).toEqual([email]);
    expect(sent!.Content.Simple.Subject.Data).toBe(`Sign in to ${tenant.workspace.name}`);
    const answer = await exchange(tokenIn(sent!));
    expect([answer.status, answer.json.user_id]).toEqual([201, member.id]);
    expect((await exchange(tokenIn(sent!))).status).toBe(404);
  });

  it('emails in the name of the product of each workspace, and by the address alone without one', async () => {
    const { token } = await newStageTenant();
    const { email, tenant } = await newPerson();
    const senders = async () => {
      await ask(email);
      await work(await queued());
      advanceTime(15 * MINUTE);
      return emails().map(({ FromEmailAddress }) => FromEmailAddress);
    };
    expect(await senders()).toEqual(['team@example.com']);
    const brand = async (name: string, headers = {}) =>
      expect((await callApi('branding.set', { token, headers, body: { name } })).status).toBe(200);
    await brand('Example Social');
    await brand('Bäckerei', { workspace: tenant.workspace.id });
    await newPerson(email);
    expect((await senders()).slice(1).sort()).toEqual([
      '"Example Social" <team@example.com>',
      '=?UTF-8?B?QsOkY2tlcmVp?= <team@example.com>',
    ]);
  });

  it('emails in the language of the product', async () => {
    const { token } = await newStageTenant();
    const { email, tenant } = await newPerson();
    await callApi('branding.set', { token, body: { locale: 'de' } });
    await ask(email);
    await work(await queued());
    expect(emails()[0]!.Content.Simple.Subject.Data).toBe(`Anmeldung bei ${tenant.workspace.name}`);
    expect(tokenIn(emails()[0]!)).not.toBe('');
  });

  it('emails one link for each workspace of the address', async () => {
    const { email, tenant } = await newPerson();
    const other = await newPerson(email);
    await ask(email);
    await work(await queued());
    const workspaces = await Promise.all(
      emails().map(async (each) => (await exchange(tokenIn(each))).json.workspace_id),
    );
    expect(workspaces.sort()).toEqual([tenant.workspace.id, other.tenant.workspace.id].sort());
  });

  it('emails nothing to an address without a member, of an invitation or of a removed member', async () => {
    const { email, member, tenant } = await newPerson();
    await commit(deleteMemberWrites(member));
    const invited = freshEmail();
    await callApi('team.invite', { token: tenant.token, body: { email: invited, role: 'editor' } });
    await queued();
    for (const address of [email, invited, freshEmail()]) await ask(address);
    expect(await work(await queued())).toBe(0);
    expect(emails()).toEqual([]);
  });

  it('leaves its address and its token in no log, message or item', async () => {
    const { email } = await newPerson();
    await ask(email);
    const messages = await queued();
    const requests = JSON.stringify(storedRecords(harness, 'SignInRequest'));
    await work(messages);
    const token = tokenIn(emails()[0]!);
    expect(token).not.toBe('');
    for (const text of [harness.logged(), JSON.stringify(messages), requests]) {
      expect(text).not.toContain(email);
      expect(text).not.toContain(token);
    }
    expect(JSON.stringify(harness.table.items())).not.toContain(token);
  });

  it('is answered once when its change or its message is redelivered', async () => {
    await ask((await newPerson()).email);
    const changes = harness.changes();
    harness.sent();
    await processStreamRecords(changes);
    const messages = harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE);
    for (let time = 0; time < 2; time++) await work(messages);
    await processStreamRecords(changes);
    await work(harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE));
    expect(emails()).toHaveLength(1);
  });

  it('is answered again after an error of SES, and not after 15 minutes', async () => {
    await ask((await newPerson()).email);
    const messages = await queued();
    ses.on(SendEmailCommand).rejects(sdkError('TooManyRequestsException'));
    expect(await work(messages)).toBe(1);
    ses.on(SendEmailCommand).resolves({ MessageId: 'message-2' });
    advanceTime(14 * MINUTE);
    const late = emails().length;
    expect(await work(messages)).toBe(0);
    expect(emails()).toHaveLength(late + 1);
    await ask((await newPerson()).email);
    const old = await queued();
    advanceTime(15 * MINUTE);
    expect(await work(old)).toBe(0);
    expect(emails()).toHaveLength(late + 1);
  });

  it('brings no email within a minute of another one, whose link stays valid', async () => {
    const { email } = await newPerson();
    await ask(email);
    await work(await queued());
    advanceTime(MINUTE - 1);
    await ask(email);
    expect(await work(await queued())).toBe(0);
    expect(emails()).toHaveLength(1);
    advanceTime(1);
    await ask(email);
    await work(await queued());
    expect(emails()).toHaveLength(2);
    expect((await exchange(tokenIn(emails()[0]!))).status).toBe(201);
  });

  it('brings an email within a minute of another one whose link is used, or whose email SES rejected', async () => {
    const { email } = await newPerson();
    await ask(email);
    await work(await queued());
    await exchange(tokenIn(emails()[0]!));
    ses.on(SendEmailCommand).rejects(sdkError('MessageRejected'));
    await ask(email);
    await work(await queued());
    ses.on(SendEmailCommand).resolves({ MessageId: 'message-3' });
    await ask(email);
    await work(await queued());
    expect(emails()).toHaveLength(3);
    expect((await exchange(tokenIn(emails()[2]!))).status).toBe(201);
  });

  it('is rejected in a stage without a sender, whatever the address, with the command that prints a link', async () => {
    const { email } = await newPerson();
    setSender(null);
    for (const address of [email, freshEmail()]) {
      const answer = await ask(address);
      expect([answer.status, answer.json.code]).toEqual([409, 'email_not_configured']);
      expect(answer.json.detail).toContain('npm run workspace -- sign-in-link --email <your address> --stage <stage>');
    }
  });
});

it('a person who was removed from one of two workspaces gets a link for the other', async () => {
  const { email, member } = await newPerson();
  const other: { tenant: Tenant } = await newPerson(email);
  await commit(deleteMemberWrites(member));
  await ask(email);
  await work(await queued());
  expect(emails()).toHaveLength(1);
  expect((await exchange(tokenIn(emails()[0]!))).json.workspace_id).toBe(other.tenant.workspace.id);
});
