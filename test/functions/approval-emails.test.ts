import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import type { ApprovalReminder } from '../../lib/content/rules/approval-reminder.ts';
import type { Role } from '../../lib/core/api/permission.ts';
import { MAX_APPROVAL_EMAILS_PER_MEMBER_AND_DAY } from '../../lib/core/rate-limit/limits.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { deleteMemberWrites, loadMember } from '../../lib/identity/store/members.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi, inSeconds, type Json } from './api-harness.ts';
import { newContent, newMember, setWorkspace } from './resources.ts';
import { type SentEmail, setupSes, textOf, work } from './ses-emails.ts';
import { connect } from './simulated.ts';
import { newTenant, type Tenant } from './tenants.ts';
import {
  EMAIL_QUEUE,
  processAllChanges,
  processStreamRecords,
  type SentMessage,
  sdkError,
  setupWorkers,
  storedRecords,
} from './worker-harness.ts';

const harness = setupWorkers();
const { ses, emails } = setupSes();

const HOUR = 3_600;
const DAY = 24 * HOUR;

beforeEach(() => setSender('team@example.com'));

function setSender(emailSender: string | null): void {
  process.env.SETTINGS = JSON.stringify(stage('production', 3000, { alarmEmail: 'none', emailSender }));
}

const recipients = () => emails().flatMap(({ Destination }) => Destination.ToAddresses);

/** Process all changes, and return the messages that the email queue then has. */
async function queued(): Promise<SentMessage[]> {
  harness.sent();
  await processAllChanges(harness);
  return harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE);
}

const mailed = async () => work(await queued());

type Person = Tenant & { id: string; email: string };

/** A member of a workspace, who calls the API with a token of their own. */
async function join(tenant: Tenant, role: Role): Promise<Person> {
  const { id, email, token } = await newMember(tenant, role);
  return { ...tenant, id, email, token };
}

async function newTeam() {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  await setWorkspace(tenant, { approval: 'required' });
  const [author, approver] = [await join(tenant, 'editor'), await join(tenant, 'approver')];
  await queued();
  return { tenant, author, approver };
}

const act = (action: string, { token }: Person, id: string, body: Json = {}) =>
  callApi(`content.${action}`, { token, params: { id }, body });

type Team = Awaited<ReturnType<typeof newTeam>>;

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

  it('is emailed to a member at most 50 times a day', async () => {
    const team = await newTeam();
    const id = await submitted(team);
    for (let n = 0; n < MAX_APPROVAL_EMAILS_PER_MEMBER_AND_DAY + 2; n++) {
      expect(await mailed()).toBe(0);
      await act('withdraw', team.author, id);
      advanceTime(1000);
      await act('submit', team.author, id);
    }
    const toApprover = recipients().filter((to) => to === team.approver.email);
    expect(toApprover).toHaveLength(MAX_APPROVAL_EMAILS_PER_MEMBER_AND_DAY);
    advanceTime(DAY * 1000);
    await act('withdraw', team.author, id);
    await act('submit', team.author, id);
    await mailed();
    expect(recipients().filter((to) => to === team.approver.email)).toHaveLength(toApprover.length + 1);
    expect(harness.logged()).toContain('approval email dropped');
  });

  it.each(['SendingPausedException', 'AccountSuspendedException'])(
    'stays in the queue while SES rejects the account with %s',
    async (error) => {
      const team = await newTeam();
      await submitted(team);
      const messages = await queued();
      ses.on(SendEmailCommand).rejects(sdkError(error));
      expect(await work(messages)).toBe(1);
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

const reminders = () => storedRecords<ApprovalReminder>(harness, 'ApprovalReminder');
const dueSoonEvents = () =>
  storedRecords<{ type: string; data: string }>(harness, 'Event')
    .filter(({ type }) => type === 'approval.due_soon')
    .map(({ data }) => JSON.parse(data) as Json);

/** Run the sweep every five minutes for a time, and processes the changes. */
async function pass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 300) {
    await onSweepDue();
    await queued().then(work);
    advanceTime(300_000);
  }
}

