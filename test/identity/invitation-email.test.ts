import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as onEmailQueued } from '../../functions/on-email-queued.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Invitation } from '../../lib/identity/rules/invitation.ts';
import { invitationWrite, loadInvitation } from '../../lib/identity/store/invitations.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi } from '../functions/api-harness.ts';
import { type SentEmail, setupSes, textOf, work } from '../functions/ses-emails.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import {
  EMAIL_QUEUE,
  processStreamRecords,
  type SentMessage,
  sdkError,
  setupWorkers,
  sqsEvent,
  storedRecords,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();
const { ses, emails } = setupSes();

const deployedTo = (settings: object) => {
  process.env.SETTINGS = JSON.stringify(stage('production', 3000, { alarmEmail: 'none', ...settings }));
};
const tokenIn = (email: SentEmail) => /#token=([A-Za-z0-9_-]{43})/.exec(textOf(email))?.[1];
const accept = (token: unknown) => callApi('team.accept-invitation', { body: { token, name: 'Grace' } });

process.env.DASHBOARD_DOMAIN = 'dashboard.example.com';

beforeEach(() => {
  deployedTo({ emailSender: 'team@example.com', invitationPage: 'https://app.example.com/join' });
});

/** An invitation created by a request, and the stream records of its changes. */
async function invited() {
  const tenant = await newTenant();
  harness.changes();
  const body = { email: 'new@example.com', role: 'editor' };
  const { json } = await callApi('team.invite', { token: tenant.token, body });
  const changes = harness.changes().filter(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'Invitation');
  expect(changes).toHaveLength(1);
  return { tenant, id: String(json.invitation_id), changes };
}

/** Process changes, and return the messages that the email queue has after them. */
async function queued(changes: DynamoDBRecord[]): Promise<SentMessage[]> {
  harness.sent();
  expect(await processStreamRecords(changes)).toEqual([]);
  return harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE);
}

/** Process changes and the emails they queue. Returns the number of emails that are left in the queue. */
const mailed = async (changes: DynamoDBRecord[]) => work(await queued(changes));

const now = (tenant: Tenant, id: string) => loadInvitation(tenant.workspace.id, id) as Promise<Invitation>;

