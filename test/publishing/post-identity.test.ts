import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { newTenantOfEqualPosts } from '../functions/resources.ts';
import {
  connect,
  type DueMessage,
  loadDueEntry,
  scheduleContent,
  setPlatforms,
  simulatePlatforms,
} from '../functions/simulated.ts';
import { newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { ACCOUNTS, startCannedServer, TOKEN } from '../platforms/platforms.ts';

/** A platform's post id belongs to one target: pairs of items with one text on one account. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

afterEach(() => vi.useRealTimers());

const SECOND = 1_000;
const MINUTE = 60_000;
const DAY = 86_400_000;
const TEXT = 'The same text';

interface Item {
  tenant: Tenant;
  platform: Platform;
  contentId: string;
  dueMessage: DueMessage;
}

async function connected(...names: Platform[]): Promise<Tenant> {
  const tenant = await newTenantOfEqualPosts();
  for (const platform of names) await connect(tenant, platform);
  return tenant;
}

/** An item that is due now. */
async function due(tenant: Tenant, platform: Platform, fields: Json = {}): Promise<Item> {
  return { tenant, platform, ...(await scheduleContent(tenant, platform, { description: TEXT, ...fields }, 0)) };
}

const runWorker = ({ dueMessage }: Item) => onPublishDue(dueMessage, lambdaContext());

/** Send an item, with a fault of its platform. */
async function sendOne(tenant: Tenant, platform: Platform, script = 'ok', fields: Json = {}): Promise<Item> {
  const item = await due(tenant, platform, fields);
  if (script !== 'ok') await platforms().script(platform, script);
  await runWorker(item);
  return item;
}

/** Run all checks that are due, in their order. */
async function runChecks(...items: Item[]): Promise<void> {
  for (let checks = 0; checks < 40; checks++) {
    const entries = await Promise.all(
      items.map(async (item) => ({ item, entry: await loadDueEntry(item.dueMessage) })),
    );
    const [next] = entries
      .filter(({ entry }) => entry.due_at !== null)
      .sort((a, b) => (a.entry.due_at! < b.entry.due_at! ? -1 : 1));
    if (next === undefined) return;
    advanceTime(Math.max(0, Date.parse(next.entry.due_at!) - Date.now()));
    await runWorker(next.item);
  }
  throw new Error('Something is checked for ever.');
}

async function targetOf({ tenant, contentId, platform }: Item): Promise<Json> {
  const { json } = await callApi('content.get', { token: await newToken(tenant), params: { id: contentId } });
  return (json.targets as Json[]).find((target) => target.platform === platform)!;
}

const params = ({ contentId, platform }: Item) => ({ id: contentId, platform });
const resolve = async (item: Item, body: Json) =>
  callApi('content.resolve', { token: await newToken(item.tenant), params: params(item), body });

/** Resolve an item as failed and send it again. Returns the item with its new entry. */
async function retry(item: Item): Promise<Item> {
  expect((await resolve(item, { outcome: 'failed' })).status).toBe(200);
  const { contentId: id, tenant } = item;
  expect((await callApi('content.retry', { token: await newToken(tenant), params: { id } })).status).toBe(202);
  const again = {
    ...item,
    dueMessage: { ...item.dueMessage, schedule_id: String((await targetOf(item)).schedule_id) },
  };
  await runWorker(again);
  return again;
}

/** A post that is made on the platform, not through the service. Returns its id. */
async function postByHand(platform: 'twitter' | 'linkedin', text: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    'linkedin-version': '202607',
    'x-restli-protocol-version': '2.0.0',
  };
  const post = {
    author: ACCOUNTS.linkedin.externalId,
    commentary: text,
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
  };
  const [path, body] = platform === 'twitter' ? ['/2/tweets', { text }] : ['/rest/posts', post];
  const url = `${platforms().origin}/_simulator/${platform}${path}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(201);
  return (await platforms().posts()).at(-1)!.id;
}

const UNCONFIRMED = { status: 'unconfirmed', platform_post_id: null, url: null, next_check_at: null };

describe('an item on X that was never sent, beside another one with its text', () => {
  it('does not take the post of an item that was sent before it', async () => {
    const tenant = await connected('twitter');
    const other = await sendOne(tenant, 'twitter');
    const lost = await sendOne(tenant, 'twitter', '500_before_effect');
    await runChecks(lost);
    const [post, ...more] = await platforms().posts();
    expect(more).toEqual([]);
    expect(await targetOf(other)).toMatchObject({ status: 'published', platform_post_id: post!.id });
    expect(await targetOf(lost)).toMatchObject(UNCONFIRMED);
    await processAllChanges(harness);
    expect(storedRecords(harness, 'PostMetrics')).toHaveLength(1);
  });

  it.each([
    ['a second', SECOND],
    ['four seconds', 4 * SECOND],
    ['ten minutes', 10 * MINUTE],
  ])('does not take the post of an item that was sent %s later', async (_, laterMs) => {
    const tenant = await connected('twitter');
    const lost = await sendOne(tenant, 'twitter', '500_before_effect');
    advanceTime(laterMs);
    const other = await sendOne(tenant, 'twitter');
    await runChecks(lost);
    expect(await targetOf(other)).toMatchObject({ status: 'published' });
    expect(await targetOf(lost)).toMatchObject(UNCONFIRMED);
  });

  it('does not take a post whose item is in doubt too: neither is published until a person names the post', async () => {
    const tenant = await connected('twitter');
    const lost = await sendOne(tenant, 'twitter', '500_before_effect');
    const live = await sendOne(tenant, 'twitter', 'ok_then_drop');
    await runChecks(lost, live);
    expect([await targetOf(lost), await targetOf(live)]).toMatchObject([UNCONFIRMED, UNCONFIRMED]);
    const [post] = await platforms().posts();
    const url = `https://x.com/i/web/status/${post!.id}`;
    expect((await resolve(live, { outcome: 'published', url })).status).toBe(200);
    expect(await targetOf(live)).toMatchObject({ status: 'published', platform_post_id: post!.id });
    const again = await resolve(lost, { outcome: 'published', url });
    expect([again.status, again.json.code]).toEqual([409, 'post_already_claimed']);
    expect(await targetOf(lost)).toMatchObject(UNCONFIRMED);
  });

  it('belongs to one of two targets that are resolved with it at the same time', async () => {
    const tenant = await connected('twitter');
    const lost = await sendOne(tenant, 'twitter', '500_before_effect');
    const live = await sendOne(tenant, 'twitter', 'ok_then_drop');
    const url = `https://x.com/i/web/status/${(await platforms().posts())[0]!.id}`;
    const answers = await Promise.all([live, lost].map((item) => resolve(item, { outcome: 'published', url })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const ids = [(await targetOf(lost)).platform_post_id, (await targetOf(live)).platform_post_id];
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
  });

  it('leaves the post to an item in doubt that was sent ten minutes later', async () => {
    const tenant = await connected('twitter');
    const lost = await sendOne(tenant, 'twitter', '500_before_effect');
    advanceTime(10 * MINUTE);
    const live = await sendOne(tenant, 'twitter', 'ok_then_drop');
    const [post] = await platforms().posts();
    await runChecks(lost, live);
    expect(await targetOf(live)).toMatchObject({ status: 'published', platform_post_id: post!.id });
    expect(await targetOf(lost)).toMatchObject(UNCONFIRMED);
  });

  it('does not take the post of an item of another workspace with the same account', async () => {
    const lost = await sendOne(await connected('twitter'), 'twitter', '500_before_effect');
    const other = await sendOne(await connected('twitter'), 'twitter');
    await runChecks(lost);
    expect(await targetOf(other)).toMatchObject({ status: 'published' });
    expect(await targetOf(lost)).toMatchObject(UNCONFIRMED);
  });

  it('does not take a post in doubt of another workspace with the same account', async () => {
    const lost = await sendOne(await connected('twitter'), 'twitter', '500_before_effect');
    const live = await sendOne(await connected('twitter'), 'twitter', 'ok_then_drop');
    await runChecks(lost, live);
    expect([await targetOf(lost), await targetOf(live)]).toMatchObject([UNCONFIRMED, UNCONFIRMED]);
  });

  it('does not take the post of an item that was deleted after it was published', async () => {
    const tenant = await connected('twitter');
    const lost = await sendOne(tenant, 'twitter', '500_before_effect');
    const deleted = await sendOne(tenant, 'twitter');
    const token = await newToken(tenant);
    expect((await callApi('content.delete', { token, params: { id: deleted.contentId } })).status).toBe(200);
    await runChecks(deleted, lost);
    expect(await platforms().posts()).toHaveLength(1);
    expect(await targetOf(lost)).toMatchObject(UNCONFIRMED);
  });

  it.each([
    ['Open 24/7', 'Open 247'],
    ['Read https://example.com/a/b', 'Read https://example.com/ab'],
    ['Two  spaces', 'Two spaces'],
    ['One\ntwo', 'One two'],
  ])('does not take %j for %j', async (text, another) => {
    const tenant = await connected('twitter');
    const lost = await sendOne(tenant, 'twitter', '500_before_effect', { description: text });
    await postByHand('twitter', another);
    await runChecks(lost);
    expect(await targetOf(lost)).toMatchObject(UNCONFIRMED);
  });

  it('is not published by the rejection of yesterday’s post as a duplicate', async () => {
    await postByHand('twitter', TEXT);
    advanceTime(DAY);
    const tenant = await connected('twitter');
    const again = await retry(await sendOne(tenant, 'twitter', '500_before_effect'));
    await runChecks(again);
    expect(await targetOf(again)).toMatchObject({ ...UNCONFIRMED, error: { code: 'duplicate_content' } });
  });

  it('is not published by the rejection of a post that was made by hand before the retry', async () => {
    const tenant = await connected('twitter');
    const lost = await sendOne(tenant, 'twitter', '500_before_effect');
    advanceTime(10 * MINUTE);
    await postByHand('twitter', TEXT);
    advanceTime(10 * MINUTE);
    const again = await retry(lost);
    await runChecks(again);
    expect(await targetOf(again)).toMatchObject(UNCONFIRMED);
  });
});

