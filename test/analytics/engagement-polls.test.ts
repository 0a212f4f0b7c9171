import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-metric-poll-queued.ts';
import { handler as publish } from '../../functions/on-publish-due.ts';
import { advanceTime, type Json } from '../functions/api-harness.ts';
import { measureConsumed } from '../functions/consumed-units.ts';
import { accountOn, connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import {
  lambdaContext,
  processAllChanges,
  setupWorkers,
  sqsEvent,
  storedRecords,
} from '../functions/worker-harness.ts';
import { ACCOUNTS } from '../platforms/platforms.ts';

/** Comments and mentions on Bluesky, which sends no webhooks, are read with the metrics. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const DID = ACCOUNTS.bluesky.externalId;
const engagements = () => storedRecords(harness, 'Engagement');

async function notify(order: Json): Promise<void> {
  const body = JSON.stringify({ account: DID, reason: 'reply', ...order });
  await fetch(`${platforms().origin}/_simulator/notifications`, { method: 'POST', body });
}

async function publishedPost(tenant: Tenant): Promise<{ id: string; uri: string }> {
  const { dueMessage } = await scheduleContent(tenant, 'bluesky', { description: 'A post' });
  advanceTime(60_000);
  await publish(dueMessage, lambdaContext());
  await processAllChanges(harness);
  return { id: dueMessage.schedule_id, uri: String((await loadDueEntry(dueMessage)).platform_post_id) };
}

async function messageOf(tenant: Tenant, ids: string[]) {
  const { id: account_id } = (await accountOn(tenant, 'bluesky'))!;
  return sqsEvent({ workspace_id: tenant.workspace.id, platform: 'bluesky', account_id, ids });
}

const poll = async (tenant: Tenant, ids: string[]) => handler(await messageOf(tenant, ids));

async function connected(): Promise<Tenant> {
  const tenant = await newTenant();
  await connect(tenant, 'bluesky');
  return tenant;
}

describe('a poll of an account on Bluesky', () => {
  it('stores a reply as a comment on its post, and a mention', async () => {
    const tenant = await connected();
    const post = await publishedPost(tenant);
    advanceTime(1_000);
    await notify({ id: 'r1', post_id: post.uri, text: 'Nice', actor: 'ada.test' });
    await notify({ id: 'm1', reason: 'mention', text: 'Hey', actor: 'bob.test' });
    expect(await poll(tenant, [post.id])).toEqual({ batchItemFailures: [] });
    expect(engagements()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'comment', platform_post_id: post.uri, text: 'Nice', actor: 'ada.test' }),
        expect.objectContaining({ kind: 'mention', text: 'Hey', actor: 'bob.test' }),
      ]),
    );
    expect(engagements()).toHaveLength(2);
  });

  it('stores a reply once that is in two polls', async () => {
    const tenant = await connected();
    const post = await publishedPost(tenant);
    advanceTime(1_000);
    await notify({ id: 'r1', post_id: post.uri });
    await poll(tenant, [post.id]);
    await poll(tenant, [post.id]);
    await processAllChanges(harness);
    expect(engagements()).toHaveLength(1);
    expect(storedRecords(harness, 'Event').filter(({ type }) => type === 'comment.created')).toHaveLength(1);
  });

  it('ignores what happened before the account was connected, and likes', async () => {
    await notify({ id: 'm0', reason: 'mention' });
    advanceTime(60_000);
    const tenant = await connected();
    const post = await publishedPost(tenant);
    await notify({ id: 'l1', reason: 'like', post_id: post.uri });
    await poll(tenant, [post.id]);
    expect(engagements()).toEqual([]);
  });

  it('is remembered by the account, so that the next one starts there', async () => {
    const tenant = await connected();
    const post = await publishedPost(tenant);
    const before = Date.now();
    await poll(tenant, [post.id]);
    expect(Date.parse((await accountOn(tenant, 'bluesky'))!.engagements_read_at!)).toBeGreaterThanOrEqual(before);
  });

  it('reads the account once, for its metrics and its notifications', async () => {
    const tenant = await connected();
    const post = await publishedPost(tenant);
    advanceTime(3_600_000);
    const message = await messageOf(tenant, [post.id]);
    const { commands } = await measureConsumed(harness.table, () => handler(message));
    expect(commands.filter((command) => command === 'GetCommand')).toHaveLength(1);
  });

  it('reads every page since the last poll', async () => {
    const tenant = await connected();
    const post = await publishedPost(tenant);
    advanceTime(1_000);
    for (let number = 0; number < 120; number++) await notify({ id: `r${number}`, post_id: post.uri });
    await poll(tenant, [post.id]);
    expect(engagements()).toHaveLength(120);
  });

  it('of one workspace stores nothing in another with the same account', async () => {
    const [tenant, other] = [await connected(), await connected()];
    const post = await publishedPost(tenant);
    advanceTime(1_000);
    await notify({ id: 'r1', post_id: post.uri });
    await poll(tenant, [post.id]);
    await poll(other, []);
    expect(engagements().map(({ workspace_id }) => workspace_id)).toEqual([tenant.workspace.id]);
  });
});