describe('an unapproved item', () => {
  const scheduled = async (team: { author: Person }, seconds: number, body: Json = {}) => {
    const { id } = await newContent(team.author, { platforms: ['twitter'], scheduled_at: inSeconds(seconds), ...body });
    await queued();
    return String(id);
  };

  it('is announced to its owner one day and one hour before its due time, once each, by event and email', async () => {
    const team = await newTeam();
    const id = await scheduled(team, 26 * HOUR);
    await pass(1.5 * HOUR);
    expect(reminders()).toEqual([]);
    await pass(1.5 * HOUR);
    expect(dueSoonEvents()).toMatchObject([{ content_id: id, lead: 'day' }]);
    await pass(21 * HOUR);
    expect(dueSoonEvents()).toHaveLength(1);
    await pass(1.5 * HOUR);
    expect(dueSoonEvents().map(({ lead }) => lead)).toEqual(['day', 'hour']);
    expect(recipients()).toEqual([team.author.email, team.author.email]);
    expect(emails().map(({ Content }) => Content.Simple.Subject.Data)).toEqual([
      expect.stringContaining('due in one day'),
      expect.stringContaining('due in one hour'),
    ]);
  });

  it('that waits for a decision is announced to its owner and to those who may decide', async () => {
    const team = await newTeam();
    const id = await scheduled(team, HOUR + 200);
    await act('submit', team.author, id);
    await queued();
    await pass(600);
    expect(dueSoonEvents()).toMatchObject([{ content_id: id, approval_status: 'pending_approval' }]);
    expect(recipients()).toContain(team.author.email);
    expect(recipients()).toContain(team.approver.email);
    expect(textOf(emails()[0]!)).toContain(`POST https://api.test/v1/content/${id}/approve`);
  });

  it('whose owner was removed is announced to the owners of the workspace', async () => {
    const team = await newTeam();
    await scheduled(team, HOUR + 200);
    await commit(deleteMemberWrites((await loadMember(team.tenant.workspace.id, team.author.id))!));
    await pass(600);
    const owner = (await loadMember(team.tenant.workspace.id, team.tenant.key.user_id))!;
    expect(recipients()).toEqual([owner.email]);
  });

  it('that loses its approval within an hour of its due time is announced at once', async () => {
    for (const lose of ['edit', 'withdraw', 'request-changes']) {
      const team = await newTeam();
      const id = await scheduled(team, 40 * 60);
      await act('submit', team.author, id);
      await act('approve', team.approver, id);
      await queued();
      const before = recipients().length;
      if (lose !== 'edit') await act(lose, lose === 'withdraw' ? team.author : team.approver, id);
      else await callApi('content.update', { token: team.author.token, params: { id }, body: { title: 'Other' } });
      expect(await mailed(), lose).toBe(0);
      expect(
        dueSoonEvents().filter(({ content_id }) => content_id === id),
        lose,
      ).toMatchObject([{ lead: 'hour' }]);
      expect(recipients().slice(before), lose).toEqual([team.author.email]);
    }
  });

  it('that loses its approval and regains it before the stream is read is not announced', async () => {
    const team = await newTeam();
    const id = await scheduled(team, 40 * 60);
    await act('submit', team.author, id);
    await act('approve', team.approver, id);
    await queued();
    await act('withdraw', team.author, id);
    const lost = harness.changes();
    await act('submit', team.author, id);
    await act('approve', team.approver, id);
    expect(await processStreamRecords(lost)).toEqual([]);
    expect(reminders()).toEqual([]);
  });

  it('that is due in half an hour after an interruption of a day is announced for the hour only', async () => {
    const team = await newTeam();
    await scheduled(team, 25.5 * HOUR);
    await pass(300);
    advanceTime(25 * HOUR * 1000 - 300_000);
    await pass(300);
    expect(dueSoonEvents().map(({ lead }) => lead)).toEqual(['hour']);
  });

  it('is announced although another item was written by a newer version', async () => {
    const team = await newTeam();
    const newer = await scheduled(team, HOUR + 200);
    const id = await scheduled(team, HOUR + 200);
    const item = harness.table.items().find((each) => each.entity === 'Content' && each.id === newer)!;
    harness.table.insert({ ...item, schema: 99 });
    await onSweepDue();
    advanceTime(300_000);
    await onSweepDue();
    expect(reminders().map(({ content_id }) => content_id)).toEqual([id]);
    expect(harness.logged()).toContain('skipped items with newer schema');
  });

  it('on several platforms is announced once', async () => {
    const team = await newTeam();
    await connect(team.tenant, 'linkedin');
    await scheduled(team, 2 * HOUR, { platforms: ['twitter', 'linkedin'] });
    await pass(1.5 * HOUR);
    expect(dueSoonEvents()).toHaveLength(1);
  });

  it('is announced by the first sweep after an interruption', async () => {
    const team = await newTeam();
    await scheduled(team, 3 * HOUR);
    await pass(600);
    advanceTime(2.5 * HOUR * 1000);
    await pass(300);
    expect(dueSoonEvents().map(({ lead }) => lead)).toEqual(['hour']);
  });

  it('is announced once when the sweep is killed at any command and repeated', async () => {
    for (let killedAt = 0; ; killedAt++) {
      const team = await newTeam();
      const id = await scheduled(team, HOUR + 200);
      await onSweepDue();
      advanceTime(300_000);
      let commands = 0;
      harness.table.fault = (command) => {
        // One of each kind of query is enough: the walks of the shards are the same.
        if (command === 'QueryCommand') return null;
        commands += 1;
        if (commands > killedAt) throw new Error('killed');
        return null;
      };
      await onSweepDue().catch(() => undefined);
      harness.table.fault = null;
      await pass(600);
      expect(dueSoonEvents().filter(({ content_id }) => content_id === id)).toHaveLength(1);
      advanceTime(HOUR * 1000);
      if (commands <= killedAt) return;
    }
  });

  it.each([
    [
      'that was approved',
      async ({ author, approver }: Team, id: string) => {
        await act('submit', author, id);
        await act('approve', approver, id);
      },
    ],
    [
      'that was cancelled',
      async ({ author }: Team, id: string) => {
        await callApi('content.update', { token: author.token, params: { id }, body: { status: 'cancelled' } });
      },
    ],
    [
      'of a workspace that requires no approval',
      async ({ tenant }: Team) => {
        await setWorkspace(tenant, { approval: 'none' });
      },
    ],
  ])('%s is not announced', async (_, change) => {
    const team = await newTeam();
    const id = await scheduled(team, 2 * HOUR);
    await change(team, id);
    await pass(1.5 * HOUR);
    expect(reminders()).toEqual([]);
  });

  it('whose approval was revoked by an edit is announced', async () => {
    const team = await newTeam();
    const id = await scheduled(team, 2 * HOUR);
    await act('submit', team.author, id);
    await act('approve', team.approver, id);
    await callApi('content.update', { token: team.author.token, params: { id }, body: { title: 'Another text' } });
    await pass(1.5 * HOUR);
    expect(dueSoonEvents()).toHaveLength(1);
  });

  it('that is moved is announced again before its new due time, and has no email about the former one', async () => {
    const team = await newTeam();
    const id = await scheduled(team, HOUR + 200);
    await onSweepDue();
    advanceTime(300_000);
    await onSweepDue();
    const messages = await queued();
    expect(messages).toHaveLength(1);
    const scheduled_at = inSeconds(3 * HOUR);
    await callApi('content.update', { token: team.author.token, params: { id }, body: { scheduled_at } });
    expect(await work(messages)).toBe(0);
    expect(emails()).toEqual([]);
    await pass(2.5 * HOUR);
    expect(reminders().map(({ due_at }) => due_at)).toContain(scheduled_at);
    expect(emails()).toHaveLength(1);
  });
});