describe('a live post on X whose response was lost', () => {
  it.each([
    ['in the same minute', SECOND],
    ['later', 10 * MINUTE],
  ])('is found behind 280 newer posts %s', async (_, laterMs) => {
    const tenant = await connected('twitter');
    const live = await sendOne(tenant, 'twitter', 'ok_then_drop');
    const [post] = await platforms().posts();
    advanceTime(laterMs);
    for (let number = 0; number < 280; number++) await postByHand('twitter', `Newer ${number}`);
    await runChecks(live);
    expect(await targetOf(live)).toMatchObject({ status: 'published', platform_post_id: post!.id });
  });

  it('is never published before it was sent, although X reports whole seconds', async () => {
    const tenant = await connected('twitter');
    advanceTime(700);
    const sentAt = new Date().toISOString();
    const live = await sendOne(tenant, 'twitter', 'ok_then_drop');
    await runChecks(live);
    expect(await targetOf(live)).toMatchObject({ status: 'published', published_at: sentAt });
  });

  it('is found while another item with its text is rejected', async () => {
    const tenant = await connected('twitter');
    const live = await sendOne(tenant, 'twitter', 'ok_then_drop');
    const rejected = await sendOne(tenant, 'twitter');
    expect(await targetOf(rejected)).toMatchObject({ status: 'failed', error: { code: 'duplicate_content' } });
    await runChecks(live);
    const [post] = await platforms().posts();
    expect(await targetOf(live)).toMatchObject({ status: 'published', platform_post_id: post!.id });
  });
});

