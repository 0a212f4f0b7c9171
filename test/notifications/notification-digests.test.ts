import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { advanceTime, type Json } from '../functions/api-harness.ts';
import { act, join, newTeam, recipients, setSender } from '../functions/given/approvals.ts';
import { failedPost, failingPost, listed, muteOn } from '../functions/given/notifications.ts';
import { newContent } from '../functions/resources.ts';
import { setupSes, textOf, work } from '../functions/ses-emails.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import {
  EMAIL_QUEUE,
  killAt,
  processAllChanges,
  processChanges,
  processStreamRecords,
  type SentMessage,
  sdkError,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();
const { ses, emails } = setupSes();
const MINUTE = 60_000;

beforeEach(() => setSender('team@example.com'));

/** Run the sweep. Returns the messages that the email queue then has. */
async function swept(): Promise<SentMessage[]> {
  harness.sent();
  await onSweepDue();
  return harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE);
}

/** Let the time of a digest come, and send it. Returns how many messages the queue delivers again. */
async function digested(minutes = 3): Promise<number> {
  advanceTime(minutes * MINUTE);
  return work(await swept());
}

const emailsTo = (email: string) => emails().filter(({ Destination }) => Destination.ToAddresses.includes(email));
const unsent = () => storedRecords(harness, 'UnsentNotification');
const notifications = () => storedRecords(harness, 'Notification');
const tasks = () => storedRecords(harness, 'NotificationTask');

/** Create this many posts that fail in a minute, without processing their changes. */
async function failPosts(tenant: Tenant, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) await failingPost(tenant, `Post ${number}`);
}

