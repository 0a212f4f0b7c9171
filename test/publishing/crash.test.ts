import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { PLATFORM_TABLE } from '../../lib/platforms/platforms.ts';
import { advanceTime, callApi } from '../functions/api-harness.ts';
import { connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { killAt, lambdaContext, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { FIXTURES } from '../platforms/fixtures.ts';

/** The publish function is killed at every write, on every platform. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const runWorker = (dueMessage: DueMessage) => handler(dueMessage, lambdaContext());

afterEach(() => vi.useRealTimers());

interface Due {
  platform: Platform;
  tenant: Tenant;
  contentId: string;
  dueMessage: DueMessage;
  /** Its own text, by which the ledger is searched. */
  text: string;
}

let made = 0;

async function due(platform: Platform): Promise<Due> {
  const tenant = await newTenant();
  await connect(tenant, platform);
  const text = `Post ${++made}`;
  const planned = await scheduleContent(tenant, platform, { description: text });
  advanceTime(MINUTE);
  return { platform, tenant, text, ...planned };
}

async function postsOf({ text }: Due) {
  return (await platforms().posts()).filter((post) => post.text === text);
}

/** What the sweep and the queue do with an entry over time: it is invoked whenever its work is due. */
async function runUntilDone(dueMessage: DueMessage): Promise<ScheduleEntry> {
  for (let waking = 1; waking <= 20; waking++) {
    const entry = await loadDueEntry(dueMessage);
    if (entry.due_at === null) return entry;
    advanceTime(Math.max(0, Date.parse(entry.due_at) - Date.now()));
    await runWorker(dueMessage);
  }
  throw new Error('Something is due for ever.');
}

/** A worker that crashes permanently at its `n`th command of the table; `reached` is false when it had fewer. */
async function dieAt(n: number, dueMessage: DueMessage): Promise<boolean> {
  const kill = killAt(harness.table, n);
  await runWorker(dueMessage).catch(() => {});
  harness.table.fault = null;
  return kill.reached();
}

/** A worker that crashes after its `n`th write was committed, before the response. */
async function dieAfterWrite(n: number, dueMessage: DueMessage): Promise<boolean> {
  let writes = 0;
  harness.table.failAfterWrite = (command) => {
    if (command === 'TransactWriteCommand') writes += 1;
    return writes >= n ? new Error('The worker was killed.') : null;
  };
  harness.table.fault = () => (writes >= n ? new Error('The worker was killed.') : null);
  await runWorker(dueMessage).catch(() => {});
  harness.table.fault = null;
  harness.table.failAfterWrite = null;
  return writes >= n;
}

// Entry; item and account; claimed, only before a preparation with requests; sending; settled.
const READS = 2;
/** Whether the platform has a lookup for posts whose outcome is unknown. */
const canBeAsked = (platform: Platform) => FIXTURES[platform].absent.found !== 'unsupported';
const writesOf = (platform: Platform) => (platform === 'instagram' ? [1, 2, 3] : [1, 2]);
const sendingWriteOf = (platform: Platform) => writesOf(platform).length - 1;
const settleCommandOf = (platform: Platform) => READS + writesOf(platform).length;

/** Advance time; then at most one post exists, and its item has the right status. */
async function assertConsistent(post: Due) {
  const { platform, tenant, contentId, dueMessage } = post;
  advanceTime(LEASE_SECONDS.attempt * 1000);
  await runWorker(dueMessage);
  const entry = await runUntilDone(dueMessage);
  const posts = await postsOf(post);
  expect(['published', 'unconfirmed']).toContain(entry.state);
  expect(posts.length).toBeLessThanOrEqual(1);
  if (entry.state === 'published') expect(posts).toHaveLength(1);
  // Where the platform can be asked, an existing post does not stay unconfirmed.
  if (entry.state === 'unconfirmed' && canBeAsked(platform)) expect(posts).toEqual([]);
  const answer = await callApi('content.get', { token: await newToken(tenant), params: { id: contentId } });
  expect(answer.json.status).toBe(entry.state);
  await processAllChanges(harness);
  const emitted = storedRecords(harness, 'Event').filter(({ data }) => String(data).includes(contentId));
  const kind = entry.state === 'published' ? 'content.published' : 'content.failed';
  expect(emitted.filter(({ type }) => type === kind)).toHaveLength(1);
  return { entry, posts };
}

describe.each(PLATFORMS)('a publish function of %s', (platform) => {
  it('that crashes at any command of the table leaves at most one post, and an item with the right status', async () => {
    const ends = new Set<string>();
    let n = 1;
    for (let isKilled = true; isKilled; n++) {
      const post = await due(platform);
      isKilled = await dieAt(n, post.dueMessage);
      const { entry, posts } = await assertConsistent(post);
      ends.add(`${posts.length} posted, ${entry.state}`);
    }
    // It was killed at every read and write from the first to the last.
    expect(n - 2).toBe(settleCommandOf(platform));
    const unconfirmedEnds = canBeAsked(platform) ? [] : ['1 posted, unconfirmed'];
    expect([...ends].sort()).toEqual(['1 posted, published', ...unconfirmedEnds]);
  });

  it.each(writesOf(platform))('that crashes after its write %i leaves the right status', async (n) => {
    const post = await due(platform);
    expect(await dieAfterWrite(n, post.dueMessage)).toBe(true);
    await assertConsistent(post);
  });

  it('that crashes before the request is never reported as published', async () => {
    const post = await due(platform);
    await dieAfterWrite(sendingWriteOf(platform), post.dueMessage);
    expect(await postsOf(post)).toEqual([]);
    const { entry, posts } = await assertConsistent(post);
    // A container or a record key is proof, so there the post is published after all, once.
    const isProved = platform === 'instagram' || PLATFORM_TABLE[platform].isRepeatable;
    expect([entry.state, posts.length]).toEqual(isProved ? ['published', 1] : ['unconfirmed', 0]);
  });

  it('that crashes after the platform accepted the post does not send it again', async () => {
    const post = await due(platform);
    await dieAt(settleCommandOf(platform), post.dueMessage);
    expect(await postsOf(post)).toHaveLength(1);
    expect((await loadDueEntry(post.dueMessage)).state).toBe('sending');
    const { entry, posts } = await assertConsistent(post);
    expect(posts).toHaveLength(1);
    expect(entry.state).toBe(canBeAsked(platform) ? 'published' : 'unconfirmed');
    if (canBeAsked(platform)) expect(entry.platform_post_id).toBe(posts[0]!.id);
  });
});
