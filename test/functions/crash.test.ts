import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import { LEASE_SECONDS } from '../../lib/domain/content/publish-transitions.ts';
import type { ScheduleEntry } from '../../lib/domain/content/schedule-entry.ts';
import { PLATFORMS, type Platform } from '../../lib/domain/platform.ts';
import { advanceTime, callApi } from './api-harness.ts';
import { connect, loadWakeEntry, scheduleContent, simulatePlatforms, type WakeMessage } from './simulated.ts';
import { newTenant, newToken, type Tenant } from './tenants.ts';
import { killAt, lambdaContext, processAllChanges, setupWorkers, storedRecords } from './worker-harness.ts';

/** The publish function is killed at every place where it writes something down, on every platform. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const wakeUp = (wake: WakeMessage) => handler(wake, lambdaContext());

afterEach(() => vi.useRealTimers());

interface Due {
  platform: Platform;
  tenant: Tenant;
  contentId: string;
  wake: WakeMessage;
  /** Its own text, by which the ledger is asked for it. */
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

/** What the sweep and the queue do with an entry while time passes: it is woken whenever something is due. */
async function letTimePass(wake: WakeMessage): Promise<ScheduleEntry> {
  for (let waking = 1; waking <= 20; waking++) {
    const entry = await loadWakeEntry(wake);
    if (entry.due_at === null) return entry;
    advanceTime(Math.max(0, Date.parse(entry.due_at) - Date.now()));
    await wakeUp(wake);
  }
  throw new Error('Something is due for ever.');
}

/** A worker that ends for good at its `n`th command of the table; `reached` is false when it had fewer. */
async function dieAt(n: number, wake: WakeMessage): Promise<boolean> {
  const kill = killAt(harness.table, n);
  await wakeUp(wake).catch(() => {});
  harness.table.fault = null;
  return kill.reached();
}

/** A worker that ends right after its `n`th write was committed: it did not even hear of it. */
async function dieAfterWrite(n: number, wake: WakeMessage): Promise<boolean> {
  let writes = 0;
  harness.table.failAfterWrite = (command) => {
    if (command === 'TransactWriteCommand') writes += 1;
    return writes >= n ? new Error('The worker was killed.') : null;
  };
  harness.table.fault = () => (writes >= n ? new Error('The worker was killed.') : null);
  await wakeUp(wake).catch(() => {});
  harness.table.fault = null;
  harness.table.failAfterWrite = null;
  return writes >= n;
}

// Entry; item, claim; account, item; item, sending; then the item again, to settle.
const SETTLE_COMMAND_NUMBER = 8;

// The steps of an attempt are three writes: claimed, sending, settled.
const WRITES = [1, 2, 3];

/** Time passes; then there is one post at most, and what is said of it is so. */
async function assertConsistent(post: Due) {
  const { platform, tenant, contentId, wake } = post;
  advanceTime(LEASE_SECONDS * 1000);
  await wakeUp(wake);
  const entry = await letTimePass(wake);
  const posts = await postsOf(post);
  expect(['published', 'unconfirmed']).toContain(entry.state);
  expect(posts.length).toBeLessThanOrEqual(1);
  if (entry.state === 'published') expect(posts).toHaveLength(1);
  // Where the platform can be asked, nobody is left in doubt of a post that is there.
  if (entry.state === 'unconfirmed' && platform !== 'linkedin') expect(posts).toEqual([]);
  const answer = await callApi('content.get', { token: await newToken(tenant), params: { id: contentId } });
  expect(answer.json.status).toBe(entry.state);
  await processAllChanges(harness);
  const told = storedRecords(harness, 'Event').filter(({ data }) => String(data).includes(contentId));
  const kind = entry.state === 'published' ? 'content.published' : 'content.failed';
  expect(told.filter(({ type }) => type === kind)).toHaveLength(1);
  return { entry, posts };
}

describe.each(PLATFORMS)('a publish function of %s', (platform) => {
  it('that dies at any command of the table leaves one post at most, and an item that tells the truth', async () => {
    const ends = new Set<string>();
    let n = 1;
    for (let isKilled = true; isKilled; n++) {
      const post = await due(platform);
      isKilled = await dieAt(n, post.wake);
      const { entry, posts } = await assertConsistent(post);
      ends.add(`${posts.length} posted, ${entry.state}`);
    }
    // It was killed at every read and write from the first to the last.
    expect(n).toBeGreaterThan(9);
    const inDoubt = platform === 'linkedin' ? ['1 posted, unconfirmed'] : [];
    expect([...ends].sort()).toEqual(['1 posted, published', ...inDoubt]);
  });

  it.each(WRITES)('that dies right after its write %i leaves the truth behind', async (n) => {
    const post = await due(platform);
    expect(await dieAfterWrite(n, post.wake)).toBe(true);
    await assertConsistent(post);
  });

  it('that dies before the request is never said to have published', async () => {
    const post = await due(platform);
    await dieAfterWrite(2, post.wake);
    expect(await postsOf(post)).toEqual([]);
    const { entry, posts } = await assertConsistent(post);
    // Instagram's container is proof, so there the post goes out after all, once.
    expect([entry.state, posts.length]).toEqual(
      platform === 'instagram' ? ['published', 1] : ['unconfirmed', 0],
    );
  });

  it('that dies after the platform took the post does not post it again', async () => {
    const post = await due(platform);
    await dieAt(SETTLE_COMMAND_NUMBER, post.wake);
    expect(await postsOf(post)).toHaveLength(1);
    expect((await loadWakeEntry(post.wake)).state).toBe('sending');
    const { entry, posts } = await assertConsistent(post);
    expect(posts).toHaveLength(1);
    expect(entry.state).toBe(platform === 'linkedin' ? 'unconfirmed' : 'published');
    if (platform !== 'linkedin') expect(entry.platform_post_id).toBe(posts[0]!.id);
  });
});
