import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import type { Entry } from '../../lib/domain/entry.ts';
import { PLATFORMS, type Platform } from '../../lib/domain/platform.ts';
import { LEASE_SECONDS } from '../../lib/domain/publishing.ts';
import { contextWith, followAll, killAt, openBackDoor, stored } from './back-door.ts';
import { ask, pass } from './front-door.ts';
import { connect, entryOf, scheduledFor, simulatePlatforms, type Wake } from './simulated.ts';
import { newTenant, newToken, type Tenant } from './tenants.ts';

/** The publish function is killed at every place where it writes something down, on every platform. */

const house = openBackDoor();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const wakeUp = (wake: Wake) => handler(wake, contextWith());

afterEach(() => vi.useRealTimers());

interface Due {
  platform: Platform;
  tenant: Tenant;
  contentId: string;
  wake: Wake;
  /** Its own text, by which the ledger is asked for it. */
  text: string;
}

let made = 0;

async function due(platform: Platform): Promise<Due> {
  const tenant = await newTenant();
  await connect(tenant, platform);
  const text = `Post ${++made}`;
  const planned = await scheduledFor(tenant, platform, { description: text });
  pass(MINUTE);
  return { platform, tenant, text, ...planned };
}

async function postsOf({ text }: Due) {
  return (await platforms().posts()).filter((post) => post.text === text);
}

/** What the sweep and the queue do with an entry while time passes: it is woken whenever something is due. */
async function letTimePass(wake: Wake): Promise<Entry> {
  for (let waking = 1; waking <= 20; waking++) {
    const entry = await entryOf(wake);
    if (entry.due_at === null) return entry;
    pass(Math.max(0, Date.parse(entry.due_at) - Date.now()));
    await wakeUp(wake);
  }
  throw new Error('Something is due for ever.');
}

/** A worker that ends for good at its `n`th command of the table; `reached` is false when it had fewer. */
async function dieAt(n: number, wake: Wake): Promise<boolean> {
  const kill = killAt(house.table, n);
  await wakeUp(wake).catch(() => {});
  house.table.fault = null;
  return kill.reached();
}

/** A worker that ends right after its `n`th write was committed: it did not even hear of it. */
async function dieAfterWrite(n: number, wake: Wake): Promise<boolean> {
  let writes = 0;
  house.table.lostAnswer = (command) => {
    if (command === 'TransactWriteCommand') writes += 1;
    return writes >= n ? new Error('The worker was killed.') : null;
  };
  house.table.fault = () => (writes >= n ? new Error('The worker was killed.') : null);
  await wakeUp(wake).catch(() => {});
  house.table.fault = null;
  house.table.lostAnswer = null;
  return writes >= n;
}

// Entry; item, claim; account, item; item, sending; then the item again, to settle.
const COMMAND_OF_SETTLING = 8;

// The steps of an attempt are three writes: claimed, sending, settled.
const WRITES = [1, 2, 3];

/** Time passes; then there is one post at most, and what is said of it is so. */
async function holdsTheTruth(post: Due) {
  const { platform, tenant, contentId, wake } = post;
  pass(LEASE_SECONDS * 1000);
  await wakeUp(wake);
  const entry = await letTimePass(wake);
  const posts = await postsOf(post);
  expect(['published', 'unconfirmed']).toContain(entry.state);
  expect(posts.length).toBeLessThanOrEqual(1);
  if (entry.state === 'published') expect(posts).toHaveLength(1);
  // Where the platform can be asked, nobody is left in doubt of a post that is there.
  if (entry.state === 'unconfirmed' && platform !== 'linkedin') expect(posts).toEqual([]);
  const answer = await ask('content.get', { token: await newToken(tenant), params: { id: contentId } });
  expect(answer.json.status).toBe(entry.state);
  await followAll(house);
  const told = stored(house, 'Event').filter(({ data }) => String(data).includes(contentId));
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
      const { entry, posts } = await holdsTheTruth(post);
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
    await holdsTheTruth(post);
  });

  it('that dies before the request is never said to have published', async () => {
    const post = await due(platform);
    await dieAfterWrite(2, post.wake);
    expect(await postsOf(post)).toEqual([]);
    const { entry, posts } = await holdsTheTruth(post);
    // Instagram's container is proof, so there the post goes out after all, once.
    expect([entry.state, posts.length]).toEqual(
      platform === 'instagram' ? ['published', 1] : ['unconfirmed', 0],
    );
  });

  it('that dies after the platform took the post does not post it again', async () => {
    const post = await due(platform);
    await dieAt(COMMAND_OF_SETTLING, post.wake);
    expect(await postsOf(post)).toHaveLength(1);
    expect((await entryOf(post.wake)).state).toBe('sending');
    const { entry, posts } = await holdsTheTruth(post);
    expect(posts).toHaveLength(1);
    expect(entry.state).toBe(platform === 'linkedin' ? 'unconfirmed' : 'published');
    if (platform !== 'linkedin') expect(entry.platform_post_id).toBe(posts[0]!.id);
  });
});