describe('the email of an invitation', () => {
  it('is sent once to the invited address, from the sender of the stage, with a valid token', async () => {
    const { tenant, id, changes } = await invited();
    expect(await mailed(changes)).toBe(0);
    expect(await mailed(harness.changes())).toBe(0);
    expect(emails()).toHaveLength(1);
    const [email] = emails();
    expect([email!.FromEmailAddress, email!.Destination.ToAddresses]).toEqual([
      'team@example.com',
      ['new@example.com'],
    ]);
    expect(textOf(email!)).toContain('https://app.example.com/join#token=');
    expect((await now(tenant, id)).mail).toBe('sent');
    expect((await accept(tokenIn(email!))).status).toBe(201);
  });

  it('is the only one with its token: the table has a hash, and the log and the queue nothing', async () => {
    const { changes } = await invited();
    const messages = await queued(changes);
    await work(messages);
    const token = tokenIn(emails()[0]!)!;
    expect(JSON.stringify(harness.table.items())).not.toContain(token);
    expect(harness.logged()).toContain('invitation email sent');
    for (const text of [harness.logged(), JSON.stringify(messages)]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain('new@example.com');
    }
  });

  it('links to the dashboard where the stage has no page of its own', async () => {
    deployedTo({ emailSender: 'team@example.com' });
    await mailed((await invited()).changes);
    const [, token] = /https:\/\/dashboard\.example\.com\/app\/#\/invitation\?token=([\w-]{43})\n/.exec(
      textOf(emails()[0]!),
    )!;
    expect((await accept(token)).status).toBe(201);
  });

  it('waits in a queue of its own, in the group of its workspace, so that SES cannot delay the stream', async () => {
    const { tenant, id, changes } = await invited();
    ses.on(SendEmailCommand).rejects(sdkError('TooManyRequestsException'));
    const messages = await queued(changes);
    expect(emails()).toEqual([]);
    const message = { kind: 'invitation', workspace_id: tenant.workspace.id, invitation_id: id, send_count: 1 };
    expect(messages).toEqual([{ queue: EMAIL_QUEUE, message, delaySeconds: 0, messageGroupId: tenant.workspace.id }]);
  });

  it('is not sent again when its change or its message is redelivered', async () => {
    const { changes } = await invited();
    const messages = await queued(changes);
    await work(messages);
    await work(messages);
    expect(await queued(changes)).toEqual([]);
    expect(emails()).toHaveLength(1);
  });

  it('is sent by one of two workers that have its message at the same time', async () => {
    const { tenant, id, changes } = await invited();
    const messages = [...(await queued(changes)), ...(await queued(changes))];
    expect(messages).toHaveLength(2);
    await Promise.all(messages.map((message) => work([message])));
    expect(emails()).toHaveLength(1);
    expect((await now(tenant, id)).mail).toBe('sent');
    expect(await work(messages)).toBe(0);
    expect(emails()).toHaveLength(1);
  });

  it('is not sent by a second worker while the first waits for SES', async () => {
    const { tenant, id, changes } = await invited();
    const messages = [...(await queued(changes)), ...(await queued(changes))];
    const [accepting, started] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    ses.on(SendEmailCommand).callsFake(async () => {
      started.resolve();
      await accepting.promise;
      return { MessageId: 'message-4' };
    });
    const first = work([messages[0]!]);
    await started.promise;
    const second = work([messages[1]!]);
    setTimeout(accepting.resolve, 50);
    await Promise.all([first, second]);
    expect(emails()).toHaveLength(1);
    expect((await now(tenant, id)).mail).toBe('sent');
  });

  it('sent twice because the worker crashed in between is valid both times, and still only once', async () => {
    const { changes } = await invited();
    const messages = await queued(changes);
    harness.table.fault = (command) =>
      command === 'PutCommand' && emails().length === 1 ? new Error('The worker was killed.') : null;
    expect(await work(messages)).toBe(1);
    harness.table.fault = null;
    advanceTime(LEASE_SECONDS.email * 1000 - 1);
    expect(await work(messages)).toBe(1);
    advanceTime(1);
    expect(await work(messages)).toBe(0);
    expect(emails()).toHaveLength(2);
    const [first, second] = emails().map(tokenIn);
    expect(first).not.toBe(second);
    expect([(await accept(first)).status, (await accept(second)).status]).toEqual([201, 404]);
  });

  it('is queued by the stream once, and not by the attempts to send it', async () => {
    const { changes } = await invited();
    const messages = await queued(changes);
    ses.on(SendEmailCommand).rejects(sdkError('TooManyRequestsException'));
    await work(messages);
    expect(await queued(harness.changes())).toEqual([]);
  });

  it('reports its age with each attempt that fails, and none that succeeds', async () => {
    const { changes } = await invited();
    const event = sqsEvent(...(await queued(changes)).map(({ message }) => message));
    const ages = () => [...harness.logged().matchAll(/"UnsentEmailAge":(\d+)/g)].map(([, seconds]) => Number(seconds));
    ses.on(SendEmailCommand).rejects(sdkError('TooManyRequestsException'));
    advanceTime(1_500_000);
    await onEmailQueued(event);
    advanceTime(2_100_000);
    await onEmailQueued(event);
    expect(ages()).toEqual([1_500, 3_600]);
    ses.on(SendEmailCommand).resolves({ MessageId: 'message-2' });
    await onEmailQueued(event);
    expect(ages()).toEqual([1_500, 3_600]);
  });

  it('is not sent for an invitation that was revoked before', async () => {
    const { tenant, id, changes } = await invited();
    const messages = await queued(changes);
    await callApi('team.revoke-invitation', { token: tenant.token, params: { id } });
    expect(await queued([...changes, ...harness.changes()])).toEqual([]);
    expect(await work(messages)).toBe(0);
    expect(emails()).toEqual([]);
  });

  it('is not sent for an invitation that was accepted before', async () => {
    const { tenant, id, changes } = await invited();
    const messages = await queued(changes);
    const before = await now(tenant, id);
    await commit([invitationWrite(before, { ...before, status: 'accepted' })]);
    expect(await queued([...changes, ...harness.changes()])).toEqual([]);
    expect(await work(messages)).toBe(0);
    expect(emails()).toEqual([]);
  });

  it('is not sent for an expired invitation', async () => {
    const { changes } = await invited();
    const messages = await queued(changes);
    advanceTime(7 * 86_400_000);
    expect(await queued(changes)).toEqual([]);
    expect(await work(messages)).toBe(0);
    expect(emails()).toEqual([]);
  });

  it('of a sending that was followed by another is left to the other', async () => {
    const { tenant, id, changes } = await invited();
    const messages = await queued(changes);
    advanceTime(60_000);
    await callApi('team.resend-invitation', { token: tenant.token, params: { id } });
    const resent = harness.changes();
    expect(await mailed(changes)).toBe(0);
    expect(await work(messages)).toBe(0);
    expect(emails()).toEqual([]);
    await mailed(resent);
    expect(emails()).toHaveLength(1);
  });

  it('is sent again on request, and the token of the first email is no longer valid', async () => {
    const { tenant, id, changes } = await invited();
    await mailed(changes);
    harness.changes();
    advanceTime(60_000);
    await callApi('team.resend-invitation', { token: tenant.token, params: { id } });
    await mailed(harness.changes());
    expect(emails()).toHaveLength(2);
    const [first, second] = emails().map(tokenIn);
    expect([(await accept(first)).status, (await accept(second)).status]).toEqual([404, 201]);
  });

  it.each([
    'TooManyRequestsException',
    'LimitExceededException',
    'InternalServiceErrorException',
    'AccessDeniedException',
    'TimeoutError',
  ])('that fails with %s is left to the queue, which delivers it again', async (name) => {
    const { tenant, id, changes } = await invited();
    const messages = await queued(changes);
    ses.on(SendEmailCommand).rejects(sdkError(name));
    expect(await work(messages)).toBe(1);
    expect((await now(tenant, id)).mail).toBe('pending');
    expect(harness.logged()).toContain(name);
    ses.on(SendEmailCommand).resolves({ MessageId: 'message-2' });
    expect(await work(messages)).toBe(0);
    expect((await now(tenant, id)).mail).toBe('sent');
  });

  it.each(['MessageRejected', 'MailFromDomainNotVerifiedException', 'SendingPausedException'])(
    'that is rejected with %s is marked failed, and does not block the following ones',
    async (name) => {
      const { tenant, id, changes } = await invited();
      ses.on(SendEmailCommand).rejects(sdkError(name));
      expect(await mailed(changes)).toBe(0);
      expect((await now(tenant, id)).mail).toBe('failed');
      expect(harness.logged()).toContain('invitation email rejected');
      expect(harness.logged()).toContain(name);
    },
  );

  it('does not restore an invitation that was revoked while it was being sent', async () => {
    const { tenant, id, changes } = await invited();
    ses.on(SendEmailCommand).callsFake(async () => {
      await callApi('team.revoke-invitation', { token: tenant.token, params: { id } });
      return { MessageId: 'message-3' };
    });
    expect(await mailed(changes)).toBe(0);
    expect((await now(tenant, id)).status).toBe('revoked');
    expect((await accept(tokenIn(emails()[0]!))).status).toBe(404);
  });

  it('is not sent where the stage has no sender, and the invitation states so', async () => {
    deployedTo({});
    const { tenant, id, changes } = await invited();
    expect(await queued(changes)).toEqual([]);
    expect((await now(tenant, id)).mail).toBe('none');
  });

  it('that was pending when the sender was removed stays unsent, without a failure', async () => {
    const { changes } = await invited();
    const messages = await queued(changes);
    deployedTo({});
    expect(await queued(changes)).toEqual([]);
    expect(await work(messages)).toBe(0);
    expect([emails(), storedRecords(harness, 'InvitationToken')]).toEqual([[], []]);
  });
});

describe('a message of the email queue', () => {
  it.each([['not JSON'], [{}], [{ workspace_id: 'ws_1', invitation_id: 'inv_1', send_count: 1 }], ['null']])(
    'that names no email is left to the dead-letter queue: %j',
    async (body) => {
      expect((await onEmailQueued(sqsEvent(body))).batchItemFailures).toEqual([{ itemIdentifier: 'm0' }]);
    },
  );
});