describe('the digest of 100 failed posts', () => {
  it('is one email to each member, with the number, the first ten and links', async () => {
    const tenant = await newTenant();
    const editor = await join(tenant, 'editor');
    const other = await join(await newTenant(), 'owner');
    await failPosts(tenant, 100);
    await processAllChanges(harness);
    expect(await digested()).toBe(0);
    expect(await listed(tenant)).toHaveLength(100);
    expect(recipients().toSorted()).toEqual([tenant.owner.email, editor.email].toSorted());
    expect([await listed(other), emailsTo(other.email)]).toEqual([[], []]);
    const [email] = emails();
    const text = textOf(email!);
    expect(email!.Content.Simple.Subject.Data).toBe(`100 notifications in ${tenant.workspace.name}`);
    expect(text.match(/was not published on X/g)).toHaveLength(10);
    expect(text.match(/https:\/\/app\.test\/app\/#\/posts\/cnt_/g)).toHaveLength(10);
    expect(text).toContain('And 90 more.');
    expect(text).toContain('https://app.test/app/#/notifications');
    expect(await digested(16)).toBe(0);
    expect([emails().length, unsent(), tasks()]).toEqual([2, [], []]);
  });

  it('loses nothing and repeats nothing when the worker is killed at any step', async () => {
    for (let step = 1, died = true; died; step++) {
      const tenant = await newTenant();
      const earlier = emails().length;
      await failPosts(tenant, 3);
      const changes = harness.changes();
      died = await killedAt(step, () => processStreamRecords(changes));
      advanceTime(3 * MINUTE);
      await processStreamRecords(changes);
      await processAllChanges(harness);
      expect(await listed(tenant)).toHaveLength(3);
      const messages = await swept();
      died = (await killedAt(step, () => work(messages))) || died;
      // The queue delivers the messages again until the lease of the killed worker has ended, and the sweep finds the rest.
      for (let round = 0; round < 4; round++) {
        await digested(10);
        await work(memberMessages());
      }
      // A worker that is killed after SES took the email sends the same one again.
      const texts = [...new Set(emails().slice(earlier).map(textOf))];
      expect(
        texts
          .join('\n')
          .match(/"Post \d" was not published/g)
          ?.toSorted(),
        `step ${step}`,
      ).toEqual([...['"Post 1" was not published', '"Post 2" was not published', '"Post 3" was not published']]);
      expect([unsent(), tasks()]).toEqual([[], []]);
      expect(step).toBeLessThan(60);
    }
  });

  it.each(['ServiceUnavailableException', 'SendingPausedException', 'AccountSuspendedException'])(
    'is one email once SES ends to respond with %s',
    async (error) => {
      const tenant = await newTenant();
      await failPosts(tenant, 20);
      await processAllChanges(harness);
      advanceTime(3 * MINUTE);
      harness.sent();
      ses.on(SendEmailCommand).rejects(sdkError(error));
      const messages = await swept();
      expect(await work(messages)).toBe(1);
      const kept = memberMessages();
      advanceTime(10 * MINUTE);
      ses.reset();
      ses.on(SendEmailCommand).resolves({ MessageId: 'message-1' });
      expect(await work(kept)).toBe(0);
      expect(await work(kept)).toBe(0);
      expect(emailsTo(tenant.owner.email)).toHaveLength(1);
      expect(textOf(emails()[0]!)).toContain('And 10 more.');
    },
  );
});

/** Run a worker that is killed at the nth request to the table. Returns whether it had so many. */
async function killedAt(step: number, run: () => Promise<unknown>): Promise<boolean> {
  const kill = killAt(harness.table, step);
  await run().catch(() => {});
  harness.table.fault = null;
  return kill.reached();
}

/** The messages for each member of the digests that were started. */
function memberMessages(): SentMessage[] {
  const members = storedRecords<{ id: string; workspace_id: string }>(harness, 'Member');
  return storedRecords<{ id: string; workspace_id: string }>(harness, 'NotificationDigest').flatMap((digest) =>
    members
      .filter(({ workspace_id }) => workspace_id === digest.workspace_id)
      .map(({ workspace_id, id: user_id }) => {
        const message: Json = { kind: 'notification_digest', workspace_id, digest_id: digest.id, user_id };
        return { queue: EMAIL_QUEUE, message, delaySeconds: 0 };
      }),
  );
}

describe('a digest', () => {
  it('is not sent to a member who has muted the kind', async () => {
    const tenant = await newTenant();
    const editor = await join(tenant, 'editor');
    await muteOn(editor, 'post_failed', { email: false, dashboard: false });
    await failedPost(tenant);
    await digested();
    expect([recipients(), await listed(editor)]).toEqual([[tenant.owner.email], []]);
  });

  it('follows the preferences at the time of the email', async () => {
    const tenant = await newTenant();
    await failedPost(tenant);
    advanceTime(3 * MINUTE);
    const messages = await swept();
    await muteOn(tenant, 'post_failed', { email: false });
    await work(messages);
    expect(recipients()).toEqual([]);
  });

  it('follows two minutes after the first notification, and the next one 15 minutes after it', async () => {
    const tenant = await newTenant();
    await failedPost(tenant, 'One');
    await digested(1);
    expect(emails()).toHaveLength(0);
    await digested(2);
    await failedPost(tenant, 'Two');
    await digested(10);
    expect(emails()).toHaveLength(1);
    await failedPost(tenant, 'Three');
    await digested(6);
    expect(emails()).toHaveLength(2);
    expect(textOf(emails()[1]!)).toContain('"Two"');
    expect(textOf(emails()[1]!)).toContain('"Three"');
    expect(textOf(emails()[1]!)).not.toContain('"One"');
  });

  it('reports nothing twice when the stream delivers its changes again', async () => {
    const tenant = await newTenant();
    await failingPost(tenant);
    const changes = await processChanges(harness);
    await processAllChanges(harness);
    await digested();
    expect(await processStreamRecords(changes)).toEqual([]);
    for (let round = 0; round < 3; round++) await digested(16);
    expect([emails().length, notifications().length, unsent(), tasks()]).toEqual([1, 1, [], []]);
  });

  it('is one message per member, each in the group of the workspace and without a title', async () => {
    const tenant = await newTenant();
    for (let number = 0; number < 3; number++) await join(tenant, 'editor');
    await failedPost(tenant, 'Secret merger');
    advanceTime(3 * MINUTE);
    const messages = await swept();
    await work(messages);
    expect(new Set(recipients()).size).toBe(4);
    for (const text of [harness.logged(), JSON.stringify(messages)]) {
      expect(text).not.toContain('Secret merger');
      expect(text).not.toContain(tenant.owner.email);
    }
  });

  it('is not sent by a second worker until the lease of the first has ended', async () => {
    await failedPost(await newTenant());
    advanceTime(3 * MINUTE);
    const messages = await swept();
    let during = 0;
    ses.on(SendEmailCommand).callsFake(async () => {
      if (during === 0) during = await work(memberMessages());
      return { MessageId: 'message-1' };
    });
    expect(await work(messages)).toBe(0);
    expect([during, emails().length]).toEqual([1, 1]);
  });

  it('is not sent again to an address that SES rejects', async () => {
    await failedPost(await newTenant());
    ses.on(SendEmailCommand).rejects(sdkError('MessageRejected'));
    await digested();
    const tried = emails().length;
    await digested(16);
    expect([tried, emails().length]).toEqual([1, 1]);
  });

  it('is not planned in a stage without a sender, which still lists the notification', async () => {
    setSender(null);
    const tenant = await newTenant();
    await failedPost(tenant);
    await digested();
    expect([unsent(), tasks(), emails()]).toEqual([[], [], []]);
    expect(await listed(tenant)).toHaveLength(1);
  });
});

describe('the email of a request for approval', () => {
  it('reaches the members who may decide, with the note and a link, and not the author', async () => {
    const { author, approver, tenant } = await newTeam();
    const { id } = await newContent(author, { platforms: ['twitter'], title: 'Launch' });
    await act('submit', author, id, { note: 'Please check the link.' });
    await processAllChanges(harness);
    await digested();
    expect(recipients().toSorted()).toEqual([approver.email, tenant.owner.email].toSorted());
    const [email] = emails();
    expect(email!.Content.Simple.Subject.Data).toMatch(/requested approval of "Launch"\.$/);
    expect(textOf(email!)).toContain('Please check the link.');
    expect(textOf(email!)).toContain(`https://app.test/app/#/posts/${id}`);
  });

  it.each(['withdraw', 'approve'])('is not sent after %s', async (action) => {
    const { author, approver } = await newTeam();
    const { id } = await newContent(author, { platforms: ['twitter'] });
    await act('submit', author, id);
    await processAllChanges(harness);
    expect((await act(action, action === 'approve' ? approver : author, id)).status).toBe(200);
    await digested();
    expect(emails()).toEqual([]);
  });
});
