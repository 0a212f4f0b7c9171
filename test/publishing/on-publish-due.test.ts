import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { advanceTime, callApi, succeed } from '../functions/api-harness.ts';
import { contentOf, due, events, HOUR, MINUTE, planned, timer } from '../functions/given/due-post.ts';
import { publishTo } from '../functions/publish-step.ts';
import { PICTURES } from '../functions/resources.ts';
import { connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newId, newTenant } from '../functions/tenants.ts';
import { lambdaContext, setupWorkers, sqsEvent, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();
const LEASE_MS = LEASE_SECONDS.attempt * 1000;
const queue = (...messages: unknown[]) => handler(sqsEvent(...messages), lambdaContext());

describe('a due post', () => {
  it.each(PLATFORMS)('is published once to %s when its schedule invokes the function', async (platform) => {
    const tenant = await newTenant();
    await connect(tenant, platform);
    const { dueMessage } = await scheduleContent(tenant, platform, { description: `Hello, ${platform}` });
    advanceTime(MINUTE);
    expect(await timer(dueMessage)).toBeUndefined();
    const [post, ...more] = await platforms().posts();
    expect(post).toMatchObject({ platform, text: `Hello, ${platform}` });
    expect(more).toEqual([]);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', platform_post_id: post!.id });
  });

  it('is published once when a queue message invokes the function', async () => {
    const { dueMessage } = await due();
    expect(await queue(dueMessage)).toEqual({ batchItemFailures: [] });
    expect(await platforms().posts()).toHaveLength(1);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });

  it('is saved with its time, its lateness and its URL, and without a due time', async () => {
    const { dueMessage } = await planned();
    advanceTime(65_900);
    await timer(dueMessage);
    const [post] = await platforms().posts();
    expect(await loadDueEntry(dueMessage)).toMatchObject({
      published_at: new Date().toISOString(),
      late_by_seconds: 5,
      url: `https://x.com/i/web/status/${post!.id}`,
      due_at: null,
      attempt: null,
      attempts: 1,
      error: null,
    });
  });

  it('makes its item published in every response', async () => {
    const { tenant, contentId, dueMessage } = await due();
    await timer(dueMessage);
    const content = await contentOf(tenant, contentId);
    expect(content).toMatchObject({ status: 'published', targets: [{ status: 'published' }] });
    expect(await events('content.published')).toHaveLength(1);
  });

  it('is published once, with its new text, when its item is edited after the worker has read it', async () => {
    const { contentId, dueMessage } = await due({ description: 'Old' });
    harness.table.fault = (command) => {
      if (command !== 'TransactWriteCommand') return null;
      harness.table.fault = null;
      const item = harness.table.items().find(({ sk }) => sk === contentId)!;
      harness.table.insert({ ...item, description: 'New', version: Number(item.version) + 1 });
      return null;
    };
    await timer(dueMessage);
    expect(await platforms().posts()).toMatchObject([{ text: 'New' }]);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });

  it('to Instagram is published when its missing image is added after the worker has read it', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'instagram');
    const { contentId, dueMessage } = await scheduleContent(tenant, 'instagram', { media: [] });
    advanceTime(MINUTE);
    harness.table.fault = (command) => {
      if (command !== 'TransactWriteCommand') return null;
      harness.table.fault = null;
      const item = harness.table.items().find(({ sk }) => sk === contentId)!;
      harness.table.insert({ ...item, media: PICTURES, version: Number(item.version) + 1 });
      return null;
    };
    await timer(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', attempts: 1, error: null });
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('is not published when it is cancelled after the worker has read it', async () => {
    const { dueMessage } = await due();
    harness.table.fault = (command) => {
      if (command !== 'TransactWriteCommand') return null;
      harness.table.fault = null;
      const item = harness.table.items().find(({ sk }) => sk === dueMessage.schedule_id)!;
      harness.table.insert({ ...item, state: 'cancelled', due_at: null, version: Number(item.version) + 1 });
      return null;
    };
    await timer(dueMessage);
    expect(await platforms().requests()).toEqual([]);
    expect((await loadDueEntry(dueMessage)).state).toBe('cancelled');
  });

  it('leaves its item scheduled while another platform is pending', async () => {
    const { tenant, contentId, dueMessage } = await due({ platforms: ['twitter', 'linkedin'] });
    await timer(dueMessage);
    expect((await contentOf(tenant, contentId)).status).toBe('scheduled');
    expect(await events('content.published')).toEqual([]);
  });

  it('has the text of its platform', async () => {
    const options = { twitter: { text: 'Short for X' }, linkedin: { text: 'Long for LinkedIn' } };
    const { dueMessage } = await due({ description: 'For everyone', platform_options: options });
    await timer(dueMessage);
    expect(await platforms().posts()).toMatchObject([{ text: 'Short for X' }]);
  });

  it('is published once when several workers run concurrently, and none of them fails', async () => {
    const { dueMessage } = await due();
    const answers = await Promise.all([timer(dueMessage), queue(dueMessage), timer(dueMessage), queue(dueMessage)]);
    const nothingFailed = { batchItemFailures: [] };
    expect(answers).toEqual([undefined, nothingFailed, undefined, nothingFailed]);
    expect(await platforms().posts()).toHaveLength(1);
    expect(await platforms().requests()).toHaveLength(1);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });

  it('is published once when the same message is delivered ten times in one batch and once more', async () => {
    const { dueMessage } = await due();
    await queue(...Array(10).fill(dueMessage));
    await Promise.all(Array.from({ length: 5 }, () => queue(dueMessage)));
    expect(await platforms().requests()).toHaveLength(1);
  });

  it('is published concurrently with another one of the same item, though both change the item', async () => {
    const { tenant, contentId } = await due({ platforms: ['twitter', 'linkedin'] });
    await connect(tenant, 'linkedin');
    const entries = storedRecords<ScheduleEntry>(harness, 'ScheduleEntry');
    await Promise.all(entries.map((entry) => timer({ workspace_id: entry.workspace_id, schedule_id: entry.id })));
    expect((await platforms().posts()).map(({ platform }) => platform).sort()).toEqual(['linkedin', 'twitter']);
    expect((await contentOf(tenant, contentId)).status).toBe('published');
  });
});

describe('an early message', () => {
  it('has no effect and no successor: the change to the current time has its own', async () => {
    const { dueMessage } = await planned();
    await timer(dueMessage);
    await queue(dueMessage);
    expect(harness.sent()).toEqual([]);
    expect(await platforms().requests()).toEqual([]);
    expect((await loadDueEntry(dueMessage)).state).toBe('pending');
  });

  it('waits in the function when it is at most a second early', async () => {
    const { dueMessage } = await planned();
    advanceTime(59_970);
    setTimeout(() => advanceTime(30), 10);
    await queue(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).not.toBe('pending');
    expect(harness.sent()).toEqual([]);
  });

  it('waits on when the timer of its function ends a millisecond early', async () => {
    const { dueMessage } = await planned();
    advanceTime(59_970);
    setTimeout(() => advanceTime(29), 10);
    setTimeout(() => advanceTime(1), 60);
    await queue(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).not.toBe('pending');
  });
});

describe('an obsolete message', () => {
  it('has no effect for an entry that does not exist', async () => {
    const { tenant } = await planned();
    await timer({ workspace_id: tenant.workspace.id, schedule_id: newId('entry') });
    expect(await platforms().requests()).toEqual([]);
    expect(harness.sent()).toEqual([]);
  });

  it('finds nothing under another workspace', async () => {
    const { dueMessage } = await due();
    const other = await newTenant();
    await timer({ ...dueMessage, workspace_id: other.workspace.id });
    expect(await platforms().requests()).toEqual([]);
    expect((await loadDueEntry(dueMessage)).state).toBe('pending');
  });

  it('publishes no cancelled entry', async () => {
    const { tenant, dueMessage } = await planned();
    await callApi('schedule.cancel', { token: tenant.token, params: { id: dueMessage.schedule_id } });
    advanceTime(MINUTE);
    await timer(dueMessage);
    expect(await platforms().requests()).toEqual([]);
    expect((await loadDueEntry(dueMessage)).state).toBe('cancelled');
  });

  it('publishes no entry of a deleted item', async () => {
    const { tenant, contentId, dueMessage } = await planned();
    await succeed('content.delete', { token: tenant.token, params: { id: contentId } });
    advanceTime(MINUTE);
    await timer(dueMessage);
    expect(await platforms().requests()).toEqual([]);
  });

  it('publishes no entry twice that was rescheduled', async () => {
    const { tenant, contentId, dueMessage } = await planned();
    const later = new Date(Date.now() + HOUR).toISOString();
    await callApi('content.update', {
      token: tenant.token,
      params: { id: contentId },
      body: { scheduled_at: later },
    });
    advanceTime(MINUTE);
    await timer(dueMessage);
    expect(await platforms().requests()).toEqual([]);
    advanceTime(HOUR);
    await timer(dueMessage);
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('has no effect while another worker holds the claim', async () => {
    const { tenant, contentId, dueMessage } = await due();
    await publishTo(tenant, contentId, 'twitter', 'claimed');
    const claimed = await loadDueEntry(dueMessage);
    advanceTime(LEASE_MS - 1);
    await timer(dueMessage);
    expect(await loadDueEntry(dueMessage)).toEqual(claimed);
    expect(await platforms().requests()).toEqual([]);
    expect(harness.sent()).toEqual([]);
  });

  it('has no effect while another worker is sending', async () => {
    const { tenant, contentId, dueMessage } = await due();
    await publishTo(tenant, contentId, 'twitter', 'sending');
    const sending = await loadDueEntry(dueMessage);
    advanceTime(LEASE_MS - 1);
    await timer(dueMessage);
    expect(await loadDueEntry(dueMessage)).toEqual(sending);
    expect(await platforms().requests()).toEqual([]);
  });
});
