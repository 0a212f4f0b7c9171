import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { beforeEach, describe, expect, it } from 'vitest';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { advanceTime, callApi, inSeconds, type Json } from './api-harness.ts';
import { act, join, mailed, newTeam, type Person, queued, recipients, setSender } from './given/approvals.ts';
import { newContent } from './resources.ts';
import { type SentEmail, setupSes, textOf, work } from './ses-emails.ts';
import { sdkError, setupWorkers } from './worker-harness.ts';

const harness = setupWorkers();
const { ses, emails } = setupSes();
const HOUR = 3_600;

beforeEach(() => setSender('team@example.com'));

async function submitted({ author }: { author: Person }, body: Json = {}) {
  const { id } = await newContent(author, { platforms: ['twitter'], ...body });
  expect((await act('submit', author, String(id), { note: 'Please check the link.' })).status).toBe(200);
  return String(id);
}

describe('a request for approval', () => {
  it('is emailed to the members who may decide, and not to the author or to roles that may not', async () => {
    const team = await newTeam();
    const viewer = await join(team.tenant, 'viewer');
    const id = await submitted(team, { title: 'Launch' });
    expect(await mailed()).toBe(0);
    expect(recipients()).toContain(team.approver.email);
    expect(recipients()).not.toContain(team.author.email);
    expect(recipients()).not.toContain(viewer.email);
    const [email] = emails();
    expect(email!.Content.Simple.Subject.Data).toBe('Approval requested: Launch');
    expect(textOf(email!)).toContain('Please check the link.');
    expect(textOf(email!)).toContain(`POST https://api.test/v1/content/${id}/approve`);
    expect(textOf(email!)).toContain(`https://app.test/app/#/posts/${id}`);
  });

  it('is emailed once to each member, however often its message is delivered', async () => {
    const team = await newTeam();
    await submitted(team);
    const messages = await queued();
    expect(messages).toHaveLength(1);
    expect(await work([...messages, ...messages])).toBe(0);
    expect(await work(messages)).toBe(0);
    expect(new Set(recipients()).size).toBe(recipients().length);
    expect(recipients().length).toBeGreaterThan(1);
  });

  it('is emailed again to those alone whose email failed', async () => {
    const team = await newTeam();
    await submitted(team);
    const messages = await queued();
    ses.on(SendEmailCommand).callsFake(({ Destination }) => {
      const [to] = (Destination as SentEmail['Destination']).ToAddresses;
      if (to === team.approver.email) throw sdkError('TooManyRequestsException');
      return { MessageId: 'message-1' };
    });
    expect(await work(messages)).toBe(1);
    const first = recipients();
    ses.on(SendEmailCommand).resolves({ MessageId: 'message-2' });
    expect(await work(messages)).toBe(0);
    expect(recipients().slice(first.length)).toEqual([team.approver.email]);
  });

  it('is not emailed by a second worker until the lease of the first has ended', async () => {
    const team = await newTeam();
    await submitted(team);
    const messages = await queued();
    let during = 0;
    let isFirst = true;
    ses.on(SendEmailCommand).callsFake(async () => {
      if (!isFirst) return { MessageId: 'message-2' };
      isFirst = false;
      during = await work(messages);
      return { MessageId: 'message-1' };
    });
    expect(await work(messages)).toBe(0);
    expect(during).toBe(1);
    expect(new Set(recipients()).size).toBe(recipients().length);
  });

  it('is emailed again after the worker crashed, when its lease has ended', async () => {
    const team = await newTeam();
    await submitted(team);
    const messages = await queued();
    harness.table.fault = (command) => {
      // From the first email on, nothing is recorded any more.
      if (emails().length === 0 || command === 'GetCommand') return null;
      throw new Error('killed');
    };
    await work(messages);
    harness.table.fault = null;
    const before = recipients().length;
    expect(await work(messages)).toBe(1);
    advanceTime((LEASE_SECONDS.email + 1) * 1000);
    expect(await work(messages)).toBe(0);
    expect(recipients().length).toBeGreaterThan(before);
    expect(recipients()).toContain(team.approver.email);
  });

  it.each(['withdraw', 'approve'])('that ends with %s before its email is sent has none', async (action) => {
    const team = await newTeam();
    const id = await submitted(team);
    const messages = await queued();
    expect((await act(action, action === 'approve' ? team.approver : team.author, id)).status).toBe(200);
    expect(await work(messages)).toBe(0);
    expect(emails()).toEqual([]);
  });

  it('that was withdrawn and made again has the emails of the second request only', async () => {
    const team = await newTeam();
    const id = await submitted(team);
    const first = await queued();
    await act('withdraw', team.author, id);
    await queued();
    advanceTime(1000);
    await act('submit', team.author, id, { note: 'The second time.' });
    const second = await queued();
    expect(await work([...first, ...second])).toBe(0);
    expect(emails().length).toBeGreaterThan(0);
    expect(emails().every((email) => textOf(email).includes('The second time.'))).toBe(true);
  });

  it('is not emailed to members of another workspace', async () => {
    const other = await newTeam();
    const team = await newTeam();
    await submitted(team);
    await mailed();
    expect(recipients()).toContain(team.approver.email);
    expect(recipients()).not.toContain(other.approver.email);
  });

  it.each(['SendingPausedException', 'AccountSuspendedException'])(
    'stays in the queue while SES rejects the account with %s',
    async (error) => {
      const team = await newTeam();
      await submitted(team);
      const messages = await queued();
      ses.on(SendEmailCommand).rejects(sdkError(error));
      expect(await work(messages)).toBeGreaterThan(0);
      ses.reset();
      ses.on(SendEmailCommand).resolves({ MessageId: 'message-1' });
      expect(await work(messages)).toBe(0);
      expect(recipients()).toContain(team.approver.email);
    },
  );

  it('is not sent again to an address that SES rejects', async () => {
    await submitted(await newTeam());
    const messages = await queued();
    ses.on(SendEmailCommand).rejects(sdkError('MessageRejected'));
    expect(await work(messages)).toBe(0);
    const tried = emails().length;
    expect(await work(messages)).toBe(0);
    expect(emails()).toHaveLength(tried);
  });

  it('for an item that was cancelled has no email', async () => {
    const team = await newTeam();
    const id = await submitted(team, { scheduled_at: inSeconds(2 * HOUR) });
    const messages = await queued();
    await callApi('content.update', { token: team.author.token, params: { id }, body: { status: 'cancelled' } });
    expect(await work(messages)).toBe(0);
    expect(emails()).toEqual([]);
  });

  it('queues no message in a stage without a sender', async () => {
    setSender(null);
    await submitted(await newTeam());
    expect(await queued()).toEqual([]);
  });

  it('leaves no address and no title in messages and logs', async () => {
    const team = await newTeam();
    await submitted(team, { title: 'Secret merger' });
    const messages = await queued();
    await work(messages);
    expect(harness.logged()).toContain('approval email sent');
    for (const text of [harness.logged(), JSON.stringify(messages)]) {
      expect(text).not.toContain(team.approver.email);
      expect(text).not.toContain('Secret merger');
    }
  });
});