describe('LinkedIn’s rejection of a duplicate', () => {
  it('of another item’s post does not give its id to the rejected item', async () => {
    const tenant = await connected('linkedin');
    const lost = await sendOne(tenant, 'linkedin', '500_before_effect');
    const other = await sendOne(tenant, 'linkedin');
    const again = await retry(lost);
    const [post] = await platforms().posts();
    expect(await targetOf(other)).toMatchObject({ status: 'published', platform_post_id: post!.id });
    const error = { code: 'duplicate_content' };
    expect(await targetOf(again)).toMatchObject({ status: 'failed', platform_post_id: null, error });
  });

  it.each([
    ['before', -DAY],
    ['after', 10 * MINUTE],
  ])('of a post that was made by hand %s the lost request leaves the item failed', async (_, whenMs) => {
    if (whenMs < 0) await postByHand('linkedin', TEXT);
    advanceTime(Math.max(0, -whenMs));
    const tenant = await connected('linkedin');
    const lost = await sendOne(tenant, 'linkedin', '500_before_effect');
    advanceTime(Math.max(0, whenMs));
    if (whenMs > 0) await postByHand('linkedin', TEXT);
    const again = await retry(lost);
    const error = { code: 'duplicate_content' };
    expect(await targetOf(again)).toMatchObject({ status: 'failed', platform_post_id: null, error });
  });

  it('of a post that may be another item’s leaves both unconfirmed', async () => {
    const tenant = await connected('linkedin');
    const lost = await sendOne(tenant, 'linkedin', '500_before_effect');
    const live = await sendOne(tenant, 'linkedin', 'ok_then_drop');
    const again = await retry(lost);
    await runChecks(again, live);
    expect([await targetOf(again), await targetOf(live)]).toMatchObject([UNCONFIRMED, UNCONFIRMED]);
  });

  it('of a post that might be an earlier item’s finds it by another retry, once the earlier item has its own', async () => {
    const tenant = await connected('linkedin');
    // The same to a reader, but not letter by letter, so that both are live.
    const earlier = await sendOne(tenant, 'linkedin', 'ok_then_drop', { description: 'Café' });
    advanceTime(2 * SECOND);
    const later = await sendOne(tenant, 'linkedin', 'ok_then_drop', { description: 'Cafe\u0301' });
    const [first, second] = await platforms().posts();
    const doubted = await retry(later);
    await runChecks(doubted);
    expect(await targetOf(doubted)).toMatchObject(UNCONFIRMED);
    const found = { status: 'published', platform_post_id: first!.id };
    expect(await targetOf(await retry(earlier))).toMatchObject(found);
    const again = { status: 'published', platform_post_id: second!.id };
    expect(await targetOf(await retry(doubted))).toMatchObject(again);
    expect(await platforms().posts()).toHaveLength(2);
  });

  it('of its own post publishes the item with its id', async () => {
    const tenant = await connected('linkedin');
    const again = await retry(await sendOne(tenant, 'linkedin', 'ok_then_drop'));
    const [post, ...more] = await platforms().posts();
    expect(more).toEqual([]);
    expect(await targetOf(again)).toMatchObject({ status: 'published', platform_post_id: post!.id });
  });
});

describe('two posts on Instagram with one caption', () => {
  const image = (name: string) => ({ media: [{ url: `https://media.example/${name}.jpg`, type: 'image' }] });

  it('of which one was confirmed: the other is found with its own id', async () => {
    const tenant = await connected('instagram');
    const live = await sendOne(tenant, 'instagram', 'ok_then_drop', image('a'));
    const other = await sendOne(tenant, 'instagram', 'ok', image('b'));
    await runChecks(live);
    const [first, second] = await platforms().posts();
    expect(await targetOf(live)).toMatchObject({ status: 'published', platform_post_id: first!.id });
    expect(await targetOf(other)).toMatchObject({ status: 'published', platform_post_id: second!.id });
  });

  it('that are both live and in doubt: neither is published without its id, or with the other’s', async () => {
    const tenant = await connected('instagram');
    const items = [
      await sendOne(tenant, 'instagram', 'ok_then_drop', image('a')),
      await sendOne(tenant, 'instagram', 'ok_then_drop', image('b')),
    ];
    await runChecks(...items);
    for (const item of items) expect(await targetOf(item)).toMatchObject(UNCONFIRMED);
  });
});

describe('an id that a platform reports twice', () => {
  it('stays with the first target; the second is unconfirmed with the reason', async () => {
    await using server = await startCannedServer(201, { data: { id: '42' } });
    setPlatforms(platforms().origin, { twitter: server.origin });
    const tenant = await connected('twitter');
    const first = await sendOne(tenant, 'twitter');
    const second = await sendOne(tenant, 'twitter', 'ok', { description: 'Another' });
    expect(await targetOf(first)).toMatchObject({ status: 'published', platform_post_id: '42' });
    const error = { code: 'post_already_claimed', retryable: false };
    expect(await targetOf(second)).toMatchObject({ status: 'unconfirmed', platform_post_id: null, error });
    await runChecks(second);
    expect(await targetOf(second)).toMatchObject(UNCONFIRMED);
  });
});
